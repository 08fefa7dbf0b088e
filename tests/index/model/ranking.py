"""Scores by the formulas of wax-ranking(7)."""
import collections
import math
import struct

WEIGHTS = {"url": 4, "title": 9, "main": 1, "content": 0.5, "anchor": 1,
           "stems": 0.25, "border": 0.25}
# How much the length counts, and the usual one.
LENGTHS = {"title": (0.5, 7), "main": (0.6, 300), "content": (0.4, 150),
           "url": (0.6, 9), "anchor": (0.6, 9), "stems": (0, 1),
           "border": (0, 1)}
EXACT = 0.2


def stored_length(length):
    """As a byte has it: 1 / sqrt(length) with three bits after the first."""
    bits, = struct.unpack(">I", struct.pack(">f", 1 / math.sqrt(length)))
    norm, = struct.unpack(">f", struct.pack(">I", bits >> 21 << 21))
    return 1 / norm**2


def sums(index, counts, with_lengths=True):
    """F of each document, of [field, occurrences in each document]."""
    found = collections.defaultdict(float)
    for field, here in counts:
        share, usual = LENGTHS.get(field, (0.75, 50))
        for n, count in here.items():
            factor = 1
            if with_lengths and share:
                length = stored_length(index.lengths[field, n])
                factor = 1 - share + share * length / usual
            found[n] += WEIGHTS.get(field, 1) * count / factor
    return found


def saturated(one, rarity):
    return rarity * one / (1.2 + one)


def rarity(all_documents, some):
    return math.log(1 + (all_documents - some + 0.5) / (some + 0.5))
