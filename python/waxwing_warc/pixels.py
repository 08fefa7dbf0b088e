"""The size of an image, as its header says."""

from __future__ import annotations

import struct
from typing import Protocol


class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


# Segments of JPEG that state a size: SOF0 to SOF15, but not DHT, JPG and DAC.
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def pixel_size(image: _Readable) -> tuple[int, int] | None:
    """Width and height in pixels of a GIF, PNG, JPEG, WebP or BMP image. None for
    another format, and for a header that is cut or damaged. Reads no more than the
    header and what lies before it.
    """
    try:
        return _size(image)
    except struct.error:
        return None


def _size(image: _Readable) -> tuple[int, int] | None:
    front = image.read(30)
    if front[:6] in (b"GIF87a", b"GIF89a"):
        return _pair("<HH", front, 6)
    if front.startswith(b"\x89PNG\r\n\x1a\n") and front[12:16] == b"IHDR":
        return _pair(">II", front, 16)
    if front.startswith(b"BM"):
        size, = struct.unpack_from("<I", front, 14)
        if size == 12:
            return _pair("<HH", front, 18)
        width, height = _pair("<ii", front, 18)
        return width, abs(height)  # rows from the top have a negative height
    if front[:4] == b"RIFF" and front[8:12] == b"WEBP":
        return _webp_size(front)
    if front.startswith(b"\xff\xd8"):
        return _jpeg_size(_Rest(front[2:], image))
    return None


def _pair(form: str, front: bytes, at: int) -> tuple[int, int]:
    first, second = struct.unpack_from(form, front, at)
    return first, second


def _webp_size(front: bytes) -> tuple[int, int] | None:
    kind = front[12:16]
    if kind == b"VP8 " and front[23:26] == b"\x9d\x01\x2a":
        width, height = _pair("<HH", front, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and front[20:21] == b"\x2f":
        bits, = struct.unpack_from("<I", front, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and len(front) == 30:
        return (int.from_bytes(front[24:27], "little") + 1,
                int.from_bytes(front[27:30], "little") + 1)
    return None


class _Rest:
    """A stream of which the front was read."""

    def __init__(self, front: bytes, stream: _Readable) -> None:
        self._front = front
        self._stream = stream

    def read(self, size: int) -> bytes:
        """As many bytes, or struct.error at the end."""
        taken, self._front = self._front[:size], self._front[size:]
        parts, missing = [taken], size - len(taken)
        while missing > 0:
            more = self._stream.read(missing)
            if not more:
                raise struct.error("the image is cut")
            parts.append(more)
            missing -= len(more)
        return b"".join(parts)


def _jpeg_size(stream: _Rest) -> tuple[int, int] | None:
    while stream.read(1) == b"\xff":
        kind = 0xFF
        while kind == 0xFF:  # bytes that fill
            kind, = stream.read(1)
        if kind in (0x01, *range(0xD0, 0xD8)):
            continue  # has no length
        length, = struct.unpack(">H", stream.read(2))
        if kind in _FRAMES:
            height, width = struct.unpack(">xHH", stream.read(5))
            return width, height
        if kind in (0xD9, 0xDA) or length < 2:
            return None
        stream.read(length - 2)
    return None
