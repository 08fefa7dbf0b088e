"""Exceptions of the package: each is an Error with a file and an offset."""

from __future__ import annotations


def _restored(type_: type[Error], arguments: tuple[object, ...],
              facts: dict[str, object], errno: int | None) -> Error:
    error = type_(*arguments)
    error.__dict__.update(facts)
    if isinstance(error, OSError):
        error.errno = errno
    return error


class Error(Exception):
    """Base of all exceptions that the package raises on purpose.

    file: the path or URL that it is about, or None.
    offset: the byte in that file as it is stored, or None.
    """

    file: str | None = None
    offset: int | None = None

    def __reduce__(self) -> tuple[object, ...]:
        # Comes whole out of other processes.
        return _restored, (type(self), self.args, self.__dict__,
                           getattr(self, "errno", None))


class IoError(Error, OSError):
    """The system refused to read or write a file; errno says why."""


class NotFoundError(IoError, FileNotFoundError):
    """There is no such file."""


class FormatError(Error, ValueError):
    """A file is damaged or has another format."""


class DamageError(FormatError):
    """A record, or a part of one, is lost (strict=True).

    id: the stable word of the problem, as wax-problems(7) lists them.
    """

    id: str | None = None


class UsageError(Error, ValueError):
    """The arguments contradict each other, or cannot be used together."""


class QueryError(UsageError):
    """A query that cannot be read; character counts from 1."""

    character: int | None = None


class ClosedError(Error, ValueError):
    """The archive, index or writer was closed."""


class StaleRecordError(Error, ValueError):
    """The block of a record was read after the archive went on."""


class BusyError(Error, RuntimeError):
    """Another thread is reading the same archive, or another process opened it."""


class ToolError(Error):
    """A tool of Waxwing is missing, or failed.

    exit_code: what the tool returned; None if it could not be started.
    """

    exit_code: int | None = None
