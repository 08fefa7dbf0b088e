#!/usr/bin/env python3
"""wax-fetch with TLS and HTTP/2: usage: fetch_tls_test.py BIN

The server speaks as much of HTTP/2 as answers need, since no other one may be installed.
"""
import glob
import gzip
import os
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading

BIN = os.path.abspath(sys.argv[1])
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, RESET, SETTINGS, GOAWAY = 1, 3, 4, 7


def literal(name, value):
    """A field of HPACK that is written out."""
    return bytes([0, len(name)]) + name + bytes([len(value)]) + value


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(
        ">I", stream) + payload


class Server:
    """Answers in HTTP/2 where the client offers it, else in HTTP/1.1."""

    def __init__(self, certificate):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.context.set_alpn_protocols(["h2", "http/1.1"])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.answers = 0
        self.resets = []  # kinds of frames in place of the next answers
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            plain, _ = self.listener.accept()
            threading.Thread(target=self.connection, args=[plain], daemon=True).start()

    def connection(self, plain):
        try:
            with self.context.wrap_socket(plain, server_side=True) as client:
                stream = client.makefile("rwb", buffering=0)
                if client.selected_alpn_protocol() == "h2":
                    self.frames(stream)
                else:
                    self.lines(stream)
        except (OSError, ssl.SSLError):
            pass

    def lines(self, stream):
        while line := stream.readline():
            if line == b"\r\n":
                stream.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage")

    def frames(self, stream):
        assert stream.read(len(PREFACE)) == PREFACE
        stream.write(frame(SETTINGS, 0, 0))
        while head := stream.read(9):
            size, kind, number = int.from_bytes(head[:3], "big"), head[3], head[5:]
            while size > 0:
                size -= len(stream.read(size))
            if kind == SETTINGS and not head[4] & 1:
                stream.write(frame(SETTINGS, 1, 0))
            if kind != HEADERS:
                continue
            number = int.from_bytes(number, "big")
            if self.answers > 0 and self.resets:
                reset = self.resets.pop()
                stream.write(frame(reset, 0, number if reset == RESET else 0,
                                   struct.pack(">I", 2) * (1 if reset == RESET else 2)))
                if reset == GOAWAY:
                    return
                continue
            self.answers += 1
            stream.write(frame(HEADERS, 4, number, b"\x88" + literal(b"content-type", b"text/html"))
                         + frame(0, 1, number, b"page"))


AUTHORITY = """
[ca]
default_ca = this
[this]
database = database
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:localhost
basicConstraints = CA:true
"""


def make_certificate(name, begin, end):
    """Signed by itself; valid from one date (YYMMDD) to another."""
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    for file, content in (("ca.cnf", AUTHORITY), ("database", ""), ("serial", "01")):
        with open(file, "w", encoding="ascii") as out:
            out.write(content)
    openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", name, "-out", "request",
            "-subj", "/CN=localhost")
    openssl("ca", "-batch", "-config", "ca.cnf", "-selfsign", "-keyfile", name, "-in", "request",
            "-notext", "-out", name + ".part", "-startdate", begin + "000000Z", "-enddate",
            end + "000000Z")
    with open(name, "ab") as whole, open(name + ".part", "rb") as part:
        whole.write(part.read())
    return name


def fetch(server, folder, *options, path="/a"):
    run = subprocess.run([BIN + "/wax-fetch", "-o", folder, "--agent", "mybot", "--contact",
                          "https://bot.example/", "--allow-private", "--delay", "0", *options],
                         input=f"https://localhost:{server.port}{path}\n", capture_output=True,
                         text=True, check=False)
    text = b"".join(gzip.open(name).read() for name in glob.glob(folder + "/*.warc.gz"))
    return run, text


def failure(folder):
    with open(folder + "/failed.tsv", encoding="utf-8") as file:
        return [line.split("\t")[1] for line in file]


def main():
    certificate = make_certificate("valid.pem", "200101", "491231")
    trusted = ["--ca-certificates", certificate]
    server = Server(certificate)
    run, text = fetch(server, "two", "--http2", *trusted)
    assert run.returncode == 0, run
    assert text.count(b"\r\nHTTP/1.1 200 \r\ncontent-type: text/html\r\n\r\npage") == 2, text
    assert b"\r\nGET /a HTTP/1.1\r\nHost: localhost:" in text, text
    assert b"HTTP/2" not in text, text
    # robots.txt and the page, response and request.
    assert text.count(b"WARC-Protocol: h2\r\nWARC-Protocol: tls/1.3\r\n"
                      b"WARC-Cipher-Suite: TLS_") == 4, text
    assert text.count(b"WARC-Target-URI: dns:localhost\r\n") == 1, text
    assert b"\nlocalhost.\tIN\tA\t127.0.0.1\n" in text, text
    run, text = fetch(server, "one", *trusted)
    assert run.returncode == 0 and text.count(b"WARC-Protocol: http/1.1\r\n") == 4, text
    check = subprocess.run([BIN + "/wax-warc-check", *glob.glob("two/*.gz")],
                           capture_output=True, text=True, check=False)
    assert check.returncode == 0 and not check.stdout, check

    # Streams and connections that end before their answer are tried again.
    server.resets = [RESET, GOAWAY]
    run, text = fetch(server, "reset", "--http2", "--tries", "4", *trusted)
    assert run.returncode == 0 and text.count(b"\r\n\r\npage") == 2, (run, text)
    server.resets = [RESET] * 50
    run, text = fetch(server, "resets", "--http2", "--tries", "2", *trusted)
    assert run.returncode == 1 and failure("resets") == ["no answer"], run

    # Certificates that nobody trusts, and one that is over.
    run, text = fetch(server, "strange")
    assert run.returncode == 1 and failure("strange") == ["tls"], run
    for name, begin, end in (("over", "200101", "200102"), ("early", "480101", "491231")):
        certificate = make_certificate(name + ".pem", begin, end)
        run, text = fetch(Server(certificate), name, "--ca-certificates", certificate)
        assert run.returncode == 1 and failure(name) == ["tls"], run
    run, text = fetch(server, "name", *trusted)
    with open("name/failed-hosts.tsv", encoding="utf-8") as file:
        assert file.read() == "host\turls\treasons\n"


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("skipped: openssl is not installed")
        sys.exit(77)
    FOLDER = tempfile.mkdtemp(prefix="wax-fetch-tls")
    os.chdir(FOLDER)
    try:
        main()
    finally:
        os.chdir("/")
        shutil.rmtree(FOLDER)
