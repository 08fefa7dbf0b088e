"""A stand-in for HDFS: a namenode and a datanode that speak WebHDFS."""

import http.server
import json
import random
import threading
import urllib.parse


class Hdfs:
    """As long as a `with` block; files[path] are the bytes of a file."""

    def __init__(self, seed):
        self.files = {}
        self.times = {}
        self.seen = []
        self.cut = 0  # how many of 1 are cut off in the middle
        self.user = None  # the only one who may, if there is one
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.node = self.server(DataNode)
        self.name = self.server(NameNode)
        self.url = "hdfs://127.0.0.1:%d" % self.name.server_address[1]

    def server(self, handler):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        server.hdfs = self
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in (self.node, self.name):
            server.shutdown()
            server.server_close()

    def write(self, path, body):
        self.files[path] = body
        self.times[path] = self.times.get(path, 1000) + 1

    def is_folder(self, path):
        return any(file.startswith(path.rstrip("/") + "/")
                   for file in self.files)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", headers=()):
        cut = False
        with self.server.hdfs.lock:
            cut = self.server.hdfs.random.random() < self.server.hdfs.cut
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:len(body) // 2] if cut and body else body)
        if cut:
            self.close_connection = True

    def answer_json(self, value, status=200):
        self.answer(status, json.dumps(value).encode(),
                    [("Content-Type", "application/json")])

    def refuse(self, status, exception, text):
        self.answer_json({"RemoteException": {
            "exception": exception, "message": text,
            "javaClassName": "org.apache.hadoop." + exception}}, status)

    def serve(self):
        parts = urllib.parse.urlsplit(self.path)
        query = {name: values[0] for name, values in
                 urllib.parse.parse_qs(parts.query).items()}
        path = urllib.parse.unquote(parts.path)[len("/webhdfs/v1"):]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        hdfs = self.server.hdfs
        with hdfs.lock:
            hdfs.seen.append((self.command, query["op"], path,
                              query.get("offset"), query.get("length")))
        self.carry_out(hdfs, query["op"], path, query, body)

    do_GET = do_PUT = do_POST = do_DELETE = serve


class NameNode(Handler):
    def status(self, hdfs, path, suffix):
        if path in hdfs.files:
            return {"pathSuffix": suffix, "type": "FILE",
                    "length": len(hdfs.files[path]),
                    "modificationTime": hdfs.times.get(path, 1)}
        return {"pathSuffix": suffix, "type": "DIRECTORY", "length": 0,
                "modificationTime": 1}

    def carry_out(self, hdfs, operation, path, query, _):
        if hdfs.user and query.get("user.name") != hdfs.user:
            return self.refuse(403, "AccessControlException",
                               "Permission denied: user=dr.who")
        is_there = path in hdfs.files or hdfs.is_folder(path)
        if operation in ("GETFILESTATUS", "LISTSTATUS", "OPEN",
                         "APPEND") and not is_there:
            return self.refuse(404, "FileNotFoundException",
                               "File does not exist: " + path)
        if operation == "GETFILESTATUS":
            return self.answer_json({"FileStatus": self.status(hdfs, path,
                                                               "")})
        if operation == "LISTSTATUS":
            start = path.rstrip("/") + "/"
            names = sorted({file[len(start):].split("/")[0]
                            for file in hdfs.files if file.startswith(start)})
            return self.answer_json({"FileStatuses": {"FileStatus": [
                self.status(hdfs, start + name, name) for name in names]}})
        if operation in ("OPEN", "CREATE", "APPEND"):
            return self.answer(307, headers=[
                ("Location", "http://127.0.0.1:%d%s&namenoderpcaddress=x"
                 % (hdfs.node.server_address[1], self.path))])
        if operation == "DELETE":
            hdfs.files.pop(path, None)
            return self.answer_json({"boolean": True})
        if operation == "RENAME":
            to = query["destination"]
            if to in hdfs.files and query.get("renameoptions") != "OVERWRITE":
                return self.answer_json({"boolean": False})
            hdfs.write(to, hdfs.files.pop(path))
            return self.answer_json({"boolean": True})
        return self.refuse(400, "UnsupportedOperationException", operation)


class DataNode(Handler):
    def carry_out(self, hdfs, operation, path, query, body):
        if operation == "OPEN":
            start = int(query.get("offset", 0))
            end = start + int(query.get("length", 1 << 40))
            return self.answer(200, hdfs.files[path][start:end])
        if operation == "CREATE":
            hdfs.write(path, body)
            return self.answer(201)
        hdfs.write(path, hdfs.files[path] + body)
        return self.answer(200)
