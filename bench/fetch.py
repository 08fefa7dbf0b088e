#!/usr/bin/env python3
"""Measures wax-fetch: 2,000 hosts with 200,000 pages, delays of 0 to 2 seconds by host.

usage: bench/fetch.py PAGES-FOLDER BIN [HOSTS [PAGES [COMMAND]]]

PAGES-FOLDER has HTML files, at any depth; nginx serves them at loopback addresses. HOSTS and
PAGES are factors of the numbers of hosts and of their pages (default: 1). Prints a row of a
Markdown table: URLs, seconds, URLs a second, CPU seconds, URLs a CPU second, MB of memory,
CPU seconds of the servers; then how polite it was, by the servers' log: of all hosts, the requests that began before the one
before had ended, and those that came before the host's delay was over. With "wget" as COMMAND,
a wget for each host, 64 at once, does the same.
"""
import collections
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

PORT = 18573
DELAYS = {0: 200, 0.25: 120, 0.5: 90, 1: 60, 2: 30}  # and the pages of a host

CONFIG = """
user root; worker_processes 1; daemon off; pid nginx.pid; error_log error.log;
worker_rlimit_nofile 40000;
events {{ worker_connections 16000; }}
http {{
  log_format times '$server_addr $msec $request_time $uri';
  access_log access.log times buffer=64k;
  types {{ text/html html; }}
  keepalive_requests 100000; keepalive_timeout 60;
  open_file_cache max=5000; sendfile on;
  map_hash_max_size 8192;
  map $server_addr $delay {{ {delays} }}
  server {{
    {listen}
    root pages;
    location = /robots.txt {{ return 200 "User-agent: *\\nCrawl-delay: $delay\\n"; }}
  }}
}}
"""


def hosts(factor, page_factor):
    delays = list(DELAYS.items())
    for i in range(int(2000 * factor)):
        delay, pages = delays[i % len(delays)]
        yield f"127.{1 + i // 250}.0.{1 + i % 250}", delay, max(1, round(pages * page_factor))


def cpu_of(pid):
    seconds = 0.0
    for child in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True,
                                check=False).stdout.split() + [str(pid)]:
        with open(f"/proc/{child}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def judge(log, delays):
    """Requests of a host that overlap, those that come too soon, and the least margin."""
    ends = {}
    counts = collections.Counter()
    least = 1e9
    with open(log, encoding="ascii") as file:
        requests = sorted((float(end) - float(took), float(end), host)
                          for host, end, took, _ in map(str.split, file))
    for begin, end, host in requests:
        counts["requests"] += 1
        if host in ends:
            gap = begin - ends[host]
            if gap < -0.0015:  # the log has milliseconds
                counts["at once"] += 1
            if gap < delays[host] - 0.0015:
                counts["too soon"] += 1
            if delays[host] > 0:
                least = min(least, gap - delays[host])
        ends[host] = max(end, ends.get(host, 0))
    return counts, least


def main():
    folder, tools = map(os.path.abspath, sys.argv[1:3])
    factors = [float(each) for each in sys.argv[3:5]]
    world = list(hosts(*factors, *[1] * (2 - len(factors))))
    use_wget = sys.argv[5:] == ["wget"]
    found = sorted(os.path.join(at, name) for at, _, names in os.walk(folder)
                   for name in names if name.endswith(".html"))
    out = tempfile.mkdtemp(prefix="wax-bench-fetch")
    os.chdir(out)
    os.mkdir("pages")
    number = 0
    by_host = {}
    with open("list", "w", encoding="ascii") as urls:
        for host, _, pages in world:
            by_host[host] = [f"http://{host}:{PORT}/{number + i}.html" for i in range(pages)]
            number += pages
            urls.write("".join(url + "\n" for url in by_host[host]))
    for i in range(number):
        os.symlink(found[i * 7919 % len(found)], f"pages/{i}.html")
    delays = {host: delay for host, delay, _ in world}
    with open("nginx.conf", "w", encoding="ascii") as file:
        file.write(CONFIG.format(
            delays=" ".join(f"{host} {delay};" for host, delay in delays.items()),
            listen=" ".join(f"listen {host}:{PORT};" for host in delays)))
    server = subprocess.Popen(["nginx", "-p", out, "-c", out + "/nginx.conf"])
    time.sleep(3)
    begin = time.monotonic()
    before = cpu_of(server.pid)
    if use_wget:
        os.mkdir("lists")
        for host, urls in by_host.items():
            with open(f"lists/{host}", "w", encoding="ascii") as file:
                file.write("".join(url + "\n" for url in urls))
        with open("hosts", "w", encoding="ascii") as file:
            file.write("".join(f"{host} {delay}\n" for host, delay in delays.items()))
        subprocess.run("xargs -P 64 -L 1 sh -c 'wget -q --no-config --wait=$1 --warc-file=$0 "
                       "--no-warc-keep-log --delete-after -P t/$0 -i lists/$0' <hosts",
                       shell=True, check=False)
    else:
        subprocess.run([tools + "/wax-fetch", "--agent", "bench", "--contact",
                        "https://example.org/bot", "--allow-private", "--delay", "0", "-c",
                        "1000", "-o", "crawl", "list"], check=False)
    seconds = time.monotonic() - begin
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    of_server = cpu_of(server.pid) - before
    server.terminate()
    server.wait()
    cpu = usage.ru_utime + usage.ru_stime
    print(f"| {'wget' if use_wget else 'wax fetch'} | {number} | {seconds:.1f} "
          f"| {number / seconds:.0f} | {cpu:.1f} | {number / cpu:.0f} "
          f"| {usage.ru_maxrss / 1024:.0f} | {of_server:.1f} |")
    counts, least = judge("access.log", delays)
    print(f"requests {counts['requests']}, at once {counts['at once']}, too soon "
          f"{counts['too soon']}, least margin {least * 1000:.0f} ms")
    shutil.rmtree(out)


if __name__ == "__main__":
    main()
