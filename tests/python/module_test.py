"""What the package has."""

import inspect

import waxwing
from waxwing import _native


def test_all_that_is_named_is_there():
    assert waxwing.__version__ == "1.0.0rc1"
    for name in waxwing.__all__:
        assert hasattr(waxwing, name), name
    assert set(waxwing.__all__) <= set(dir(waxwing))


def test_functions_and_types_say_what_they_are():
    for name in waxwing.__all__:
        each = getattr(waxwing, name)
        if inspect.isfunction(each) or inspect.isclass(each):
            assert each.__doc__, name


def test_what_types_have_says_what_it_is():
    for name in waxwing.__all__:
        each = getattr(waxwing, name)
        if not inspect.isclass(each) or issubclass(each, Exception):
            continue
        for member in vars(each):
            if not member.startswith("_"):
                assert getattr(each, member).__doc__, (name, member)


def test_types_are_of_the_native_module():
    assert isinstance(waxwing.Archive, type)
    assert waxwing.Archive is _native.Archive
