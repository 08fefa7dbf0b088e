#!/usr/bin/env python3
"""Makes the small documents in documents/ beside it, the same bytes each time."""

import hashlib
import os
import zipfile
import zlib

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "documents")
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
DUBLIN_CORE = (
    'xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:dcterms="http://purl.org/dc/terms/"')


def write(name, data):
    if isinstance(data, str):
        data = data.encode("utf-8")
    with open(os.path.join(FOLDER, name), "wb") as out:
        out.write(data)


def write_zip(name, files):
    """The first file is stored, as a mimetype must be; the others deflated."""
    with zipfile.ZipFile(os.path.join(FOLDER, name), "w") as out:
        for index, (path, text) in enumerate(files):
            info = zipfile.ZipInfo(path, (2008, 5, 12, 7, 16, 14))
            info.create_system = 3
            info.external_attr = 0o644 << 16
            info.compress_type = (zipfile.ZIP_STORED if index == 0
                                  else zipfile.ZIP_DEFLATED)
            out.writestr(info, text)


def relationships(*entries):
    lines = [f'<Relationships xmlns="{PACKAGE}relationships">']
    for identity, kind, target, external in entries:
        mode = ' TargetMode="External"' if external else ""
        space = PACKAGE + "relationships" if "metadata" in kind else OFFICE
        lines.append(f'<Relationship Id="{identity}" Type="{space}/{kind}" '
                     f'Target="{target}"{mode}/>')
    return XML + "".join(lines) + "</Relationships>"


def office(name, main, files, title):
    core = (XML + f'<cp:coreProperties xmlns:cp="{PACKAGE}metadata/'
            f'core-properties" {DUBLIN_CORE} xmlns:xsi="http://www.w3.org/2001/'
            f'XMLSchema-instance"><dc:title>{title}</dc:title>'
            "<dc:creator>Ann Lee</dc:creator><dc:language>en-GB</dc:language>"
            '<dcterms:created xsi:type="dcterms:W3CDTF">2008-05-12T07:16:14Z'
            "</dcterms:created></cp:coreProperties>")
    app = (XML + '<Properties xmlns="http://schemas.openxmlformats.org/'
           'officeDocument/2006/extended-properties"><Pages>3</Pages>'
           "</Properties>")
    kind = {"word": "wordprocessingml.document", "xl": "spreadsheetml.sheet",
            "ppt": "presentationml.presentation"}[main.split("/")[0]]
    types = (XML + f'<Types xmlns="{PACKAGE}content-types">'
             '<Default Extension="xml" ContentType="application/xml"/>'
             '<Default Extension="rels" ContentType="application/'
             'vnd.openxmlformats-package.relationships+xml"/>'
             f'<Override PartName="/{main}" ContentType="application/'
             f'vnd.openxmlformats-officedocument.{kind}.main+xml"/>'
             '<Override PartName="/docProps/core.xml" ContentType="application/'
             'vnd.openxmlformats-package.core-properties+xml"/></Types>')
    root = relationships(
        ("rId1", "officeDocument", main, False),
        ("rId2", "metadata/core-properties", "docProps/core.xml", False),
        ("rId3", "extended-properties", "docProps/app.xml", False))
    write_zip(name, [("[Content_Types].xml", types), ("_rels/.rels", root),
                     ("docProps/core.xml", core), ("docProps/app.xml", app)]
              + files)


def word():
    body = (
        XML + f'<w:document xmlns:w="{WORD}" xmlns:r="{OFFICE}" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        "><w:body><w:p><w:r><w:t>The </w:t></w:r><w:r><w:t>castles</w:t></w:r>"
        "<w:r><w:tab/><w:t>of Größe</w:t></w:r></w:p><w:p>"
        '<w:hyperlink r:id="rId1"><w:r><w:t>Heronstone</w:t></w:r>'
        '</w:hyperlink><w:r><w:t xml:space="preserve"> stands.</w:t></w:r>'
        '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>'
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> '
        'HYPERLINK "http://example.org/field" </w:instrText></w:r><w:r>'
        '<w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a field</w:t>'
        '</w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>left</w:t></w:r></w:p></w:tc><w:tc>"
        "<w:p><w:r><w:t>right</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>chosen</w:t></w:r></w:p>"
        "</mc:Choice><mc:Fallback><w:p><w:r><w:t>instead</w:t></w:r></w:p>"
        "</mc:Fallback></mc:AlternateContent></w:body></w:document>")
    notes = (XML + f'<w:footnotes xmlns:w="{WORD}"><w:footnote><w:p><w:r><w:t>'
             "A note.</w:t></w:r></w:p></w:footnote></w:footnotes>")
    office("word.docx", "word/document.xml", [
        ("word/document.xml", body), ("word/footnotes.xml", notes),
        ("word/_rels/document.xml.rels", relationships(
            ("rId1", "hyperlink", "http://example.org/heronstone", True),
            ("rId2", "footnotes", "footnotes.xml", False)))],
           "Castles  of\nthe Valley")


