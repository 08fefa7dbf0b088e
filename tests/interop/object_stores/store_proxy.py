#!/usr/bin/env python3
"""A proxy before an object store: it counts requests, checks signatures, and
fails at random.

usage: store_proxy.py STORE_URL

Prints its address. It ends with its input. GET /-/seen gives the requests since
the last time, PUT /-/plan takes a plan in JSON:
  keys       {access key: secret key}: signatures are checked
  seed       of the random numbers
  busy       how many of 1 are answered by 503 SlowDown
  cut        how many of 1 are cut off: before the store has them, before the
             answer, or in it
  region     that of the bucket: others are told so
Needs botocore.
"""

import hashlib
import http.client
import http.server
import json
import random
import sys
import threading
import urllib.parse

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

STORE = urllib.parse.urlsplit(sys.argv[1])
LOCK = threading.Lock()
SEEN = []
PLAN = {}
RANDOM = random.Random(1)


def error(code, message="of the proxy"):
    return ("<Error><Code>%s</Code><Message>%s</Message></Error>"
            % (code, message)).encode()


def parts_of(authorization):
    """Credential=..., SignedHeaders=..., Signature=..."""
    return dict(part.strip().split("=", 1)
                for part in authorization.split(" ", 1)[1].split(","))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def cut(self):
        self.close_connection = True

    def refusal(self, body):
        """What is wrong with the signature, as code and status; or None."""
        authorization = self.headers.get("Authorization")
        if "keys" not in PLAN or authorization is None:
            return None
        parts = parts_of(authorization)
        key, day, region, service, end = parts["Credential"].split("/")
        if key not in PLAN["keys"]:
            return "InvalidAccessKeyId"
        stated = self.headers["x-amz-content-sha256"]
        if stated not in ("UNSIGNED-PAYLOAD", hashlib.sha256(body).hexdigest()):
            return "XAmzContentSHA256Mismatch"
        signed = parts["SignedHeaders"].split(";")
        request = AWSRequest(
            method=self.command,
            url="http://%s%s" % (self.headers["Host"], self.path),
            headers={name: self.headers[name] for name in signed})
        request.context["timestamp"] = self.headers["x-amz-date"]
        auth = S3SigV4Auth(Credentials(key, PLAN["keys"][key]), service, region)
        wanted = auth.signature(
            auth.string_to_sign(request, auth.canonical_request(request)),
            request)
        all_signed = {"host", "x-amz-date", "x-amz-content-sha256"} | {
            name.lower() for name in self.headers
            if name.lower().startswith("x-amz-")}
        if wanted != parts["Signature"] or not all_signed <= set(signed):
            return "SignatureDoesNotMatch"
        if (day, end) != (self.headers["x-amz-date"][:8], "aws4_request"):
            return "AuthorizationHeaderMalformed"
        return None

    def control(self, body):
        with LOCK:
            if self.path == "/-/plan":
                PLAN.clear()
                PLAN.update(json.loads(body))
                RANDOM.seed(PLAN.get("seed", 1))
                SEEN.clear()
                return self.answer(200, b"")
            seen = json.dumps(SEEN).encode()
            SEEN.clear()
        return self.answer(200, seen)

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path.startswith("/-/"):
            return self.control(body)
        with LOCK:
            SEEN.append([self.command, self.path, self.headers.get("Range"),
                         "Authorization" in self.headers])
            busy = RANDOM.random() < PLAN.get("busy", 0)
            cut = RANDOM.random() < PLAN.get("cut", 0)
            how = RANDOM.choice(["before", "after", "within"])
        if busy:
            return self.answer(503, error("SlowDown"))
        if cut and how == "before":
            return self.cut()
        refused = self.refusal(body)
        if refused is not None:
            return self.answer(403, error(refused))
        region = PLAN.get("region")
        if region and "/%s/s3/" % region not in self.headers["Authorization"]:
            return self.answer(400, error("AuthorizationHeaderMalformed"),
                               [("x-amz-bucket-region", region)])
        store = http.client.HTTPConnection(STORE.hostname, STORE.port)
        try:
            store.putrequest(self.command, self.path, skip_host=True,
                             skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name == "Expect":
                    continue
                store.putheader(name, value)
            store.endheaders(body)
            given = store.getresponse()
            text = given.read()
            headers = [(n, v) for n, v in given.getheaders()
                       if n.lower() not in ("content-length", "connection",
                                            "transfer-encoding", "server",
                                            "date")]
        finally:
            store.close()
        if cut and how == "after":
            return self.cut()
        if not cut:
            return self.answer(given.status, text, headers)
        self.send_response(given.status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text[:len(text) // 2])
        return self.cut()

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = serve


SERVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
SERVER.daemon_threads = True
threading.Thread(target=SERVER.serve_forever, daemon=True).start()
print("http://127.0.0.1:%d" % SERVER.server_address[1], flush=True)
sys.stdin.read()
