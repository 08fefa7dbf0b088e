"""What other systems say of archives and URLs, through the package.

Skipped without the folder WAX_SHARED, whose README describes the cases.
"""

import json
import subprocess

import pytest

import waxwing_warc as wax
from conftest import SHARED, run_tool, tool_in

CASES = SHARED / "cases"

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="no folder of cases (WAX_SHARED)")


def cases(name):
    with open(CASES / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def archives():
    names = (path for path in sorted((SHARED / "archives").iterdir())
             if path.suffix not in (".md", ".json", ".py", ".cdx"))
    return list(names)


def name_of_case(row):
    """None of what pytest puts in place of no case."""
    return row["id"] if isinstance(row, dict) else None


class TestKeys:
    def test_implementations_that_agree_agree_with_it(self):
        rows = [row for row in cases("urlkey_five_implementations.jsonl")
                if row["status"] in ("agree", "core-agree")]
        wrong = [(row["input"], wax.urlkey(row["input"]))
                 for row in rows
                 if wax.urlkey(row["input"]) != row["actual"]["surt"]]
        assert not wrong and len(rows) > 100

    @pytest.mark.parametrize("kind", ["surt", "legacy"])
    def test_they_are_those_of_the_tool(self, tools, kind):
        urls = sorted({
            row["input"] for name in CASES.glob("url*.jsonl")
            for row in cases(name.name) if isinstance(row["input"], str)
            and row["input"].strip() == row["input"] != ""
            and row["input"].isprintable()})
        printed = run_tool(tools, "wax-urlkey", "--urlkey", kind,
                           input="\n".join(urls) + "\n").splitlines()
        assert len(printed) == len(urls) > 250
        told = [line.split("\t")[0] for line in printed]
        assert [wax.urlkey(url, kind) for url in urls] == told


class TestArchives:
    @pytest.mark.parametrize("profile", ["pywb", "ia", "nutchwax"])
    def test_captures_are_the_lines_of_the_tool(self, tools, profile):
        lines = 0
        for path in archives():
            done = subprocess.run(
                [tool_in(tools, "wax-warc-indexer"), "-q", "--profile",
                 profile, "--format", "cdxj", str(path)], capture_output=True,
                check=False)
            told = [line for line
                    in done.stdout.decode("utf-8", "surrogateescape").split("\n")
                    if line and not line.startswith("!")]
            assert [each.line for each in wax.captures(
                path, profile=profile)] == told, path
            lines += len(told)
        assert lines > 100

    @pytest.mark.parametrize("row", cases("warcio_index.jsonl")
                             if CASES.is_dir() else [],
                             ids=name_of_case)
    def test_records_are_those_of_warcio(self, row):
        inputs = row["input"] if isinstance(row["input"], list) else [row["input"]]
        fields = row["args"][2].split(",")
        found = []
        for each in inputs:
            path = SHARED / "archives" / each["archive"]
            for record in wax.open(path):
                found.append(self.fields_of(record, fields,
                                            each["path"].rpartition("/")[2]))
        assert found == [json.loads(line) for line in row["expected"]]

    @staticmethod
    def fields_of(record, fields, filename):
        head = record.http
        values = {"filename": filename}
        for name in fields:
            if name == "http:status":
                status = None if head is None else head.status
                values[name] = None if status is None else str(status)
            elif name.startswith("http:"):
                values[name] = None if head is None else head.get_header(name[5:])
            elif name == "warc-type":
                values[name] = record.rec_type
            elif name == "warc-target-uri":
                values[name] = record.url or None
            elif name.startswith("warc-"):
                values[name] = record.rec_headers.get_header(name)
        if record.rec_type == "arc_header":
            # warcio index shows it as the WARC record that it would be.
            values["warc-type"] = "warcinfo"
            values["warc-target-uri"] = None
            values["warc-filename"] = record.url.removeprefix("filedesc://")
        values["offset"] = str(record.offset)
        values["length"] = str(record.length)
        return {name: values[name] for name in fields
                if values.get(name) is not None}

    @pytest.mark.parametrize("row", cases("warcio_extract.jsonl")
                             if CASES.is_dir() else [],
                             ids=name_of_case)
    def test_a_record_at_an_offset_is_what_warcio_extracts(self, row):
        path = SHARED / "archives" / row["input"]["archive"]
        record = wax.RecordAccess().at(path, int(row["args"][-1]))
        if "--payload" in row["args"]:
            found = record.body.read()
        elif "--headers" in row["args"]:
            head = record.http
            found = record.raw_header + (b"" if head is None else head.raw)
        else:
            found = record.raw_header + record.block.read()
        assert found == bytes.fromhex(row["expected_hex"])


class TestText:
    def test_every_page_of_the_archives_has_a_text_or_says_why(self):
        pages = 0
        for path in archives():
            for record in wax.open(path, types=["response"]):
                head = record.http
                if head is None or not (head.get_header("Content-Type")
                                        or "").startswith("text/html"):
                    continue
                text = wax.text(record)
                assert isinstance(text.text, str) and isinstance(text.links, list)
                pages += 1
        assert pages > 50
