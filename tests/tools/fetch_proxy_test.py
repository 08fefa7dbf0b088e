#!/usr/bin/env python3
"""wax-fetch through proxies: usage: fetch_proxy_test.py BIN"""
import base64
import glob
import gzip
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading

BIN = os.path.abspath(sys.argv[1])
LOGIN = "archive:s3cret:x%41"


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for line in (source, target):
        try:
            line.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def join(one, other):
    threading.Thread(target=copy, args=(one, other), daemon=True).start()
    copy(other, one)


class Listener:
    def __init__(self, context=None):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = context
        self.heads = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.begin, args=[client], daemon=True).start()

    def begin(self, client):
        try:
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            self.connection(client)
        except OSError:
            pass
        finally:
            client.close()

    @staticmethod
    def head(client):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = client.recv(1)
            if not byte:
                return b""
            head += byte
        return head


class Site(Listener):
    def connection(self, client):
        while head := self.head(client):
            self.heads.append(head.decode())
            if b"robots.txt" in head:
                client.sendall(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")
            elif b"/login" in head:  # as proxies answer
                client.sendall(b"HTTP/1.1 407 Own\r\nContent-Length: 4\r\n\r\nsite")
            else:
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage")


class HttpProxy(Listener):
    """Connects names of `sites` to ports of this machine."""

    def __init__(self, sites, context=None):
        super().__init__(context)
        self.sites = sites
        self.refusals = []  # answers in place of the next ones

    def connection(self, client):
        head = self.head(client).decode()
        if not head:
            return
        self.heads.append(head)
        wanted = "Basic " + base64.b64encode(LOGIN.encode()).decode()
        name = head.split()[1]
        if self.refusals:
            client.sendall(self.refusals.pop(0))
        elif wanted not in head:
            client.sendall(b"HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=x\r\n"
                           b"Content-Length: 6\r\n\r\nproxy!")
        elif name not in self.sites:
            client.sendall(b"HTTP/1.1 502 Bad\r\nContent-Length: 6\r\n\r\nproxy!")
        else:
            server = socket.create_connection(("127.0.0.1", self.sites[name]))
            client.sendall(b"HTTP/1.1 200 Connected\r\nVia: proxy\r\n\r\n")
            join(client, server)


class SocksProxy(Listener):
    def __init__(self, sites):
        super().__init__()
        self.sites = sites

    def connection(self, client):
        count = client.recv(2)[1]
        client.recv(count)
        client.sendall(b"\x05\x00")
        kind = client.recv(4)[3]
        assert kind == 3, "the proxy resolves names"
        name = client.recv(client.recv(1)[0]).decode()
        port, = struct.unpack(">H", client.recv(2))
        self.heads.append(f"{name}:{port}")
        if self.heads[-1] not in self.sites:
            client.sendall(b"\x05\x04\x00\x01" + bytes(6))  # host unreachable
            return
        server = socket.create_connection(("127.0.0.1", self.sites[self.heads[-1]]))
        client.sendall(b"\x05\x00\x00\x01" + bytes(6))
        join(client, server)


def check(is_right, *what):
    if not is_right:
        raise AssertionError(" ".join(str(one) for one in what))


def fetch(folder, urls, *options, code=0):
    shutil.rmtree(folder, ignore_errors=True)
    environment = {name: value for name, value in os.environ.items()
                   if not name.lower().endswith("_proxy")}
    environment["http_proxy"] = "http://127.0.0.1:9"  # is not used
    end = subprocess.run(
        [f"{BIN}/wax-fetch", "--agent", "mybot", "--contact", "https://bot.example/",
         "--delay", "0", "--tries", "1", "-o", folder, *options],
        input="".join(url + "\n" for url in urls), capture_output=True, text=True,
        check=False, env=environment)
    check(end.returncode == code, options, end.returncode, end.stderr)
    return end.stderr


def archives(folder):
    return "".join(gzip.open(name, "rt", encoding="latin-1", newline="").read()
                   for name in glob.glob(f"{folder}/*.warc.gz"))


def failures(folder):
    with open(f"{folder}/failed.tsv", encoding="utf-8") as file:
        return [line.split("\t")[:2] for line in file]


def make_certificate(name):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", name,
         "-out", name + ".crt", "-days", "2", "-subj", "/CN=site.example", "-addext",
         "subjectAltName=DNS:site.example,IP:127.0.0.1"], check=True, capture_output=True)
    with open(name, "a", encoding="utf-8") as both, \
            open(name + ".crt", encoding="utf-8") as certificate:
        both.write(certificate.read())
    return name


