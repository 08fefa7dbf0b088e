"""Rules of access against a naive model: what they hide, no object gives."""

import collections
import contextlib
import http.server
import json
import os
import random
import threading

import pytest

import waxwing_warc as wax
from conftest import members, response, run_tool

RULE_FILES = int(os.environ.get("WAX_RULE_FILES", "40"))
HOSTS = ["a.example", "sub.a.example", "b.example", "notb.example"]
PATHS = ["", "a", "a/b", "private/x", "p?z=1"]
STRICTNESS = ["allow", "exclude-from-search", "block", "hide"]

Capture = collections.namedtuple("Capture", "url host date text digest")
Rule = collections.namedtuple("Rule", "action kind value first last line")


def captures_of(chance):
    """Some pages with versions; each version may be captured again."""
    found = []
    for host in HOSTS:
        for path in chance.sample(PATHS, 3):
            for version in range(chance.randrange(1, 3)):
                text = "tok%dend" % len(found)
                for _ in range(chance.randrange(1, 4)):
                    date = "%d06%02d1200%02d" % (
                        chance.randrange(2003, 2008), chance.randrange(10, 28),
                        len(found))
                    found.append((f"http://{host}/{path}", host, date,
                                  f"<p>heron {text} {version}</p>"))
    return found


def archive_of(captures):
    records = []
    for url, _, date, text in captures:
        iso = "%s-%s-%sT%s:%s:%sZ" % (date[:4], date[4:6], date[6:8], date[8:10],
                                     date[10:12], date[12:])
        records.append(response(url, text.encode(), date=iso))
    return members(records)


def random_rules(chance, digests):
    rules = []
    for _ in range(chance.randrange(1, 5)):
        action = chance.choice(["block", "block", "allow", "exclude-from-search",
                                "hide"])
        kind = chance.choice(["host", "url", "surt", "digest", "all"])
        value = {"host": chance.choice(HOSTS + ["example"]),
                 "url": "http://%s/%s" % (chance.choice(HOSTS),
                                          chance.choice(["", "a", "private/"])),
                 "surt": chance.choice(["example,a)/", "example,a", "example,b)/a",
                                        "example,"]),
                 "digest": chance.choice(digests), "all": ""}[kind]
        first, last = 0, 9999
        line = f"{action} {kind} {value}".rstrip()
        if chance.random() < 0.5:
            first = chance.randrange(2003, 2008)
            last = first + chance.randrange(3)
            line += f" captured {first}-{last}"
        rules.append(Rule(action, kind, value, first, last, line))
    return rules


def fits(rule, capture):
    key = wax.urlkey(capture.url)
    if rule.kind == "all":
        return True
    if rule.kind == "host":
        return ("." + capture.host).endswith("." + rule.value)
    if rule.kind == "surt":
        return key.startswith(rule.value)
    if rule.kind == "digest":
        return capture.digest == rule.value
    if capture.url.startswith(rule.value):
        return True
    prefix = wax.urlkey(rule.value)
    rest = key[len(prefix):]
    return key.startswith(prefix) and (
        not rule.value.endswith("/") or not rest or prefix.endswith("/") or
        rest[0] in "/?")


def length(rule):
    if rule.kind == "host":
        return wax.urlkey("http://" + rule.value).index(")")
    return {"surt": len(rule.value),
            "url": len(wax.urlkey(rule.value)) if rule.kind == "url" else 0,
            }.get(rule.kind, 0)


def action_of(rules, capture):
    """The first in order that holds for the date decides."""
    fitting = sorted((rule for rule in rules if fits(rule, capture)),
                     key=lambda rule: (rule.action == "hide",
                                       rule.kind == "digest", length(rule)),
                     reverse=True)
    for rule in fitting:
        if rule.first <= int(capture.date[:4]) <= rule.last:
            return rule.action
    return "allow"


def shown_by_model(rules, captures):
    """The dates that are shown, by URL and digest."""
    dates = collections.defaultdict(list)
    hidden = set()
    for each in captures:
        action = action_of(rules, each)
        if action == "hide":
            hidden.add((each.url, each.digest))
        if action == "allow":
            dates[each.url, each.digest].append(each.date)
    return {version: sorted(found) for version, found in dates.items()
            if version not in hidden}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("world")
    chance = random.Random(int(os.environ.get("WAX_SEED", "1")))
    raw = captures_of(chance)
    (folder / "a.warc.gz").write_bytes(archive_of(raw))
    assert wax.build(folder / "site", folder / "a.warc.gz")
    digests = {each.timestamp: each.digest
               for each in wax.captures(folder / "a.warc.gz")}
    return folder / "site", chance, [
        Capture(*each, digests[each[2]]) for each in raw]


