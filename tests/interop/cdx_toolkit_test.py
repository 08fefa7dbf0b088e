#!/usr/bin/env python3
"""cdx_toolkit reads all captures by pages: cdx_toolkit_test.py BIN_DIR

Exit code 77: cdx_toolkit is not installed; CONTRIBUTING.md says how.
"""

import clients

PROGRAM = """
import json, sys
import cdx_toolkit
def search(url, **how):
    fetcher = cdx_toolkit.CDXFetcher(source=sys.argv[1] + "/cdx/search/cdx")
    return [[capture["urlkey"], capture["timestamp"]]
            for capture in fetcher.iter(url, **how)]
print(json.dumps([
    search("example.org/*"),
    search("example.org/*", limit=1500),
    search("example.org/?q=100%25+7"),
    search("example.org/none")]))
"""


def main():
    clients.many_captures_test("cdx_toolkit", PROGRAM)


if __name__ == "__main__":
    main()