def workbook():
    book = (XML + f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="Herons" sheetId="1" r:id="rId1"/>'
            '<sheet name="Empty" sheetId="2" r:id="rId2"/></sheets></workbook>')
    strings = (XML + f'<sst xmlns="{SHEET}"><si><t>river</t></si><si><r><t>'
               "marsh</t></r><r><t>land</t></r><rPh><t>not read</t></rPh></si>"
               "</sst>")
    sheet = (XML + f'<worksheet xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheetData>'
             '<row><c t="s"><v>0</v></c><c><v>12.5</v></c></row>'
             '<row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>here</t></is>'
             '</c><c t="s"><v>99</v></c></row></sheetData><hyperlinks>'
             '<hyperlink ref="A1" r:id="rId1" display="the river"/>'
             "</hyperlinks></worksheet>")
    office("sheet.xlsx", "xl/workbook.xml", [
        ("xl/workbook.xml", book), ("xl/sharedStrings.xml", strings),
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/worksheets/sheet2.xml", XML + f'<worksheet xmlns="{SHEET}"/>'),
        ("xl/worksheets/_rels/sheet1.xml.rels", relationships(
            ("rId1", "hyperlink", "http://example.org/river", True))),
        ("xl/_rels/workbook.xml.rels", relationships(
            ("rId1", "worksheet", "worksheets/sheet1.xml", False),
            ("rId2", "worksheet", "/xl/worksheets/sheet2.xml", False),
            ("rId3", "sharedStrings", "sharedStrings.xml", False)))], "Counts")


def slides():
    show = (XML + f'<p:presentation xmlns:p="{SLIDE}" xmlns:r="{OFFICE}">'
            '<p:sldIdLst><p:sldId id="256" r:id="rId2"/>'
            '<p:sldId id="257" r:id="rId1"/></p:sldIdLst></p:presentation>')

    def slide(text):
        return (XML + f'<p:sld xmlns:p="{SLIDE}" xmlns:a="{DRAWING}" '
                f'xmlns:r="{OFFICE}"><a:p>{text}</a:p></p:sld>')

    office("slides.pptx", "ppt/presentation.xml", [
        ("ppt/presentation.xml", show),
        ("ppt/slides/slide1.xml", slide("<a:r><a:t>The end</a:t></a:r>")),
        ("ppt/slides/slide2.xml", slide(
            '<a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>Kingfishers'
            "</a:t></a:r><a:r><a:t> dive</a:t></a:r>")),
        ("ppt/notesSlides/notes.xml", slide("<a:r><a:t>Say hello</a:t></a:r>")),
        ("ppt/slides/_rels/slide2.xml.rels", relationships(
            ("rId1", "hyperlink", "http://example.org/kingfisher", True),
            ("rId2", "notesSlide", "../notesSlides/notes.xml", False))),
        ("ppt/_rels/presentation.xml.rels", relationships(
            ("rId1", "slide", "slides/slide1.xml", False),
            ("rId2", "slide", "slides/slide2.xml", False)))], "Birds")


ODF = "urn:oasis:names:tc:opendocument:xmlns:"


