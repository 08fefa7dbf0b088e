"""Workers of a queue, some of which are killed, and so is the server."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

BIN = sys.argv[1]
SKIPPED = 77
JOBS = 60


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.process = None

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1",
             "--dir", self.folder, "--appendonly", "yes",
             "--appendfsync", "always"], stdout=subprocess.DEVNULL)
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("redis-server does not answer")

    def kill(self):
        self.process.kill()
        self.process.wait()


def tool(name, *words, **options):
    return subprocess.run([os.path.join(BIN, name), *words], check=False,
                          capture_output=True, text=True, **options)


def check(is_right, *what):
    if not is_right:
        raise AssertionError(" ".join(str(one) for one in what))


def worker(server, *command, lost_after=2):
    return subprocess.Popen(
        [os.path.join(BIN, "wax-work"), "--redis", server.url,
         "--lost-after", str(lost_after), "--", *command],
        stderr=subprocess.PIPE, text=True)


def done_jobs(server):
    text = tool("wax-work", "--redis", server.url, "--queue-status").stdout
    return dict(line.rsplit(" ", 1) for line in text.splitlines())


def every_job_has_one_result(folder, server):
    lines = "".join(f"job-{i}\n" for i in range(JOBS))
    added = tool("wax-work", "--redis", server.url, "--add", "-", input=lines)
    check(f"added {JOBS}, known 0" in added.stderr, added.stderr)
    log = os.path.join(folder, "log")
    workers = [worker(server, "sh", "-c", f"echo {{}} >> {log}; sleep 0.1")
               for _ in range(4)]
    while not os.path.exists(log) or len(open(log).readlines()) < 12:
        time.sleep(0.05)
    for one in workers[:2]:
        one.send_signal(signal.SIGKILL)
        one.wait()
    time.sleep(0.3)
    server.kill()
    time.sleep(1)
    server.start()
    for one in workers[2:]:
        _, messages = one.communicate(timeout=100)
        check(one.returncode == 0, one.returncode, messages)
        check("waits for the queue: " in messages, messages)
    results = [json.loads(line) for line in tool(
        "wax-work", "--redis", server.url, "--results").stdout.splitlines()]
    check(sorted(one["job"] for one in results) ==
          sorted(f"job-{i}" for i in range(JOBS)), results)
    names = {one["worker"] for one in results}
    check(2 <= len(names) <= 4, names)
    runs = len(open(log).readlines())
    check(JOBS <= runs <= JOBS + 8, "commands ran", runs)
    status = done_jobs(server)
    check(status == {"waiting": "0", "running": "0", "done": str(JOBS),
                     "failed": "0"}, status)
    print(f"{JOBS} jobs, {runs} commands, {len(names)} workers with results")


def failures_are_grouped(server):
    queue = ["--redis", server.url, "--queue", "bad"]
    tool("wax-work", *queue, "--add", "-", input="1\n2\n3\n")
    run = tool("wax-work", *queue, "--attempts", "2", "--", "sh", "-c",
               "test {} = 3 || { echo why >&2; exit {}; }")
    check(run.returncode == 1, run)
    check(run.stderr.count("1: exit code 1: why") == 2, run.stderr)
    status = tool("wax-work", *queue, "--queue-status")
    check(status.returncode == 1, status)
    check("failed 2\n  exit code 1 1\n  exit code 2 1\n" in status.stdout,
          status.stdout)
    failed = tool("wax-work", *queue, "--failures")
    check(failed.stdout == "1\texit code 1\n2\texit code 2\n", failed.stdout)
    again = tool("wax-work", *queue, "--retry-failed")
    check("put back 2" in again.stderr, again.stderr)
    run = tool("wax-work", *queue, "--", "true")
    check(run.returncode == 0 and "done 2" in run.stderr, run)


def a_full_server_says_so(server):
    queue = ["--redis", server.url, "--queue", "full"]
    subprocess.run(["redis-cli", "-p", str(server.port), "config", "set",
                    "maxmemory", "1"], check=True, stdout=subprocess.DEVNULL)
    added = tool("wax-work", *queue, "--add", "-", input="1\n")
    check(added.returncode == 2 and "OOM" in added.stderr, added)
    status = tool("wax-work", *queue, "--queue-status")
    check(status.returncode == 0 and "waiting 0" in status.stdout, status)
    subprocess.run(["redis-cli", "-p", str(server.port), "config", "set",
                    "maxmemory", "0"], check=True, stdout=subprocess.DEVNULL)


def archives_are_imported(folder, server):
    """The example of the manual page: a segment for each archive."""
    crawl = os.path.join(os.path.dirname(__file__), "../../examples/crawl")
    archives = sorted(os.path.join(crawl, name) for name in os.listdir(crawl)
                      if "arc" in name)
    urls = "".join(os.path.abspath(one) + "\n" for one in archives)
    queue = ["--redis", server.url, "--queue", "import"]
    tool("wax-work", *queue, "--add", "-", input=urls)
    segments = os.path.join(folder, "segments")
    os.mkdir(segments)
    run = tool("wax-work", *queue, "--at-once", "2", "--", "sh", "-c",
               f"{BIN}/wax-import -q -f -o {segments}/$(basename {{}}) {{}}")
    check(run.returncode == 0, run.stderr)
    check(len(os.listdir(segments)) == len(archives), os.listdir(segments))


def metrics_are_served(server):
    queue = ["--redis", server.url, "--queue", "seen"]
    tool("wax-work", *queue, "--add", "-", input="1\n")
    process = subprocess.Popen(
        [os.path.join(BIN, "wax-work"), *queue, "--stay", "--listen",
         "127.0.0.1:0", "--", "true"], stderr=subprocess.PIPE, text=True)
    try:
        line = process.stderr.readline()
        url = line.split()[-1]
        host, port = url.split("/")[2].split(":")
        for _ in range(100):
            with socket.create_connection((host, int(port))) as client:
                client.sendall(b"GET /metrics HTTP/1.0\r\nHost: x\r\n\r\n")
                answer = b""
                while piece := client.recv(65536):
                    answer += piece
            if b'wax_jobs{state="done"} 1\n' in answer:
                return
            time.sleep(0.05)
        raise AssertionError(answer)
    finally:
        process.kill()
        process.communicate()


def main():
    if not shutil.which("redis-server"):
        print("skipped: redis-server is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        server.start()
        try:
            every_job_has_one_result(folder, server)
            failures_are_grouped(server)
            a_full_server_says_so(server)
            archives_are_imported(folder, server)
            metrics_are_served(server)
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