def secrets_of(captures, shown):
    """Words and dates that nothing may give."""
    secrets = set()
    for each in captures:
        dates = shown.get((each.url, each.digest), [])
        if each.date not in dates:
            secrets.add(each.date)
        if not dates:
            secrets.add(each.text.split()[1])
    return secrets


def all_that_is_given(index, captures):
    """What objects of the package say, by their names."""
    given = {"search": index.search("heron", limit=100, content=True).hits,
             "hits": list(index.hits("heron", content=True)),
             "all": list(index.hits("", content=True, other_records=True)),
             "ngrams": wax.ngrams(index),
             "words": wax.word_list(index, "heron", least=1)}
    for url in {each.url for each in captures}:
        given["versions " + url] = index.versions(url)
    for number in range(len(captures)):
        with contextlib.suppress(wax.Error):
            given["document %d" % number] = index.document(number)
    return given


def test_what_is_not_shown_is_nowhere(world):
    folder, chance, captures = world
    digests = sorted({each.digest for each in captures})
    for _ in range(RULE_FILES):
        rules = random_rules(chance, digests)
        text = "".join(rule.line + "\n" for rule in rules)
        (folder / "access").write_text(text)
        shown = shown_by_model(rules, captures)
        with wax.Index(folder) as index:
            assert index.problems == [], text
            assert len(index) == len(shown), text
            found = {(hit["url"], hit["digest"].removeprefix("sha1:")): hit["date"]
                     for hit in index.hits("heron")}
            assert found == shown, text
            versions = {
                (each["url"], each["digest"].removeprefix("sha1:")): each["dates"]
                for url in {each.url for each in captures}
                for each in index.versions(url)}
            assert versions == shown, text
            answer = index.search("heron", facets=["day", "digest"], limit=0,
                                  facet_values=200, trend="year")
            dates = {date for found in shown.values() for date in found}
            assert {day for day, _ in answer.facets["day"]} == {
                date[:8] for date in dates}, text
            assert {digest.removeprefix("sha1:")
                    for digest, _ in answer.facets["digest"]} == {
                digest for _, digest in shown}, text
            assert {year for year, count in answer.trend if count} == {
                date[:4] for date in dates}, text
            secrets = secrets_of(captures, shown)
            for door, said in all_that_is_given(index, captures).items():
                told = [secret for secret in secrets if secret in repr(said)]
                assert told == [], text + door


class BulkServer(http.server.ThreadingHTTPServer):
    """Keeps the documents of a bulk interface (OpenSearch)."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), BulkHandler)
        self.documents = {}
        self.url = "http://127.0.0.1:%d/web" % self.server_port

    def take(self, lines):
        items = []
        while lines:
            (command, head), = json.loads(lines.pop(0)).items()
            name = head["_id"]
            if command == "delete":
                self.documents.pop(name, None)
            elif command == "index":
                self.documents[name] = json.loads(lines.pop(0))
            else:
                self.documents[name].update(json.loads(lines.pop(0))["doc"])
            items.append({command: {"status": 200}})
        return {"errors": False, "items": items}


class BulkHandler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        said = json.dumps(self.server.take(body.decode().splitlines())).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("keeps_state", [True, False])
def test_a_search_server_has_what_is_shown(world, tools, tmp_path, keeps_state):
    folder, chance, captures = world
    digests = sorted({each.digest for each in captures})
    with BulkServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for _ in range(max(RULE_FILES // 8, 1)):
            rules = random_rules(chance, digests)
            text = "".join(rule.line + "\n" for rule in rules)
            (folder / "access").write_text(text)
            state = ["--state", tmp_path / "state"] if keeps_state else []
            if not keeps_state:
                server.documents.clear()
            run_tool(tools, "wax-solr-feed", "-q", "--opensearch", *state, folder,
                     server.url)
            shown = shown_by_model(rules, captures)
            assert len(server.documents) == len(shown), text
            told = [secret for secret in secrets_of(captures, shown)
                    if secret in repr(server.documents)]
            assert told == [], text
        server.shutdown()
