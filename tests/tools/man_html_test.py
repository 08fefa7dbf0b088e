#!/usr/bin/env python3
"""Holds the man pages as HTML against the man pages: each is listed, named and linked.

usage: man_html_test.py BIN MAN FOLDER

MAN has the rendered pages of section 1, FOLDER the HTML. Exit code 77: there is no HTML,
because mandoc was not there.
"""
import html.parser
import os
import re
import sys
import urllib.parse


class Links(html.parser.HTMLParser):
    """The links of a page, and the names that links may lead to."""

    def __init__(self):
        super().__init__()
        self.targets = []
        self.ids = set()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag in ("a", "link") and "href" in attributes:
            self.targets.append(attributes["href"])
        if "id" in attributes:
            self.ids.add(attributes["id"])


def links_of(path):
    links = Links()
    with open(path, encoding="utf-8") as page:
        links.feed(page.read())
    return links


def main():
    _, man, folder = sys.argv[1:4]
    if not os.path.exists(os.path.join(folder, "index.html")):
        print("there is no HTML; mandoc makes it")
        sys.exit(77)
    pages = {name: links_of(os.path.join(folder, name))
             for name in os.listdir(folder) if name.endswith(".html")}
    wanted = {name + ".html" for name in os.listdir(man) if re.search(r"\.[157]$", name)}
    listed = set(pages["index.html"].targets)
    faults = [f"index.html does not list {name}" for name in sorted(wanted - listed)]
    for name, links in sorted(pages.items()):
        for target in links.targets:
            if target.startswith("https://"):
                if "/wax" in target:
                    faults.append(f"{name}: {target} is a page of another place")
                continue
            file, _, part = target.partition("#")
            file = file or name
            if not os.path.exists(os.path.join(folder, file)):
                faults.append(f"{name}: {target} leads nowhere")
            elif part and urllib.parse.unquote(part) not in pages[file].ids:
                faults.append(f"{name}: {target} leads to no part of {file}")
    if faults or len(wanted) < 30:
        sys.exit("\n".join(faults) or f"only {len(wanted)} man pages")
    print(f"{len(pages)} pages, all links lead to something")


if __name__ == "__main__":
    main()