def open_document(name, kind, body, encrypted=False):
    spaces = (f'xmlns:office="{ODF}office:1.0" xmlns:text="{ODF}text:1.0" '
              f'xmlns:table="{ODF}table:1.0" xmlns:draw="{ODF}drawing:1.0" '
              f'xmlns:meta="{ODF}meta:1.0" {DUBLIN_CORE} '
              'xmlns:xlink="http://www.w3.org/1999/xlink"')
    mime = "application/vnd.oasis.opendocument." + kind
    content = (XML + f"<office:document-content {spaces}><office:body>{body}"
               "</office:body></office:document-content>")
    meta = (XML + f"<office:document-meta {spaces}><office:meta>"
            "<dc:title>Otters</dc:title><meta:initial-creator>Ann Lee"
            "</meta:initial-creator><dc:creator>Bo Ek</dc:creator>"
            "<meta:creation-date>2007-10-01T08:31:14</meta:creation-date>"
            '<dc:language>de</dc:language><meta:document-statistic '
            'meta:page-count="2"/></office:meta></office:document-meta>')
    entry = "<manifest:encryption-data/>" if encrypted else ""
    manifest = (XML + f'<manifest:manifest xmlns:manifest="{ODF}manifest:1.0">'
                f"<manifest:file-entry>{entry}</manifest:file-entry>"
                "</manifest:manifest>")
    write_zip(name, [("mimetype", mime), ("content.xml", content),
                     ("meta.xml", meta), ("META-INF/manifest.xml", manifest)])


def open_documents():
    open_document("text.odt", "text", (
        "<office:text><text:tracked-changes><text:p>gone</text:p>"
        '</text:tracked-changes><text:h>Otters</text:h><text:p>swim<text:s '
        'text:c="2"/>in <text:a xlink:href="http://example.org/r">the river'
        "</text:a>.<office:annotation><text:p>a comment</text:p>"
        "</office:annotation></text:p><table:table><table:table-row>"
        "<table:table-cell><text:p>one</text:p></table:table-cell>"
        "<table:table-cell><text:p>two</text:p></table:table-cell>"
        "</table:table-row></table:table></office:text>"))
    open_document("sheet.ods", "spreadsheet", (
        '<office:spreadsheet><table:table table:name="A"><table:table-row>'
        "<table:table-cell><text:p>fish</text:p></table:table-cell>"
        "<table:table-cell><text:p>3</text:p></table:table-cell>"
        "</table:table-row><table:table-row><table:table-cell><text:p>crabs"
        "</text:p></table:table-cell></table:table-row></table:table>"
        "</office:spreadsheet>"))
    open_document("slides.odp", "presentation", (
        "<office:presentation><draw:page><draw:frame><text:p>First slide"
        "</text:p></draw:frame></draw:page><draw:page><text:p>Second"
        "</text:p></draw:page></office:presentation>"))
    open_document("encrypted.odt", "text", "<office:text/>", True)


def book():
    container = (XML + '<container xmlns="urn:oasis:names:tc:opendocument:'
                 'xmlns:container"><rootfiles><rootfile '
                 'full-path="OEBPS/book.opf"/></rootfiles></container>')
    package = (XML + '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
               f"{DUBLIN_CORE}><dc:title>The Waxwing</dc:title><dc:creator>"
               "Ann Lee</dc:creator><dc:creator>Bo Ek</dc:creator>"
               "<dc:date>2006-11-05</dc:date><dc:language>en</dc:language>"
               '</metadata><manifest><item id="a" href="text/one%201.xhtml"/>'
               '<item id="b" href="text/two.xhtml"/></manifest><spine>'
               '<itemref idref="b"/><itemref idref="a"/><itemref idref="b"/>'
               "</spine></package>")

    def chapter(text):
        return (XML + '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>'
                f"x</title></head><body>{text}</body></html>")

    write_zip("book.epub", [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container), ("OEBPS/book.opf", package),
        ("OEBPS/text/one 1.xhtml", chapter("<p>The end.</p>")),
        ("OEBPS/text/two.xhtml", chapter(
            '<h1>Chapter one</h1><p>Berries, <a href="http://example.org/b">'
            'red</a> ones. <a href="one%201.xhtml">Next</a></p>'))])


