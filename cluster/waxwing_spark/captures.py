"""Archives to sorted CDX records, one file for each piece of work."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from waxwing_spark import files, hadoop, worker
from waxwing_spark.pieces import Archive, Piece

# What a file of records is read in.
BLOCK = 1 << 20
# Keys of a piece that tell where the records of all may be divided.
_SAMPLES = 64


@dataclass(frozen=True)
class PieceResult:
    """What became of a piece: the files `lines.gz`, `damaged`, `references` and
    `problems` in `folder`."""

    piece: Piece
    folder: str
    counts: worker.Counts
    samples: list[tuple[bytes, int]]  # keys, and the bytes of records up to them
    ends: dict[str, Any] | None  # of a part, as wax-warc-indexer writes them

    @property
    def at_end(self) -> bool:
        return self.ends is not None and bool(self.ends["at_end"])

    @property
    def has_no_start(self) -> bool:
        """Whether no record begins in the part."""
        return self.ends is not None and self.ends["start"] is None

    def leads_to(self, other: PieceResult) -> bool:
        """Whether the two parts have read all records once."""
        if self.ends is None or other.ends is None:
            return False
        return (self.ends["next"] is not None and
                self.ends["next"] == other.ends["start"])


def blocks_of(path: str) -> Iterator[bytes]:
    """The lines of a gzip'd file, some at a time, each with its newline."""
    with gzip.open(path) as file:
        rest = b""
        while block := file.read(BLOCK):
            end = block.rfind(b"\n") + 1
            if end == 0:
                rest += block
                continue
            yield rest + block[:end]
            rest = block[end:]
        if rest:
            yield rest


def key_of(line: bytes) -> bytes:
    """What all records of the line's URL key begin with, and no other."""
    return line[:line.index(b" ") + 1]


def _samples_of(path: str) -> list[tuple[bytes, int]]:
    """Keys at equal distances. Of greater files every second one is dropped, again
    and again."""
    samples: list[tuple[bytes, int]] = []
    step = 4096
    since = 0
    for block in blocks_of(path):
        for line in block.splitlines(keepends=True):
            since += len(line)
            if since < step:
                continue
            samples.append((key_of(line), since))
            since = 0
            if len(samples) > _SAMPLES:
                samples = [(key, before + size) for (_, before), (key, size)
                           in zip(samples[::2], samples[1::2], strict=False)]
                step *= 2
    return samples


def make_piece(piece: Piece, work: str, options: Sequence[str],
               settings: hadoop.Settings) -> PieceResult:
    """Runs wax-warc-indexer for a piece, unless that was done before."""
    folder = os.path.join(work, piece.key(list(options)))
    if not os.path.isdir(folder):
        with files.made_folder(folder) as part:
            _index(piece, part, options, settings)
    report = files.read_json(os.path.join(folder, "report"))
    ends = (files.read_json(os.path.join(folder, "ends")) if piece.is_part
            else None)
    samples = [(key.encode("utf-8", "surrogateescape"), size)
               for key, size in report["samples"]]
    return PieceResult(piece, folder, report["counts"], samples, ends)


def _index(piece: Piece, folder: str, options: Sequence[str],
           settings: hadoop.Settings) -> None:
    def inside(name: str) -> str:
        return os.path.join(folder, name)

    part = (["--part", piece.range, "--write-ends", inside("ends")]
            if piece.is_part else [])
    with hadoop.local(piece, settings) as copies:
        files.write_names(inside("archives"), copies.paths)
        counts = worker.run(
            folder, "wax-warc-indexer", "--sort", "--no-header", "--jobs", "1",
            "--write-damaged", inside("damaged"),
            "--write-references", inside("references"), *part, *options,
            "-o", inside("lines.gz"), "--files-from", inside("archives"))
        copies.tell(inside(worker.PROBLEMS))
    samples = [(key.decode("utf-8", "surrogateescape"), size)
               for key, size in _samples_of(inside("lines.gz"))]
    files.write_json(inside("report"), {"counts": counts, "samples": samples})


class PartsOfArchive:
    """The parts of one archive, until each leads to the next: where a part begins is
    a guess, which only the part before can confirm. Where it was wrong, both are
    read again as one, and with more parts each time."""

    def __init__(self, archive: Archive, results: Sequence[PieceResult]) -> None:
        self.archive = archive
        self._rest = list(results)
        self._done: list[PieceResult] = []

    def next(self) -> Piece | None:
        """What must be read again; None when the parts are joined."""
        while self._rest:
            first = self._rest[0]
            if first.at_end:
                # Whatever a later part has found lies inside a record.
                self._rest = []
            elif len(self._rest) > 1 and not first.leads_to(self._rest[1]):
                return self._joined(first)
            else:
                del self._rest[0]
            self._done.append(first)
        return None

    def _joined(self, first: PieceResult) -> Piece:
        span = first.piece.size
        last = 1
        while last + 1 < len(self._rest) and self._rest[last].has_no_start:
            last += 1
        wanted = first.piece.begin + 2 * span
        while last + 1 < len(self._rest) and (
                (self._rest[last].piece.end or 0) < wanted):
            last += 1
        return Piece((self.archive,), first.piece.begin,
                     self._rest[last].piece.end, True)

    def take(self, result: PieceResult) -> None:
        """What next() asked for was read."""
        kept = [each for each in self._rest
                if result.piece.end is not None and
                each.piece.begin >= result.piece.end]
        self._rest = [result, *kept]

    @property
    def results(self) -> list[PieceResult]:
        return self._done
