"""Programs that a test starts, and clients that people may have installed."""

import os
import socket
import subprocess
import sys
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

    def __init__(self, bin_dir, *arguments):
        super().__init__(os.path.join(bin_dir, "wax-serve"), "-q", "--listen",
                         "127.0.0.1:0", *arguments, stdout=subprocess.PIPE,
                         text=True)
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
