#!/usr/bin/env python3
"""Trains the tables by which unstated encodings are found.

  train.py FOLDER OUTPUT

FOLDER has the unpacked Debian packages libreoffice-l10n-*, libreoffice-help-* and
firefox-esr-l10n-* (apt-get download, dpkg -x): texts under the Mozilla Public
License 2.0. OUTPUT is document/charset/language_pairs.bin.

For each language, OUTPUT tells how many bits a character takes after another one, as
document/charset/language_pairs.h reads it.
"""
import collections
import gettext
import html
import math
import pathlib
import re
import struct
import sys
import unicodedata
import zipfile

# Language, and its names in the packages of LibreOffice and of Firefox.
LANGUAGES = {
    "th": ["th"], "lt": ["lt"], "lv": ["lv"], "et": ["et"], "hr": ["hr"],
    "sl": ["sl"], "pl": ["pl"], "ro": ["ro"], "cs": ["cs"], "sk": ["sk"],
    "hu": ["hu"], "sq": ["sq"], "ru": ["ru"], "uk": ["uk"], "be": ["be"],
    "bg": ["bg"], "sr": ["sr"], "mk": ["mk"], "tr": ["tr"], "el": ["el"],
    "he": ["he"], "ar": ["ar"], "fa": ["fa"], "vi": ["vi"], "da": ["da"],
    "de": ["de"], "es": ["es", "es-ES"], "fi": ["fi"], "fr": ["fr"],
    "is": ["is"], "it": ["it"], "nb": ["nb", "nb-NO"], "nl": ["nl"],
    "pt": ["pt", "pt-PT"], "sv": ["sv", "sv-SE"], "ca": ["ca"],
    "gl": ["gl"], "eu": ["eu"], "ga": ["ga"],
    "ja": ["ja"], "ko": ["ko"],
    "zh": ["zh_CN", "zh-CN"], "zh-tw": ["zh_TW", "zh-TW"],
}
EAST_ASIAN = {"ja", "ko", "zh", "zh-tw"}
TONES = "\u0300\u0301\u0303\u0309\u0323"
MOST = 3_000_000  # characters of a language
# The fewest times that a pair is seen, and the most pairs of a language.
SEEN = 3
PAIRS_EAST_ASIAN = 4000
STEP = 4  # parts of a bit


def messages(path):
    """The translations of a .mo file."""
    with open(path, "rb") as file:
        for text in gettext.GNUTranslations(file)._catalog.values():
            yield text.replace("~", "").replace("_", "")


def help_page(path):
    page = path.read_text("utf-8", "replace")
    page = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", page)
    yield html.unescape(re.sub(r"<[^>]*>", " ", page))


def extension(path):
    """The messages of a language pack of Firefox."""
    with zipfile.ZipFile(path) as pack:
        for name in pack.namelist():
            if not name.endswith((".ftl", ".properties")):
                continue
            for line in pack.read(name).decode("utf-8", "replace").splitlines():
                if line.lstrip().startswith(("#", "[", "*[")):
                    continue
                line = line.split("=", 1)[-1]
                yield re.sub(r"\{[^}]*\}|%\S*", " ", line)


def texts(folder, names):
    for name in names:
        for path in sorted(folder.glob(
                f"usr/lib/libreoffice/program/resource/{name}/LC_MESSAGES/*.mo")):
            yield from messages(path)
        for path in sorted(folder.glob(
                f"usr/lib/firefox-esr/**/langpack-{name}@*.xpi")):
            yield from extension(path)
    for name in names:
        # Evenly of all parts of the help.
        pages = sorted(folder.glob(
            f"usr/share/libreoffice/help/{name}/text/**/*.html"),
            key=lambda page: page.name[::-1])
        for path in pages:
            yield from help_page(path)


def usual(text, language):
    """The text as its encodings write it."""
    text = unicodedata.normalize("NFC", text)
    if language == "ro":
        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    if language in ("fa", "ar"):
        text = text.replace("\u06cc", "\u064a")
    if language == "vi":
        parts = []
        for c in text:
            split = unicodedata.normalize("NFD", c)
            tones = [t for t in split if t in TONES]
            base = unicodedata.normalize(
                "NFC", "".join(t for t in split if t not in TONES))
            try:
                c.encode("cp1258")
                parts.append(c)
            except UnicodeEncodeError:
                parts.append(base + "".join(tones))
        text = "".join(parts)
    return text


def folded(text):
    """Characters as document/charset/language_pairs.h folds them."""
    out = []
    for c in text:
        if c < "\x80":
            if c.isascii() and c.isalpha():
                out.append(c.lower())
            else:
                out.append("0" if c.isdigit() else " ")
            continue
        lower = c.lower()
        out.append(lower if len(lower) == 1 and lower < "\U00010000" else c)
    return re.sub("  +", " ", "".join(out))


def count(folder, names, language):
    singles = collections.Counter()
    pairs = collections.Counter()
    size = 0
    seen = set()
    for text in texts(folder, names):
        text = " ".join(text.split())
        if text in seen or text.isascii():
            continue
        seen.add(text)
        text = " " + folded(usual(text, language)) + " "
        singles.update(text)
        pairs.update(p for p in zip(text, text[1:]) if not (p[0] + p[1]).isascii())
        size += len(text)
        if size >= MOST:
            break
    return size, singles, pairs


def bits(value):
    return min(255, max(0, round(value * STEP)))


def table(language, singles, pairs):
    most = singles.total()
    unseen = 0.02 / (most + 600)
    of_first = collections.Counter()
    followers = collections.Counter()
    for (a, _), n in pairs.items():
        of_first[a] += n
        followers[a] += 1
    usual_single = {c: (n + 0.02) / (most + 600) for c, n in singles.items()}
    # A first of ASCII has followers of ASCII as well, which are not counted.
    kept = [p for p, n in pairs.most_common()
            if n >= SEEN and max(p) < "\U00010000"]
    if language in EAST_ASIAN:
        kept = kept[:PAIRS_EAST_ASIAN]
    groups = collections.defaultdict(list)
    for a, b in kept:
        n = singles[a] if a.isascii() else of_first[a]
        t = followers[a]
        p = (pairs[a, b] + t * usual_single[b]) / (n + t)
        groups[a].append((ord(b), bits(-math.log2(p))))
    least = 1 if language in EAST_ASIAN else 2
    chars = sorted(c for c, n in singles.items()
                   if ord(c) < 0x10000 and (n >= least or c in groups))
    out = struct.pack("<8sHB", language.encode(), len(chars),
                      bits(-math.log2(unseen)))
    for c in chars:
        n = singles[c] if c.isascii() else of_first[c]
        t = followers[c]
        leave = bits(-math.log2(t / (n + t))) if t else 0
        group = sorted(groups[c])
        out += struct.pack("<HBBH", ord(c), bits(-math.log2(usual_single[c])),
                           leave, len(group))
        for second, cost in group:
            out += struct.pack("<HB", second, cost)
    return out


def main():
    folder, output = map(pathlib.Path, sys.argv[1:])
    out = b""
    for language, names in LANGUAGES.items():
        size, singles, pairs = count(folder, names, language)
        part = table(language, singles, pairs)
        print(language, size, "characters,", len(part), "bytes", flush=True)
        out += part
    output.write_bytes(out)


if __name__ == "__main__":
    main()
