#!/usr/bin/env python3
"""Serves the sites of 07-feeds.sh: usage: feeds_server.py PORT-FILE ROUND-FILE

A newspaper at 127.0.0.1, and a blog with a stream of posts at 127.0.0.2, both at a free
port, whose number is written to PORT-FILE. What they have depends on the number in
ROUND-FILE.
"""
import hashlib
import http.server
import json
import sys
import threading

NEWS = {  # page: since which round, title, text, and what it links to
    "castles": (1, "The two castles", "A road leads from one castle to the other.", []),
    "birds": (1, "Waxwings", "They eat the berries at the castle.", ["castles"]),
    "mill": (2, "The castle mill", "Castle mill, castle wall, castle gate: the castle.", []),
    "siege": (3, "The siege", "Nobody ever took the castle in a hundred years.", []),
}
BLOG = {
    "walk": (1, "A walk", "We walked along the road.", ["castles"]),
    "night": (3, "A night in the valley", "We read of the siege.", ["siege"]),
    "map": (3, "A map", "All places, with the siege.", ["siege"]),
}
POSTS = [(1, "ann", "castles"), (1, "bob", "birds"), (2, "joe", "mill"),
         (3, "eve", "siege"), (3, "sue", "siege"), (3, "tom", "siege")]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    round_file = ""

    def site(self, number):
        return f"http://127.0.0.{number}:{self.server.server_address[1]}"

    def feed(self, site, pages):
        items = "".join(f"<item><title>{title}</title><link>{site}/{name}.html</link></item>"
                        for name, (_, title, _, _) in pages.items())
        return f'<?xml version="1.0"?><rss version="2.0"><channel>{items}</channel></rss>'

    def stream(self, now):
        return "".join(json.dumps({
            "id": i, "created_at": f"Wed Jul 14 1{i}:00:00 +0000 2010",
            "text": f"Read this: {self.site(1)}/{page}.html",
            "user": {"id": sum(author.encode()), "screen_name": author}}) + "\n"
            for i, (since, author, page) in enumerate(POSTS) if since <= now)

    def page(self, title, text, links):
        links = "".join(f'<p><a href="{self.site(1)}/{name}.html">more</a></p>' for name in links)
        return (f"<html><head><title>{title}</title></head><body><img src=/logo.png alt=''>"
                f"<h1>{title}</h1><p>{text}</p>{links}</body></html>")

    def answer(self):
        """Type and body; None: there is no such page."""
        with open(self.round_file, encoding="ascii") as file:
            now = int(file.read())
        is_news = self.server.server_address[0] == "127.0.0.1"
        pages = {name: page for name, page in (NEWS if is_news else BLOG).items()
                 if page[0] <= now}
        if self.path == "/feed.xml":
            return "application/rss+xml", self.feed(self.site(1 if is_news else 2), pages)
        if self.path == "/stream.json" and not is_news:
            return "application/json", self.stream(now)
        if self.path == "/logo.png":
            return "image/png", "no real picture"
        page = pages.get(self.path[1:].removesuffix(".html"))
        return page and ("text/html", self.page(*page[1:]))

    def do_GET(self):
        kind, body = self.answer() or ("text/plain", "Not here.\n")
        tag = '"' + hashlib.sha1(body.encode()).hexdigest()[:8] + '"'
        is_same = self.headers.get("If-None-Match") == tag
        self.send_response(304 if is_same else 404 if kind == "text/plain" else 200)
        self.send_header("ETag", tag)
        if not is_same:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        if not is_same:
            self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def main():
    Handler.round_file = sys.argv[2]
    news = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port = news.server_address[1]
    blog = http.server.ThreadingHTTPServer(("127.0.0.2", port), Handler)
    threading.Thread(target=blog.serve_forever, daemon=True).start()
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write(str(port))
    news.serve_forever()


if __name__ == "__main__":
    main()