def rich_text():
    write("text.rtf", (
        r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}"
        r"{\f1\fnil\fcharset204 Arial Cyr;}}{\colortbl;\red0\green0\blue0;}"
        r"{\*\generator Unknown 1.0;}{\info{\title Caf\'e9 notes}"
        r"{\author Ann Lee}{\creatim\yr2008\mo5\dy12\hr7}{\nofpages4}}"
        "\n"
        r"\pard Smoke\'97and {\b fire}\par {\f1 \'cf\'f0\'e8\'e2\'e5\'f2}\tab "
        r"\u8364?\u-10179?\u-8704?{\v hidden}\par{\field{\*\fldinst{HYPERLINK "
        r'"http://example.org/rtf"}}{\fldrslt{the link}}}{\pict 0102ff}'
        r"{\*\unknown no text}{\bin3 }}}} done\line\{braces\}}trailing").encode(
            "ascii"))


def mail():
    message = (
        "From: =?iso-8859-1?Q?Bj=F6rn_?= =?utf-8?B?RWs=?= <bjorn@example.org>\r\n"
        "To: ann@example.org\r\n"
        "Subject: =?windows-1251?B?z/Do4uXy?= and more\r\n"
        "Date: Mon, 12 May 2008 07:16:14 +0200\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\n'
        'Content-Type: multipart/alternative; boundary="y"\r\n\r\n--y\r\n'
        "Content-Type: text/plain; charset=iso-8859-1\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        "The caf=E9 is =\r\nopen.\r\n--y\r\nContent-Type: text/html\r\n\r\n"
        "<p>not this one</p>\r\n--y--\r\n--x\r\n"
        'Content-Type: text/html; charset=utf-8; name="page.html"\r\n'
        'Content-Disposition: attachment; filename="page.html"\r\n\r\n'
        '<a href="http://example.org/in-mail">A link</a>\r\n--x\r\n'
        'Content-Type: application/rtf; name="note.rtf"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
        "e1xydGYxIGF0dGFjaGVkfQ==\r\n--x\r\n"
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        "iVBORw0KGgo=\r\n--x--\r\n")
    write("message.eml", message)
    write("box.mbox",
          "From ann@example.org Mon May 12 07:16:14 2008\nFrom: Ann <ann@"
          "example.org>\nSubject: First\n\nHello.\n\nFrom bo@example.org Mon "
          "May 12 07:17:00 2008\nFrom: bo@example.org (Bo)\nSubject: Second\n\n"
          "Good bye.\n")


def feeds():
    write("news.rss", (
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<rss version="2.0" '
        'xmlns:content="http://purl.org/rss/1.0/modules/content/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Valley '
        "News</title><link>http://example.org/</link><description>All the "
        "news</description><language>en-gb</language><managingEditor>Ann"
        "</managingEditor><pubDate>Mon, 12 May 2008 07:16:14 GMT</pubDate>"
        "<image><title>not this</title><url>http://example.org/i.png</url>"
        "</image><item><title>Fish &amp;amp; chips</title><link>http://"
        "example.org/fish</link><description>short</description>"
        "<content:encoded><![CDATA[<p>The caf\xe9 sells <a href='/menu'>fish"
        "</a>.</p>]]></content:encoded><enclosure url='http://example.org/a.mp3'"
        "/></item><item><title>Second&nbsp;one</title><guid>http://example.org/"
        "2</guid><dc:creator>Bo</dc:creator></item></channel></rss>"
    ).encode("latin-1"))
    write("news.atom", (
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sv"><title>Nytt'
        "</title><subtitle>every day</subtitle><author><name>Ann Lee</name>"
        "</author><updated>2008-05-12T07:16:14Z</updated><link rel='self' "
        "href='http://example.org/self'/><entry><title type='html'>&lt;b&gt;"
        "One&lt;/b&gt;</title><link href='/one'/><summary>a &lt; b</summary>"
        "</entry><entry><title>Two</title><link rel='alternate' href="
        "'http://example.org/two'/><content type='xhtml'><div xmlns='http://"
        "www.w3.org/1999/xhtml'><p>para</p><p>graphs</p></div></content>"
        "</entry></feed>"))


def rc4(key, data):
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E80"
                        "2F0CA9FE6453697A")


