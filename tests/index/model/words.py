"""The words of a text by the rules of wax-query(7) and index/schema/tokens.h,
from Python's own tables of Unicode alone."""
import dataclasses
import functools
import unicodedata

LONGEST = 64
# Thai, Lao, Burmese, Khmer, Tai Le, New Tai Lue, Tai Tham, Khmer symbols, more
# Burmese, Tai Viet, Ahom: words of these are found by a dictionary.
DICTIONARY = ((0xE01, 0xE3A), (0xE40, 0xE4E), (0xE81, 0xEDF), (0x1000, 0x109F),
              (0x1780, 0x17D7), (0x17DC, 0x17DD), (0x1950, 0x19DF),
              (0x1A20, 0x1AAD), (0xA9E0, 0xA9FE), (0xAA60, 0xAADF),
              (0x11700, 0x1173F))
CJK_NAMES = ("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH", "HIRAGANA ",
             "KATAKANA ", "HALFWIDTH KATAKANA ", "HANGUL ", "HALFWIDTH HANGUL ",
             "BOPOMOFO ", "IDEOGRAPHIC ITERATION", "IDEOGRAPHIC NUMBER ZERO",
             "VERTICAL IDEOGRAPHIC ITERATION", "HANGZHOU NUMERAL")
LONG_VOWELS = "\u30FC\uFF70"
VOICE_MARKS = {"\u3099": "\u3099", "\u309A": "\u309A", "\uFF9E": "\u3099",
               "\uFF9F": "\u309A"}
# Letters without a decomposition.
PLAIN = {"æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "ı": "i",
         "ł": "l", "ŋ": "n", "œ": "oe", "ŧ": "t", "ƀ": "b", "ɨ": "i",
         # Final yeh, teh marbuta; kaf, yeh and heh of Persian and Urdu.
         "\u0649": "\u064A", "\u0629": "\u0647", "\u06A9": "\u0643",
         "\u06CC": "\u064A", "\u06C1": "\u0647"}
# "the", also after "and", "with", "as", "so"; "for the".
ARTICLES = ("\u0627\u0644", "\u0648\u0627\u0644", "\u0628\u0627\u0644",
            "\u0643\u0627\u0644", "\u0641\u0627\u0644", "\u0644\u0644")


@dataclasses.dataclass
class Token:
    text: str           # folded
    exact: str          # as it is written, in lower case
    begin: int          # in characters of the text
    end: int
    single: bool = False  # a CJK character alone
    last: bool = False    # and there are others before it


@functools.lru_cache(None)
def kind(c):
    """'word', 'mark', 'ignored', 'cjk', 'dictionary' or 'break'."""
    if any(first <= ord(c) <= last for first, last in DICTIONARY):
        return "dictionary" if unicodedata.category(c) != "Cn" else "break"
    if c in LONG_VOWELS:
        return "cjk"
    if c in VOICE_MARKS:
        return "mark"
    category = unicodedata.category(c)
    if c == "\u0640":  # draws an Arabic word out
        return "ignored"
    if category[0] in "LN":
        name = unicodedata.name(c, "")
        is_cjk = name.startswith(CJK_NAMES) and "SOUND MARK" not in name
        return "cjk" if is_cjk else "word"
    if category[0] == "M":
        return "mark"
    return "ignored" if category == "Cf" and c != "\u200B" else "break"


@functools.lru_cache(None)
def lower(c):
    """One character for each."""
    one = c.lower()
    one = one if len(one) == 1 else one[0]
    folded = one.casefold()
    return folded if len(folded) == 1 else one


@functools.lru_cache(None)
def usual(c):
    """The letters that one from U+F900 on is a form of."""
    letters = unicodedata.normalize("NFKC", c) if c >= "\uF900" else c
    return letters if all(kind(x) in ("word", "mark", "cjk")
                          for x in letters) else c


def usual_word(word):
    return "".join(lower(x) for c in word for x in usual(c))[:LONGEST]


