"""Writes the pages of HTML files into a WARC, or reads them out of it as peers do.

  text_peers.py pack WARC LIST         one response record per file of a list
  text_peers.py READER EXTRACTOR WARC  prints a line of JSON per page

READER is fastwarc or warcio. EXTRACTOR is resiliparse (tree, main content and
language), links (resiliparse: tree, all text and links) or trafilatura. They read responses with status 200 and an HTML type.
"""
import gzip
import json
import sys


def pack(warc, names):
    from io import BytesIO
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
    with open(warc, "wb") as out:
        writer = WARCWriter(out, gzip=True)
        for number, path in enumerate(open(names).read().splitlines()):
            with (gzip.open if path.endswith(".gz") else open)(path) as file:
                page = file.read()
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")],
                                    protocol="HTTP/1.1")
            writer.write_record(writer.create_warc_record(
                f"http://pages.example/{number}", "response",
                payload=BytesIO(page), http_headers=head))


def fastwarc_pages(warc):
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    with open(warc, "rb") as file:
        for record in ArchiveIterator(file, parse_http=True,
                                      record_types=WarcRecordType.response):
            head = record.http_headers  # none in an ARC's dns record
            if (head is not None and head.status_code == 200
                    and "html" in (record.http_content_type or "")):
                yield record.reader.read()


def warcio_pages(warc):
    from warcio.archiveiterator import ArchiveIterator
    with open(warc, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type != "response":
                continue
            head = record.http_headers
            if (head.get_statuscode() == "200"
                    and "html" in (head.get_header("Content-Type") or "")):
                yield record.content_stream().read()


def resiliparse_reader():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree
    from resiliparse.parse.lang import detect_fast

    def read(page):
        tree = HTMLTree.parse_from_bytes(page, detect_encoding(page))
        main = extract_plain_text(tree, main_content=True)
        return {"title": tree.title, "main": main,
                "language": detect_fast(main)[0]}
    return read


def links_reader():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def read(page):
        tree = HTMLTree.parse_from_bytes(page, detect_encoding(page))
        text = extract_plain_text(tree, main_content=False)
        links = tree.body.get_elements_by_tag_name("a") if tree.body else []
        return {"title": tree.title, "text": text,
                "links": [link.getattr("href") for link in links]}
    return read


def trafilatura_reader():
    import trafilatura
    return lambda page: {"main": trafilatura.extract(page)}


def main():
    if sys.argv[1] == "pack":
        pack(sys.argv[2], sys.argv[3])
        return
    pages = {"fastwarc": fastwarc_pages, "warcio": warcio_pages}[sys.argv[1]]
    read = {"resiliparse": resiliparse_reader, "links": links_reader,
            "trafilatura": trafilatura_reader}[sys.argv[2]]()
    for page in pages(sys.argv[3]):
        print(json.dumps(read(page)))


main()