def main():
    work = tempfile.mkdtemp()
    os.chdir(work)
    certificate = make_certificate("certificate")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    plain, secure = Site(), Site(context)
    sites = {"site.example:80": plain.port, "site.example:443": secure.port}
    with open("login", "w", encoding="utf-8") as file:
        file.write(LOGIN + "\n")
    urls = ["http://site.example/a", "https://site.example/b", "http://site.example/login"]

    # Requests and answers are those of the server, and nothing is of the proxy.
    for scheme, proxy in (("http", HttpProxy(sites)), ("https", HttpProxy(sites, context))):
        fetch("out", urls, "--proxy", f"{scheme}://127.0.0.1:{proxy.port}",
              "--proxy-login", "login", "--ca-certificates", "certificate.crt")
        text = archives("out")
        check(text.count("\r\n\r\npage") == 2 and "407 Own" in text, text)
        for word in ("CONNECT", "Proxy-", "s3cret", "Via:", "WARC-IP-Address", "dns:",
                     base64.b64encode(LOGIN.encode()).decode()):
            check(word not in text, word, text)
        check(f"proxy: {scheme}://127.0.0.1:{proxy.port}\r\n" in text, text)
        check("GET /a HTTP/1.1\r\nHost: site.example\r\n" in text, text)
        check("Proxy-" not in "".join(plain.heads + secure.heads), plain.heads)
        check(len(re.findall("WARC-Protocol: tls", text)) == 4, text)
        check({head.split()[1] for head in proxy.heads} == set(sites), proxy.heads)

    # What the proxy says is no answer of a site.
    proxy = HttpProxy(sites)
    at_proxy = ["--proxy", f"http://127.0.0.1:{proxy.port}"]
    fetch("out", urls[:2], *at_proxy, code=1)
    check(failures("out") == [[url, "proxy login"] for url in urls[:2]], failures("out"))
    # Another try does not help, and the site has but one robots.txt.
    check(len(proxy.heads) == 2, proxy.heads)
    check("proxy!" not in archives("out"), archives("out"))
    at_proxy += ["--proxy-login", "login"]
    fetch("out", ["http://other.example/"], *at_proxy, code=1)
    check(failures("out") == [["http://other.example/", "unreachable"]], failures("out"))
    proxy.refusals = [b"", b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"]
    fetch("out", ["http://site.example/1", "http://www.site.example/2"], *at_proxy, code=1)
    check([reason for _, reason in failures("out")] == ["proxy"] * 2, failures("out"))
    fetch("out", urls[1:2], *at_proxy, code=1)  # the site's certificate is not trusted
    check(failures("out") == [[urls[1], "tls"]], failures("out"))
    fetch("out", urls[:1], "--proxy", "http://127.0.0.1:1", code=1)
    check(failures("out") == [[urls[0], "proxy"]], failures("out"))
    fetch("out", urls[:1], "--proxy", "http://no-such-host.invalid:3128", code=1)
    check(failures("out") == [[urls[0], "proxy"]], failures("out"))

    # Addresses that are known to be private are not asked for.
    asked = len(proxy.heads)
    private = ["http://127.0.0.1/", "http://2130706433/", "http://localhost/",
               "http://[::1]/", "http://10.1.2.3/"]
    fetch("out", private, *at_proxy, code=1)
    check([reason for _, reason in failures("out")] == ["private"] * len(private),
          failures("out"))
    check(len(proxy.heads) == asked, proxy.heads[asked:])

    # SOCKS 5.
    socks = SocksProxy(sites)
    fetch("out", urls, "--proxy", f"socks5h://127.0.0.1:{socks.port}",
          "--ca-certificates", "certificate.crt")
    text = archives("out")
    check(text.count("\r\n\r\npage") == 2 and "WARC-IP-Address" not in text, text)
    check(set(socks.heads) == set(sites), socks.heads)
    fetch("out", ["http://other.example/"], "--proxy",
          f"socks5h://127.0.0.1:{socks.port}", code=1)
    check(failures("out") == [["http://other.example/", "unreachable"]], failures("out"))

    # What is no URL of a proxy is refused.
    for url, words in (("socks5://a.example:1", "socks5h://"), ("a.example:1", "begins with"),
                       ("http://a.example", "a port"), ("http://u:p@a.example:1", "no user"),
                       ("http://a.example:0", "a port")):
        message = fetch("out", urls, "--proxy", url, code=2)
        check(words in message, url, message)
    with open("no-login", "w", encoding="utf-8") as file:
        file.write("\n")
    check("USER:PASSWORD" in fetch("out", urls, *at_proxy[:2], "--proxy-login", "no-login",
                                   code=2), "no login")
    os.chdir("/")
    shutil.rmtree(work)
    print("ok")


main()