@functools.lru_cache(None)
def is_accent(c):
    """Vowel marks of Arabic and Hebrew are, and marks of any script; those of
    Indian scripts and of Japanese are not."""
    if unicodedata.category(c) != "Mn":
        return False
    name = unicodedata.name(c, "")
    order = unicodedata.combining(c)
    if 0x64B <= ord(c) <= 0x655 or ord(c) == 0x670:
        return True
    if name.startswith("ARABIC"):
        return 27 <= order <= 35
    if name.startswith("HEBREW"):
        return 10 <= order <= 26
    return (order != 0 and name.startswith("COMBINING ") and
            not name.startswith(("COMBINING CYRILLIC", "COMBINING KATAKANA",
                                 "COMBINING GLAGOLITIC", "COMBINING BINDU")))


@functools.lru_cache(None)
def folded(c):
    """What a letter in lower case becomes."""
    if is_accent(c):
        return ""
    plain = unicodedata.normalize(
        "NFKC", unicodedata.normalize("NFKC", c).casefold())
    plain = "".join(x for x in plain if unicodedata.category(x) != "Cf")
    is_cjk = kind(c) == "cjk"
    if not is_cjk and not (unicodedata.name(c, "").startswith("CYRILLIC") and
                           c != "ё"):
        letters = []
        for x in unicodedata.normalize("NFD", plain):
            if x in PLAIN:
                letters.append(PLAIN[x])
            elif unicodedata.category(x) == "Nd":
                letters.append(str(unicodedata.digit(x)))
            elif not is_accent(x):
                letters.append(x)
        plain = unicodedata.normalize("NFC", "".join(letters))
    # Parts of a letter that are no letters leave it as it is.
    if not plain:
        return c
    if is_cjk:
        return plain if len(plain) == 1 and kind(plain) == "cjk" else c
    return plain if all(kind(x) in ("word", "mark") for x in plain) else c


def is_arabic(word):
    return "\u0600" <= word[:1] <= "\u06FF"


def without_article(word):
    if is_arabic(word):
        for article in ARTICLES:
            if word.startswith(article) and len(word) >= len(article) + 3:
                return word[len(article):]
    return word


def without_vowel_marks(word):
    bare = "".join(c for c in unicodedata.normalize("NFKC", word)
                   if not (0x64B <= ord(c) <= 0x652 or ord(c) == 0x670))
    return bare or word


def folded_word(exact):
    text = "".join(map(folded, exact))[:LONGEST]
    return without_article(text) if text else exact


def cjk_character(text, at):
    """The character at that place with the parts that are written after it, and
    the place after them."""
    c = lower(text[at])
    at += 1
    while at < len(text):
        part = text[at]
        whole = c + part if "\u1161" <= part <= "\u11C2" else ""
        if part in VOICE_MARKS:
            whole = folded(c) + VOICE_MARKS[part]
        whole = unicodedata.normalize("NFC", whole)
        if len(whole) == 1:
            c = whole
        elif kind(part) not in ("mark", "ignored"):
            break
        at += 1
    return c, at


def tokens(text):
    """The words of a text, each one place after the one before it. Words that
    only a dictionary finds are one for each run."""
    found = []
    at = 0
    in_run = False
    while at < len(text):
        what = kind(text[at])
        begin = at
        if what in ("word", "mark"):
            letters = []
            while at < len(text) and kind(text[at]) in ("word", "mark", "ignored"):
                if kind(text[at]) != "ignored":
                    letters.append(lower(text[at]))
                at += 1
            word = "".join(letters[:LONGEST])
            if any(kind(c) == "mark" for c in letters):
                word = "".join(map(lower, unicodedata.normalize("NFC", word)))
            found.append(Token(folded_word(word), usual_word(word), begin, at))
            in_run = False
        elif what == "cjk":
            pair, at = cjk_character(text, at)
            end = at
            is_pair = at < len(text) and kind(text[at]) == "cjk"
            if is_pair:
                second, end = cjk_character(text, at)
                pair += second
            found.append(Token(folded_word(pair), usual_word(pair), begin, end,
                               not is_pair, not is_pair and in_run))
            in_run = is_pair
        elif what == "dictionary":
            while at < len(text) and kind(text[at]) in ("dictionary", "mark",
                                                        "ignored"):
                at += 1
            found.append(Token(text[begin:at], text[begin:at], begin, at))
            in_run = False
        else:
            at += 1
            in_run = False
    return found


def has_dictionary_words(text):
    return any(kind(c) == "dictionary" for c in set(text))
