#!/usr/bin/env python3
"""Serves the sites of 05-streams.sh, as an HTTP proxy.

usage: streams_server.py PORT-FILE

A newspaper with a feed, a stream of posts, a service of short links, and a shop that is
gone. The server listens on a free port of the loopback interface and writes its number to
PORT-FILE. Nothing is forwarded.
"""
import http.server
import json
import sys

NEWS = "http://news.valley.example"
PAGES = {
    "castles": "The two castles. A road leads from one castle to the other, past the mill.",
    "birds": "Waxwings in the valley. They come in winter, and eat the berries at the castle.",
    "mill": "The castle mill. The castle had a mill, the castle mill, below the castle wall.",
}
SHORT = {"1": f"{NEWS}/castles.html", "2": f"{NEWS}/birds.html",
         "3": "http://shop.example/offer", "4": f"{NEWS}/castles.html"}
POSTS = [  # author, text; "RT" repeats a post
    ("ann", "What a road: two castles in a day http://s.example/1"),
    ("bob", "RT @ann: What a road: two castles in a day"),
    ("eve", "We saw both of them! http://s.example/4"),
    ("joe", "The birds are back http://s.example/2"),
    ("joe", "Cheap! http://s.example/3"),
    ("sue", f"Sunday walk {NEWS}/castles.html"),
    ("tom", "I should not have said that http://s.example/2"),
]


def feed():
    items = "".join(
        f"<item><title>{text.split('.')[0]}</title><link>{NEWS}/{name}.html</link>"
        f"<pubDate>Wed, 14 Jul 2010 0{i}:00:00 GMT</pubDate></item>"
        for i, (name, text) in enumerate(PAGES.items()))
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{items}</channel></rss>'


def stream():
    messages = [{"id": i, "created_at": f"Wed Jul 14 1{i}:00:00 +0000 2010", "text": text,
                 "user": {"id": sum(author.encode()), "screen_name": author}}
                for i, (author, text) in enumerate(POSTS, 1)]
    messages.append({"delete": {"status": {"id": len(POSTS)}}})
    return "".join(json.dumps(message) + "\r\n" for message in messages)


def answer(url):
    """Status, type, body; for a redirect, its target is the body."""
    if url == f"{NEWS}/feed.xml":
        return 200, "application/rss+xml", feed()
    if url == "http://posts.example/stream.json":
        return 200, "application/json", stream()
    if url == f"{NEWS}/robots.txt":
        return 200, "text/plain", "User-agent: *\nDisallow: /private/\n"
    if url.startswith("http://s.example/") and url[17:] in SHORT:
        return 301, "", SHORT[url[17:]]
    name = url.removeprefix(NEWS + "/").removesuffix(".html")
    if name in PAGES:
        title, text = PAGES[name].split(". ", 1)
        return 200, "text/html", (f"<html><head><title>{title}</title></head><body>"
                                  f"<h1>{title}</h1><p>{text}</p></body></html>")
    return 404, "text/plain", "Not here.\n"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        status, kind, body = answer(self.path)
        self.send_response(status)
        if status == 301:
            self.send_header("Location", body)
            body = ""
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with open(sys.argv[1], "w", encoding="ascii") as port:
        port.write(str(server.server_address[1]))
    server.serve_forever()


if __name__ == "__main__":
    main()
