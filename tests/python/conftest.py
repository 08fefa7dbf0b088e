"""What tests of the Python package share."""

import contextlib
import functools
import gzip
import http.server
import io
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import waxwing_warc as wax

ROOT = pathlib.Path(__file__).resolve().parents[2]
CRAWL = ROOT / "examples" / "crawl"
SHARED = pathlib.Path(os.environ.get("WAX_SHARED", ROOT.parent / "shared"))

# Where install_clients.sh puts packages that Debian does not have, or that need
# other versions than Debian's.
CLIENTS = ROOT / "tests" / "interop" / "clients" / "notebooks"
for _folder in sorted(CLIENTS.glob("lib/python%d.%d/site-packages"
                                    % sys.version_info[:2])):
    sys.path.insert(0, str(_folder))


def needs(*modules):
    """Skips the tests of a file where a module is not installed."""
    for module in modules:
        pytest.importorskip(
            module, reason=module + " is not installed "
            "(tests/interop/install_clients.sh notebooks)")


def pytest_sessionfinish(session, exitstatus):
    """A file of which each test was skipped counts as skipped: 77."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    stats = reporter.stats
    if exitstatus in (0, 5) and "skipped" in stats and "passed" not in stats:
        session.exitstatus = 77
        session.config.reason = stats["skipped"][0].longrepr[2]


def pytest_unconfigure(config):
    if hasattr(config, "reason"):
        print(config.reason)


def record(kind, url, block, date="2007-05-31T20:35:00Z", fields=()):
    """The bytes of a WARC record."""
    head = ["WARC/1.0", "WARC-Type: " + kind,
            "WARC-Record-ID: <urn:test:%s:%s:%d>" % (kind, url, len(block)),
            "WARC-Date: " + date]
    if url:
        head.append("WARC-Target-URI: " + url)
    head += list(fields)
    head.append("Content-Length: %d" % len(block))
    return ("\r\n".join(head) + "\r\n\r\n").encode() + block + b"\r\n\r\n"


def response(url, body, status="200 OK", fields=(), **more):
    """The bytes of a response record with an HTTP message."""
    head = "HTTP/1.1 %s\r\n" % status
    for field in fields or ("Content-Type: text/html",):
        head += field + "\r\n"
    block = head.encode() + b"\r\n" + body
    return record("response", url, block,
                  fields=["Content-Type: application/http; msgtype=response"],
                  **more)


def members(records):
    """Records as gzip members."""
    return b"".join(gzip.compress(each, mtime=0) for each in records)


PAGES = [response("http://example.com/%d" % i, b"<p>page %d</p>" % i)
         for i in range(20)]
ALL = ["http://example.com/%d" % i for i in range(20)]


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(members(PAGES))
    return path


def urls(source, **options):
    """The URLs of all records."""
    return [each.url for each in wax.open(source, **options)]


def one(bytes_, **options):
    """The first record of an archive in memory."""
    return next(wax.open(io.BytesIO(bytes_), **options))


@pytest.fixture
def tools():
    """The folder of the tools of this build."""
    return wax.tools.folder()


def run_python(program, *arguments, **options):
    """Runs a program in a new interpreter that finds the package."""
    return subprocess.run([sys.executable, "-c", program, *map(str, arguments)],
                          capture_output=True, text=True, check=False,
                          **options)


def interrupted(before, use, path):
    """Whether KeyboardInterrupt ends what a new interpreter does with a path."""
    # Programs that a shell runs in the background ignore SIGINT, and their children.
    child = subprocess.Popen(
        [sys.executable, "-c",
         "import signal, sys, waxwing_warc as wax\n"
         "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
         "path = sys.argv[1]\n"
         "%s\n"
         "try:\n"
         "    print('begun', flush=True)\n"
         "    %s\n"
         "except KeyboardInterrupt:\n"
         "    print('interrupted')\n" % (before, use), str(path)],
        stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    try:
        return child.communicate(timeout=60)[0] == "interrupted\n"
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return False


class Endless:
    """A pipe with the same bytes again and again, and none at all when they are
    empty, until a reader of it closes it."""

    def __init__(self, path, bytes_):
        self._path, self._bytes = path, bytes_
        self._ended = threading.Event()

    def __enter__(self):
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def _write(self):
        with open(self._path, "wb", buffering=0) as pipe:
            try:
                while self._bytes:
                    pipe.write(self._bytes)
            except BrokenPipeError:
                return
            self._ended.wait()

    def __exit__(self, *_):
        self._ended.set()
        self._writer.join()


@contextlib.contextmanager
def served(folder):
    """The URL of a web server of the files in a folder."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield "http://127.0.0.1:%d/" % server.server_port
    finally:
        server.shutdown()
        server.server_close()


def large(path, size=1 << 40):
    """Writes an archive, most of it a hole, whose record takes long to read."""
    with open(path, "wb") as file:
        file.write(record("resource", "http://a/", b"")
                   .replace(b"Content-Length: 0",
                            b"Content-Length: %d" % size)[:-4])
        file.truncate(size)
    return path


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A collection of the example crawl."""
    folder = tmp_path_factory.mktemp("built") / "valley"
    assert wax.build(folder, CRAWL)
    return folder


def tool_in(folder, name):
    """The path of a tool. A wheel has those that the package runs; the tests that
    compare with another one are skipped there."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        pytest.skip("the package has no " + name)
    return path


def run_tool(tools, *command, **options):
    """Runs a tool of this build, which must do all that it is asked for."""
    done = subprocess.run([tool_in(tools, command[0]),
                           *map(str, command[1:])], capture_output=True,
                          text=True, check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout
