"""What the package has."""

import inspect
import io
import pickle

import pytest

import waxwing_warc as wax
from conftest import one, response
from waxwing_warc import _native


def test_all_that_is_named_is_there():
    assert wax.__version__ == "1.0.0rc1"
    for name in wax.__all__:
        assert hasattr(wax, name), name
    assert set(wax.__all__) <= set(dir(wax))


def test_functions_and_types_say_what_they_are():
    for name in wax.__all__:
        each = getattr(wax, name)
        if inspect.isfunction(each) or inspect.isclass(each):
            assert each.__doc__, name


def test_what_types_have_says_what_it_is():
    for name in wax.__all__:
        each = getattr(wax, name)
        if not inspect.isclass(each) or issubclass(each, Exception):
            continue
        for member in vars(each):
            if not member.startswith("_"):
                assert getattr(each, member).__doc__, (name, member)


def test_types_are_of_the_native_module():
    assert isinstance(wax.Archive, type)
    assert wax.Archive is _native.Archive


def test_heads_can_be_pickled():
    read = one(response("http://a/", b"x", fields=["A: 1", "a:  2", "B: \xe4"]))
    for headers in (read.headers, read.http.headers):
        again = pickle.loads(pickle.dumps(headers))
        assert again.items() == headers.items()
        assert again.get_all("a") == headers.get_all("a")
    head = pickle.loads(pickle.dumps(read.http))
    assert (head.raw, head.status, head.headers.items()) == (
        read.http.raw, 200, read.http.headers.items())


def test_bodies_cannot_go_back():
    body = one(response("http://a/", b"x")).body
    assert not body.seekable()
    for call in (lambda: body.seek(0), body.tell):
        with pytest.raises(io.UnsupportedOperation):
            call()
