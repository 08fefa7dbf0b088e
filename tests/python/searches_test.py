"""What the native index gives beside the package's classes."""

import json

import waxwing_warc as wax
from conftest import built  # noqa: F401
from waxwing_warc import _native


def test_hits_are_json_objects(built):  # noqa: F811
    request = _native.SearchRequest()
    request.text = "valley"
    found = _native.EachHit(_native.IndexReader(built, None, False), request)
    assert len(found) > 0
    assert json.loads(next(found))["rank"] == 1


def test_problems_of_opening_are_told(built, tmp_path):  # noqa: F811
    import shutil
    copy = tmp_path / "copy"
    shutil.copytree(built, copy)
    for shard in (copy / "pindexes").glob("[!.]*"):
        for file in (shard / "main").iterdir():
            if file.suffix == ".tis":
                file.write_bytes(file.read_bytes()[:10])
    told = []
    try:
        index = wax.Index(copy, problems=told)
        index.search("valley")
    except wax.Error:
        return
    assert told or index.search("valley").missing
