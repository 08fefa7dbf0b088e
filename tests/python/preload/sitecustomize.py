"""Python under AddressSanitizer: its runtime is loaded before the interpreter.

What the interpreter starts has runtimes of its own, which one that is loaded first
would shut out; so only other interpreters get it, as sys.executable.
"""

import os
import sys

if "WAX_SANITIZED_PYTHON" in os.environ:
    os.environ.pop("LD_PRELOAD", None)
    sys.executable = os.environ["WAX_SANITIZED_PYTHON"]
