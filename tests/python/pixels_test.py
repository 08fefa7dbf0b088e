"""Sizes of images, as Pillow reads them."""

import io
import random

import pytest

import waxwing_warc as wax
from conftest import members, needs, response
from waxwing_warc.pixels import pixel_size

needs("PIL")
from PIL import Image  # noqa: E402

KINDS = [("GIF", {}), ("PNG", {}), ("BMP", {}), ("JPEG", {}),
         ("JPEG", {"progressive": True}),
         ("JPEG", {"exif": b"Exif\0\0" + b"x" * 60000}),
         ("WEBP", {}), ("WEBP", {"lossless": True})]


def made(kind, options, width, height, mode="RGB"):
    out = io.BytesIO()
    Image.new(mode, (width, height), "red").save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind,options", KINDS)
def test_they_are_those_of_pillow(kind, options):
    chance = random.Random(1)
    for _ in range(10):
        size = chance.randrange(1, 2000), chance.randrange(1, 300)
        assert pixel_size(io.BytesIO(made(kind, options, *size))) == size


def test_webp_with_an_alpha_channel():
    assert pixel_size(io.BytesIO(made("WEBP", {}, 70, 9, "RGBA"))) == (70, 9)


@pytest.mark.parametrize("kind,options", KINDS)
def test_what_is_cut_or_damaged_has_none_or_a_size(kind, options):
    image = made(kind, options, 300, 200)
    chance = random.Random(2)
    for end in [*range(0, 64), len(image) // 2]:
        assert pixel_size(io.BytesIO(image[:end])) in (None, (300, 200))
    for _ in range(300):
        damaged = bytearray(image)
        damaged[chance.randrange(min(len(image), 700))] = chance.randrange(256)
        size = pixel_size(io.BytesIO(damaged))
        assert size is None or len(size) == 2


def test_no_image_has_none():
    for text in (b"", b"<svg width='3'/>", b"BM", b"\xff\xd8"):
        assert pixel_size(io.BytesIO(text)) is None


def test_the_images_of_archives_have_theirs(tmp_path):
    sizes = {"http://a/%d" % i: (10 + i, 40 - i) for i in range(20)}
    records = []
    for i, (url, size) in enumerate(sizes.items()):
        kind, options = KINDS[i % len(KINDS)]
        records.append(response("http://a/page%d" % i, b"<p>"))
        records.append(response(url, made(kind, options, *size),
                                fields=["Content-Type: image/x"]))
    records.append(response("http://a/none", b"<svg/>",
                            fields=["Content-Type: image/svg+xml"]))
    for name, part in (("a", records[:20]), ("b", records[20:])):
        (tmp_path / (name + ".warc.gz")).write_bytes(members(part))
    rows = list(wax.images(tmp_path, sizes=True))
    assert {row["url"]: (row["width"], row["height"]) for row in rows} == {
        **sizes, "http://a/none": (None, None)}
    plain = list(wax.images(tmp_path))
    assert [{**row, "width": None, "height": None} for row in plain] == [
        {**row, "width": None, "height": None} for row in rows]


def test_standard_input_is_refused():
    with pytest.raises(wax.UsageError, match="twice"):
        wax.images("-", sizes=True)
