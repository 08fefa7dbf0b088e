#!/usr/bin/env python3
"""EDGI's wayback reads all captures by resume keys: wayback_test.py BIN_DIR

Exit code 77: wayback is not installed; CONTRIBUTING.md says how.
"""

import clients

PROGRAM = """
import json, sys
import wayback
from wayback import _client
_client.CDX_SEARCH_URL = sys.argv[1] + "/cdx/search/cdx"
session = wayback.WaybackSession(search_calls_per_second=0)
with wayback.WaybackClient(session) as client:
    def search(url, **how):
        return [[record.urlkey, record.timestamp.strftime("%Y%m%d%H%M%S")]
                for record in client.search(url, **how)]
    print(json.dumps([
        search("example.org", match_type="host"),
        search("example.org", match_type="host", limit=100),
        search("example.org/?q=100%25+7"),
        search("example.org/none")]))
"""


def main():
    clients.many_captures_test("wayback", PROGRAM)


if __name__ == "__main__":
    main()
