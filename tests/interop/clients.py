"""Programs that a test starts, and clients that people may have installed."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

# Where CONTRIBUTING.md installs them; git ignores it.
CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clients")


def client(name, program):
    """The path of a client's program, or None."""
    path = os.path.join(CLIENTS, name, "bin", program)
    return path if os.path.exists(path) else None


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Process:
    """A program that runs as long as a `with` block."""

    def __init__(self, *command, **options):
        self.process = subprocess.Popen(command, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)

    def wait_for_port(self, port):
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError("a client ended before it answered")
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("a client does not answer")


class WaxServe(Process):
    """wax-serve; `url` is its address without the last slash."""

    def __init__(self, bin_dir, *arguments, env=None):
        super().__init__(os.path.join(bin_dir, "wax-serve"), "-q", "--listen",
                         "127.0.0.1:0", *arguments, stdout=subprocess.PIPE,
                         text=True, env=env)
        self.url = self.process.stdout.readline().strip().rstrip("/")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def get(url, headers=None, proxy=None, follow=True):
    """Status, headers and body; no exception for 3xx, 4xx and 5xx."""
    handlers = [urllib.request.ProxyHandler({"http": proxy} if proxy else {})]
    if not follow:
        handlers.append(_NoRedirects())
    opener = urllib.request.build_opener(*handlers)
    try:
        answer = opener.open(
            urllib.request.Request(url, headers=headers or {}), timeout=120)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


def many_captures_test(name, program):
    """A Python client finds more captures than one answer has.

    `program` gets the address of a server and prints four lists of key and
    date: all captures of example.org, some, those of a URL with "%", none.
    """
    python = client(name, "python")
    if python is None:
        print("skipped: %s is not installed" % name)
        sys.exit(77)
    captures = []
    for i in range(2500):
        query = "q=100%%25+%d" % (i % 250)
        date = "20050101%02d%02d%02d" % (i // 3600, i // 60 % 60, i % 60)
        captures.append(["org,example)/?" + query, date])
    captures.sort()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "captures.cdx")
        with open(path, "w", encoding="utf-8") as lines:
            lines.write(" CDX N b a m s k r M S V g\n")
            for key, date in captures:
                lines.write("%s %s http://example.org/?%s text/html 200 %s"
                            " - - 100 7 a.warc\n"
                            % (key, date, key.split("?")[1], "A" * 32))
        with WaxServe(sys.argv[1], "--cdx", path) as serve:
            done = subprocess.run([python, "-c", program, serve.url],
                                  check=False, capture_output=True, text=True)
    checks.check(done.returncode == 0, "the client ends well\n" + done.stderr)
    if done.returncode == 0:
        every, some, one, none = json.loads(done.stdout)
        checks.check(every == captures, "all captures: %d" % len(every))
        checks.check(some == captures[:len(some)] and len(some) > 0,
                     "the first ones: %d" % len(some))
        checks.check(one == [c for c in captures if c[0].endswith("+7")],
                     "those of a URL: %d" % len(one))
        checks.check(none == [], "none of another URL")
    checks.end()


class Checks:
    """Facts that held or did not."""

    def __init__(self):
        self.failures = 0

    def check(self, fact, what):
        print(("ok      " if fact else "FAILED  ") + what, flush=True)
        self.failures += not fact

    def end(self):
        print("%d failures" % self.failures)
        sys.exit(1 if self.failures else 0)