def pdf_bytes(objects, trailer=b""):
    """Objects from 1 on; a pair is a dictionary and its stream."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number
        if isinstance(body, tuple):
            head, stream = body
            out += (b"<<" + head + b"/Length %d>>\nstream\n" % len(stream)
                    + stream + b"\nendstream")
        else:
            out += body
        out += b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += (b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n"
            % (len(objects) + 1, trailer, start))
    return bytes(out)


def page_text(*lines):
    text = b"BT /F1 12 Tf 72 720 Td 14 TL "
    for line in lines:
        text += b"(" + line + b") Tj T* "
    return text + b"ET"


def pdfs():
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    page = (b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font"
            b"<</F1 5 0 R>>>>/Contents %d 0 R%s>>")
    link = (b"/Annots[<</Type/Annot/Subtype/Link/Rect[70 715 140 735]/A<</S/URI"
            b"/URI(http://example.org/pdf)>>>>]")
    info = (b"<</Title(The \\(small\\) paper)/Author(Ann Lee)"
            b"/CreationDate(D:20080512071614Z)>>")
    one = zlib.compress(page_text(b"Caf\xe9 Waxwing eats ber-", b"ries in winter."))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        page % (6, link), page % (7, b""), font,
        (b"/Filter/FlateDecode", one), (b"", page_text(b"Second page.")), info]
    write("paper.pdf", pdf_bytes(objects, b"/Info 8 0 R"))

    # Two pages, which both are their own parent.
    write("loop.pdf", pdf_bytes([
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>",
        b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2/Parent 3 0 R>>"]))
    # A form that draws itself, often.
    write("drawn-in-itself.pdf", pdf_bytes([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject"
        b"<</X 4 0 R>>>>/Contents 5 0 R>>",
        (b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 "
         b"R>>>>", b"/X Do " * 100), (b"", b"/X Do")]))
    write("no-text.pdf", pdf_bytes([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"]))

    # 40-bit RC4 (PDF 1.7, 7.6), user password "secret".
    identity = bytes(range(16))
    padded = (b"secret" + PADDING)[:32]
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)
    permissions = -4
    key = hashlib.md5(padded + owner
                      + permissions.to_bytes(4, "little", signed=True)
                      + identity).digest()[:5]
    user = rc4(key, PADDING)
    write("encrypted.pdf", pdf_bytes([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>",
        b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P %d>>"
        % (owner.hex().encode(), user.hex().encode(), permissions)],
        b"/Encrypt 3 0 R/ID[<%s><%s>]" % (identity.hex().encode(),
                                          identity.hex().encode())))

    # Characters of a standard Japanese table, which Poppler's data has.
    write("japanese.pdf", pdf_bytes([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font"
        b"<</F1 5 0 R>>>>/Contents 4 0 R>>",
        (b"", b"BT /F1 12 Tf 72 720 Td <93fa967b8cea> Tj ET"),
        b"<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/90ms-RKSJ-H"
        b"/DescendantFonts[6 0 R]>>",
        b"<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo"
        b"<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor "
        b"7 0 R>>",
        b"<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 6/FontBBox[0 0 9 9]"
        b"/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 1>>"]))


def old_sheet():
    """A sheet of Excel 2, before files had containers."""
    def record(number, data):
        return (number.to_bytes(2, "little") + len(data).to_bytes(2, "little")
                + data)

    def label(row, text):
        return record(4, row.to_bytes(2, "little") + bytes(5)
                      + bytes([len(text)]) + text)

    write("old.xls", record(9, bytes([0, 0, 0x10, 0])) + label(0, b"Old herons")
          + label(1, b"still fly") + record(10, b""))


def little(number, size):
    return number.to_bytes(size, "little")


def compound(name, streams):
    """A compound file of streams below 4096 bytes (MS-CFB)."""
    end, none = 0xFFFFFFFE, 0xFFFFFFFF
    sectors, chains = [], []

    def add(data):
        first, count = len(sectors), -(-len(data) // 512)
        for i in range(count):
            sectors.append(data[512 * i:512 * (i + 1)].ljust(512, b"\0"))
            chains.append(first + i + 1 if i + 1 < count else end)
        return first

    def entry(text, kind, right, child, first, size):
        name = text.encode("utf-16-le")
        return (name.ljust(64, b"\0") + little(len(name) + 2, 2)
                + bytes([kind, 1]) + little(none, 4) + little(right, 4)
                + little(child, 4) + bytes(36) + little(first, 4)
                + little(size, 8))

    mini, mini_chains, entries = b"", [], []
    for number, (text, data) in enumerate(streams, 1):
        first = len(mini) // 64
        mini += data.ljust(-(-len(data) // 64) * 64, b"\0")
        last = len(mini) // 64
        mini_chains += [*range(first + 1, last), end]
        right = number + 1 if number < len(streams) else none
        entries.append(entry(text, 2, right, none, first, len(data)))
    root = entry("Root Entry", 5, none, 1, add(mini), len(mini))
    directory = add(root + b"".join(entries))
    small = add(b"".join(little(one, 4) for one in mini_chains))
    head = (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
            + b"".join(little(one, 2) for one in (0x3E, 3, 0xFFFE, 9, 6))
            + bytes(10) + b"".join(
                little(one, 4) for one in (1, directory, 0, 4096, small, 1,
                                           end, 0, len(sectors)))
            + b"\xff" * 432)
    table = b"".join(little(one, 4) for one in chains).ljust(512, b"\xff")
    write(name, head + b"".join(sectors) + table)


def old_office():
    """Word, Excel and PowerPoint 97."""
    pieces = [b"Old herons fly \x13 HYPERLINK \"http://example.org/old\" "
              b"\x14far\x15.\r", "Цапля\r".encode("utf-16-le")]
    main = (little(0xA5EC, 2) + little(0xC1, 2)).ljust(0x200, b"\0")
    places = [(0x200 * 2) | 1 << 30, 0x200 + len(pieces[0])]
    ends = [0, len(pieces[0]), len(pieces[0]) + len(pieces[1]) // 2]
    table = b"".join(little(one, 4) for one in ends) + b"".join(
        bytes(2) + little(one, 4) + bytes(2) for one in places)
    table = b"\2" + little(len(table), 4) + table
    main = (main[:0x1A2] + bytes(4) + little(len(table), 4) + main[0x1AA:]
            + b"".join(pieces))
    compound("old.doc", [("WordDocument", main), ("0Table", table)])

    def record(number, data=b""):
        return little(number, 2) + little(len(data), 2) + data

    def text(words):
        return (little(len(words), 2) + b"\1"
                + words.encode("utf-16-le"))

    def sheets(first, second):
        return record(0x85, little(first, 4) + bytes(2) + b"\3\0One") + record(
            0x85, little(second, 4) + b"\1\0\3\0Two")

    begin, done = record(0x809, little(0x600, 2) + little(5, 2)), record(10)
    shared = record(0xFC, little(1, 4) * 2 + text("Цапля"))
    cells = begin + record(0xFD, bytes(10)) + record(
        0x203, little(1, 2) + bytes(10) + b"\x04\x40") + done
    at = len(begin + sheets(0, 0) + shared + done)
    hidden = begin + record(0x204, bytes(6) + text("hidden")) + done
    compound("workbook.xls", [
        ("Workbook", begin + sheets(at, at + len(cells)) + shared + done
         + cells + hidden)])

    def part(number, data, kind=0xF, instance=0):
        return (little(instance << 4 | kind, 2) + little(number, 2)
                + little(len(data), 4) + data)

    slide = part(0x3EE, part(0xF00D, part(
        0xFA0, "Цапля".encode("utf-16-le"), 0)))
    document = part(0x3E8, part(0xFF0, part(
        0x3F3, little(2, 4) + bytes(16), 0) + part(0xFA8, b"Old herons", 0)))
    listed = part(0x1772, little(2 << 20 | 1, 4) + little(0, 4)
                  + little(len(document), 4), 0)
    save = part(0xFF5, bytes(12) + little(len(document + slide), 4)
                + little(1, 4) + bytes(8), 0)
    user = bytes(8) + little(20, 4) + little(0xE391C05F, 4) + little(
        len(document + slide + listed), 4)
    compound("old.ppt", [("Current User", user),
                         ("PowerPoint Document",
                          document + slide + listed + save)])


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for make in (word, workbook, slides, open_documents, book, rich_text, mail,
                 feeds, pdfs, old_sheet, old_office):
        make()


main()
