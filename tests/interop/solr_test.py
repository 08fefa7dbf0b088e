#!/usr/bin/env python3
"""A feed of Solr: what the server has is what the collection has.

usage: solr_test.py BIN_DIR SOURCE_DIR

Exit code 77: Solr is not installed; CONTRIBUTING.md says how.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import clients

BIN, SOURCE = sys.argv[1:3]
CLOUD = clients.client("solr", "solr_cloud")
CONF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "solr", "conf")
if CLOUD is None:
    print("skipped: Solr is not installed")
    sys.exit(77)
checks = clients.Checks()
PAGES = 4000


class Node:
    """A node of Solr; `zookeeper` is there without an address."""

    def __init__(self, folder, *address, conf=CONF):
        self.log = open(folder + ".log", "w", encoding="utf-8")
        # exec in the wrapper: the process is Java's.
        self.process = subprocess.Popen(
            [CLOUD, conf, folder, *address], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = self.said("node ")
        self.zookeeper = self.said("zookeeper ")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def said(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line[len(word):].strip()
        raise RuntimeError("a node of Solr does not start; see " + self.log.name)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()


def asked(url, **values):
    with urllib.request.urlopen(url + "?" + urllib.parse.urlencode(values, True),
                                timeout=120) as answer:
        return json.load(answer)


def waits(what, test):
    """Until `test` holds; servers take their time."""
    for _ in range(600):
        try:
            if test():
                return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.1)
    checks.check(False, what)


def tool(name, *words):
    return subprocess.run([os.path.join(BIN, name), *words], check=False,
                          capture_output=True, text=True)


def feed(*words):
    done = tool("wax-solr-feed", *words)
    counts = {}
    for pair in done.stderr.strip().splitlines()[-1].split(": ", 1)[-1].split(", "):
        name, _, value = pair.rpartition(" ")
        counts[name] = int(value) if value.isdigit() else value
    return done, counts


def number(url, query="*:*"):
    return asked(url + "/select", q=query, rows=0)["response"]["numFound"]


def ids(url):
    got = asked(url + "/select", q="*:*", rows=100000, fl="id")
    return sorted(one["id"] for one in got["response"]["docs"])


def create(node, name, replicas):
    answer = asked(node.url + "/admin/collections", action="CREATE", name=name,
                   numShards=2, replicationFactor=replicas,
                   **{"collection.configName": "pages"})
    if answer["responseHeader"]["status"] != 0:
        raise RuntimeError(answer)
    return node.url + "/" + name


def many_pages(folder, count):
    """A collection whose pages take more than one request."""
    archive = folder + "/many.warc"
    with open(archive, "w", encoding="ascii") as file:
        for i in range(count):
            body = "<title>Page %d</title>%s" % (i, " ".join(
                "word%d" % (i * 31 + j) for j in range(1000)))
            block = ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                     "Content-Length: %d\r\n\r\n%s" % (len(body), body))
            file.write("WARC/1.0\r\nWARC-Type: response\r\n"
                       "WARC-Target-URI: http://site%d.example/%d\r\n"
                       "WARC-Date: 2010-01-01T00:00:00Z\r\n"
                       "WARC-Record-ID: <urn:uuid:%032d>\r\n"
                       "Content-Type: application/http; msgtype=response\r\n"
                       "Content-Length: %d\r\n\r\n%s\r\n\r\n"
                       % (i % 50, i, i, len(block), block))
    crawl = folder + "/many"
    done = tool("wax-build", "-q", crawl, archive)
    checks.check(done.returncode == 0, "build: " + done.stderr.strip())
    return crawl


def wait_for_documents(process, state):
    """Until the server has taken some, and the feed has not ended."""
    sent = os.path.join(state, "sent")
    waits("documents are sent", lambda: process.poll() is not None or (
        os.path.exists(sent) and os.path.getsize(sent) > 0))
    checks.check(process.poll() is None, "the feed is under way")


def one_node(folder, node, crawl):
    url = create(node, "web", 1)
    state = folder + "/web.fed"
    done, counts = feed("--state", state, crawl, url)
    versions = counts.get("versions", 0)
    checks.check(done.returncode == 0 and versions > 50, done.stderr.strip())
    checks.check(counts["sent"] == versions == number(url),
                 "each version is a document")
    everything = ids(url)
    done, counts = feed("--state", state, crawl, url)
    checks.check(counts["unchanged"] == versions and counts["sent"] == 0,
                 "nothing is sent twice: " + done.stderr.strip())

    # What SolrWayback and Shine ask.
    found = asked(url + "/select", q="castles", fq="record_type:response",
                  defType="edismax", qf="text", rows=5, fl="id,url,title,crawl_dates",
                  facet="true", **{"facet.field": [
                      "domain", "content_type_norm", "crawl_year",
                      "public_suffix", "content_language", "links_domains"]})
    checks.check(found["response"]["numFound"] > 10, "words are found")
    facets = found["facet_counts"]["facet_fields"]
    checks.check(all(facets[name] for name in
                     ("domain", "content_type_norm", "crawl_year")),
                 "facets have values")
    page = found["response"]["docs"][0]
    found = asked(url + "/select", q="*:*", group="true", **{
        "group.field": "url", "group.limit": 1, "group.ngroups": "true"})
    checks.check(found["grouped"]["url"]["matches"] == versions,
                 "captures are grouped by their URL")
    one = asked(url + "/select", q='url:"%s"' % page["url"], rows=1,
                sort="abs(sub(ms(2008-01-01T00:00:00Z),crawl_date)) asc")
    checks.check(one["response"]["numFound"] >= 1,
                 "the capture nearest to a date is found")
    norm = one["response"]["docs"][0]["url_norm"]
    checks.check(number(url, 'url_norm:"%s"' % norm) >= 1, "by its key: " + norm)
    days = asked(url + "/select", q='url_norm:"%s"' % norm, rows=100,
                 fl="crawl_dates")
    checks.check(len(days["response"]["docs"][0]["crawl_dates"]) >= 1,
                 "a page has its dates")
    checks.check(number(url, "links_hosts:* AND crawl_years:[2006 TO 2009]") > 10,
                 "links and years are searched")

    # A page is hidden, and shown again.
    done = tool("wax-hide", crawl, page["url"])
    checks.check(done.returncode == 0, "wax-hide: " + done.stderr.strip())
    _, counts = feed("--state", state, crawl, url)
    checks.check(counts["removed"] > 0 and
                 number(url, 'url:"%s"' % page["url"]) == 0,
                 "what is hidden is removed")
    done = tool("wax-hide", "--remove", crawl, page["url"])
    checks.check(done.returncode == 0, "shown again: " + done.stderr.strip())
    feed("--state", state, crawl, url)
    checks.check(ids(url) == everything, "and is there again")

    # No such collection.
    done, _ = feed(crawl, node.url + "/none")
    checks.check(done.returncode == 2 and "none" in done.stderr,
                 done.stderr.strip().splitlines()[-1])


def lacking_a_field(folder, crawl):
    """The schema of a server has no field for the type of pages."""
    conf = folder + "/lacking-conf"
    shutil.copytree(CONF, conf)
    schema = conf + "/schema.xml"
    with open(schema, encoding="utf-8") as file:
        lines = file.read().splitlines(keepends=True)
    with open(schema, "w", encoding="utf-8") as out:
        out.writelines(each for each in lines if '"content_type_norm"' not in each)
    node = Node(folder + "/lacking", conf=conf)
    try:
        url = create(node, "web", 1)
        done, _ = feed("--state", folder + "/lacking.fed", crawl, url)
        said = done.stderr.strip().splitlines()
        checks.check(done.returncode == 2 and len(said) == 1 and
                     "content_type_norm" in said[0] and url in said[0],
                     "a field that the schema lacks: " + done.stderr.strip()[:600])
        checks.check(number(url) == 0, "and nothing is sent")
    finally:
        node.end()


def new_dates(folder, node):
    """Versions that are captured again have new dates, and nothing else."""
    crawl = folder + "/growing"
    first = sorted(os.path.join(SOURCE, "examples/crawl", name)
                   for name in os.listdir(SOURCE + "/examples/crawl")
                   if "arc" in name)
    url = create(node, "growing", 1)
    state = folder + "/growing.fed"
    for upto in (len(first) - 2, len(first)):
        done = tool("wax-build", "-q", crawl, *first[:upto])
        checks.check(done.returncode == 0, "build: " + done.stderr.strip())
        _, counts = feed("--state", state, crawl, url)
        print(counts)
    checks.check(counts["new dates"] > 0 and counts["unchanged"] > 0,
                 "new dates are updates")
    other = create(node, "whole", 1)
    feed(crawl, other)
    fields = "id,crawl_dates,crawl_years,crawl_year_month,title,content,links"
    both = [asked(one + "/select", q="*:*", rows=10000, sort="id asc",
                  fl=fields)["response"]["docs"] for one in (url, other)]
    checks.check(both[0] == both[1], "and give what a new feed gives")


def two_nodes(folder, node, crawl):
    """One of two nodes is killed while it is fed; returns the documents."""
    second = Node(folder + "/second", node.zookeeper)
    try:
        url = create(node, "pair", 2)
        process = subprocess.Popen(
            [os.path.join(BIN, "wax-solr-feed"), "-q", "--state",
             folder + "/pair.fed", crawl, url])
        wait_for_documents(process, folder + "/pair.fed")
        second.kill()
        checks.check(process.wait() == 0, "the feed ends well")
        checks.check(len(set(ids(url))) == len(ids(url)) == PAGES,
                     "nothing is lost, nothing twice")
        return ids(url)
    finally:
        second.end()


def restart(folder, node, crawl, everything):
    """The node with the collection is killed, and comes back."""
    second = Node(folder + "/third", node.zookeeper)
    port = second.url.split(":")[2].split("/")[0]
    answer = asked(node.url + "/admin/collections", action="CREATE", name="solo",
                   numShards=1, replicationFactor=1, createNodeSet=second.url.split(
                       "//")[1].replace("/", "_"),
                   **{"collection.configName": "pages"})
    checks.check(answer["responseHeader"]["status"] == 0, "a collection of one node")
    url = second.url + "/solo"
    words = ["--state", folder + "/solo.fed", crawl, url]
    process = subprocess.Popen([os.path.join(BIN, "wax-solr-feed"), "-q",
                                "--timeout", "5", *words],
                               stderr=subprocess.PIPE, text=True)
    wait_for_documents(process, folder + "/solo.fed")
    second.kill()
    _, errors = process.communicate()
    checks.check(process.returncode == 2 and url in errors,
                 "the feed says that the server is gone: " + errors.strip())
    second = Node(folder + "/third", node.zookeeper, port)
    try:
        waits("the shard is back", lambda: number(url) >= 0)
        done, counts = feed(*words)
        checks.check(done.returncode == 0 and counts["unchanged"] > 0 and
                     counts["sent"] > 0, "the feed goes on: " + done.stderr.strip())
        checks.check(ids(url) == everything, "nothing is lost, nothing twice")
    finally:
        second.end()


with tempfile.TemporaryDirectory() as folder:
    crawl = folder + "/crawl"
    done = tool("wax-build", "-q", crawl, SOURCE + "/examples/crawl")
    checks.check(done.returncode == 0, "build: " + done.stderr.strip())
    node = Node(folder + "/first")
    try:
        one_node(folder, node, crawl)
        lacking_a_field(folder, crawl)
        new_dates(folder, node)
        many = many_pages(folder, PAGES)
        everything = two_nodes(folder, node, many)
        restart(folder, node, many, everything)
    finally:
        node.end()
checks.end()
