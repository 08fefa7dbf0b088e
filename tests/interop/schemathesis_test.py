#!/usr/bin/env python3
"""schemathesis asks a server what its OpenAPI document says:
schemathesis_test.py BIN_DIR SOURCE_DIR

Exit code 77: schemathesis is not installed; CONTRIBUTING.md says how.
CASES, in the environment, is how many requests each path gets (50); SEED, what
chooses them (1).
"""

import os
import subprocess
import sys
import tempfile

import clients

# What a schema cannot say (the document has it in words): what is a query, dates in
# order, the sum of all filters, parameters of /cdx that contradict one another, a
# ZipNum. So 400 is an answer to what it allows; the other checks stay.
LEFT_OUT = "positive_data_acceptance"


def main():
    schemathesis = clients.client("schemathesis", "schemathesis")
    if schemathesis is None:
        print("skipped: schemathesis is not installed")
        return 77
    bin_dir, source = sys.argv[1:3]
    crawl = os.path.join(os.path.abspath(source), "examples/crawl")
    with tempfile.TemporaryDirectory() as folder:
        valley = os.path.join(folder, "valley")
        subprocess.run([os.path.join(bin_dir, "wax-build"), "-q", valley,
                        crawl], check=True)
        with clients.WaxServe(bin_dir, valley, "--archives", crawl) as serve:
            run = subprocess.run(
                [schemathesis, "run", serve.url + "/api/openapi.json",
                 "--max-examples", os.environ.get("CASES", "50"),
                 "--seed", os.environ.get("SEED", "1"), "--workers", "1", "--continue-on-failure",
                 "--exclude-checks", LEFT_OUT],
                cwd=folder, check=False)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
