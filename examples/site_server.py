#!/usr/bin/env python3
"""Serves examples/site as it was at one of its versions, as an HTTP proxy.

usage: site_server.py VERSION PORT-FILE

Every file comes from the newest version folder up to VERSION that has it. The
server listens on a free port of the loopback interface and writes its number
to PORT-FILE. Only www.waxwing-valley.example is served; nothing is forwarded.
"""
import gzip
import http.server
import pathlib
import sys
import urllib.parse

SITE = pathlib.Path(__file__).resolve().parent / "site"
HOST = "www.waxwing-valley.example"
TYPES = {
    ".html": "text/html",
    ".txt": "text/plain",
    ".css": "text/css",
    ".js": "application/x-javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".pdf": "application/pdf",
}


def read_rules():
    rules = {}
    for line in (SITE / "rules.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            path, *words = line.split("\t")
            rules[path] = dict((w.split("=", 1) + [""])[:2] for w in words)
    return rules


def find_file(version, name):
    for folder in sorted(SITE.iterdir(), reverse=True):
        if folder.is_dir() and folder.name <= version:
            if (folder / name).is_file():
                return folder / name
    return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Millpond/1.3"
    sys_version = ""

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.hostname != HOST:
            self.answer(502, b"This proxy knows one site.\n", "text/plain")
            return
        path = url.path or "/"
        rule = self.server.rules.get(path, {})
        if url.query and "any-query" not in rule:
            rule = self.server.rules.get(path + "?" + url.query, {})
        if "redirect" in rule:
            code, target = rule["redirect"].split(" ")
            self.answer(int(code), b"", "text/html",
                        {"Location": "http://" + HOST + target})
            return
        name = rule.get("file") or path.lstrip("/")
        if name == "" or name.endswith("/"):
            name += "index.html"
        file = find_file(self.server.version, name)
        if self.server.version > rule.get("until", "9999"):
            file = None
        if file is None:
            page = find_file(self.server.version, "404.html").read_bytes()
            self.answer(404, page, "text/html")
            return
        kind = rule.get("type") or TYPES.get(file.suffix, "text/plain")
        headers = {}
        if "header" in rule:
            key, value = rule["header"].split(": ", 1)
            headers[key] = value
        body = file.read_bytes()
        if "gzip" in rule:
            body = gzip.compress(body, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self.answer(200, body, kind, headers, "chunked" in rule)

    def answer(self, code, body, kind, headers={}, chunked=False):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        for key, value in headers.items():
            self.send_header(key, value)
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
            step = 500
            parts = [body[i:i + step] for i in range(0, len(body), step)]
            body = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in parts)
            body += b"0\r\n\r\n"
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def main():
    version, port_file = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.version = version
    server.rules = read_rules()
    port = pathlib.Path(port_file)
    part = port.with_suffix(".part")
    part.write_text(str(server.server_port))
    part.rename(port)
    server.serve_forever()


if __name__ == "__main__":
    main()
