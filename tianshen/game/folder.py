"""The game folder on disk: the only module that reads and writes files.

Inputs only ever grow: a paste goes behind what is there, byte for byte. Outputs are replaced as a whole. Both are
written beside their place first and then moved there, so that a process killed at any moment leaves every file either
as it was or as it was to become.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.game.lock import OPEN_FILES_MOVE, try_lock
from tianshen.notices import Code, Level, Notice
from tianshen.text.source import Source, decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_LOCK = ".tianshen.lock"
_UNFINISHED = ".tianshen-"  # how the name of a file begins that is being written
_PATIENCE = 40.0  # seconds to wait for another run before giving up
_PAUSE = 0.02
_LINE_END = {"utf-8": b"\n", "gb18030": b"\n", "utf-16-le": b"\n\0", "utf-16-be": b"\0\n"}


@dataclass(frozen=True)
class Folder:
    """A folder, and everything that may be done to its files. Names are relative, with `/` between their parts."""

    path: Path

    def read_bytes(self, name: str) -> bytes | None:
        """Return the bytes of a file, None where there is none; raises `InputError` where it cannot be read."""
        try:
            return (self.path / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise fault(error, name, Code.FILE_UNREADABLE) from error

    def read(self, name: str) -> Source | None:
        """Return the text of a file, None where there is none; raises `InputError` where it is not text."""
        raw = self.read_bytes(name)
        return None if raw is None else decode(raw, name)

    def names(self, inside: str = ".") -> list[str]:
        """Return the names of the files in a folder of it, sorted; none where there is no such folder."""
        try:
            return sorted(entry.name for entry in (self.path / inside).iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise fault(error, inside, Code.FILE_UNREADABLE) from error

    def make(self) -> None:
        """Create the folder if it is missing."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise fault(error, str(self.path), Code.FILE_UNWRITABLE) from error

    def create(self, name: str, data: bytes) -> bool:
        """Create a file with that content; where one is there already, return False and change nothing."""
        if (self.path / name).exists():
            return False
        self.write(name, data)
        return True

    def write(self, name: str, data: bytes) -> None:
        """Write the file with exactly these bytes; until then it holds what it held before."""
        target = self.path / name
        step = name
        try:
            if target.parent != self.path:
                step = target.parent.name
                target.parent.mkdir(exist_ok=True)
                step = name
            _replace(target, data)
        except OSError as error:
            raise fault(error, step, Code.FILE_UNWRITABLE) from error

    def append(self, name: str, paste: bytes, origin: str, seam: str = "") -> None:
        """Append the paste to the file, whole and verbatim, in the file's own encoding; what stood there still does.

        `seam` is a line that goes between the two. `origin` names the paste in errors: `file_empty` for a blank one,
        `file_not_text` for a binary one.
        """
        if not any(char.isprintable() and char != " " for char in decode(paste, origin).text):
            raise InputError.single(Code.FILE_EMPTY, file=origin)
        old = self.read_bytes(name)
        self.write(name, paste if not old else _joined(old, paste, name, origin, seam))

    @contextmanager
    def alone(self) -> Iterator[tuple[Notice, ...]]:
        """While this lasts no other process writes here; raises `InputError` (`folder_busy`) if one does not end.

        Where the folder lies on a drive that knows no locks, it gives the notice that says so instead.
        """
        try:
            descriptor = _open_lock(self.path / _LOCK)
        except OSError as error:
            raise fault(error, str(self.path), Code.FILE_UNWRITABLE) from error
        try:
            notices = self._wait_for(descriptor)
            self.sweep()
            yield notices
        finally:
            os.close(descriptor)

    def _wait_for(self, descriptor: int) -> tuple[Notice, ...]:
        end = time.monotonic() + _PATIENCE
        try:
            while not try_lock(descriptor):
                if time.monotonic() > end:
                    raise InputError.single(Code.FOLDER_BUSY, file=str(self.path))
                time.sleep(_PAUSE)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise fault(error, str(self.path), Code.FILE_UNWRITABLE) from error
            return (Notice(Level.WARNING, Code.LOCKS_UNSUPPORTED, None, {"file": str(self.path)}),)
        return ()

    def sweep(self, *, deeper: bool = True) -> None:
        """Remove what killed runs left unfinished, also one folder deeper; what is being written now stays."""
        with suppress(OSError):
            inside = [entry for entry in self.path.iterdir() if entry.is_dir()] if deeper else []
            for folder in (self.path, *inside):
                for left in folder.glob(f"{_UNFINISHED}[0-9]*-*"):
                    _remove_abandoned(left)


def write_file(path: Path, data: bytes) -> None:
    """Write exactly these bytes to the file that a call names; raises `InputError` where it cannot.

    A link is followed. What is no file but a device or a pipe is written to, and never replaced.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as device:
                device.write(data)
            return
        target = Path(os.path.realpath(path))
        Folder(target.parent).sweep(deeper=False)
        _replace(target, data)
    except OSError as error:
        raise fault(error, str(path), Code.FILE_UNWRITABLE) from error


def _replace(target: Path, data: bytes) -> None:
    """Write the file with exactly these bytes; until then it holds what it held before."""
    unfinished, file = _begin(target)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            with suppress(OSError):
                shutil.copymode(target, unfinished)
            if not OPEN_FILES_MOVE:
                file.close()
            unfinished.replace(target)  # where it can be, still locked: nobody takes it for abandoned
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _begin(target: Path) -> tuple[Path, BinaryIO]:
    """Open a new file beside the target, which stays locked as long as it is open."""
    number = os.getpid()
    while True:
        unfinished = target.with_name(f"{_UNFINISHED}{number}-{target.name}")
        try:
            file = unfinished.open("xb")
        except FileExistsError:  # of a killed process that had the same number, or of another computer
            number += 1
            continue
        if _is_ours(file.fileno()):
            return unfinished, file
        file.close()


def _is_ours(descriptor: int) -> bool:
    """Return whether nobody has swept the file away between its making and its locking."""
    try:
        return not OPEN_FILES_MOVE or (try_lock(descriptor) and os.fstat(descriptor).st_nlink > 0)
    except OSError:  # no locks here, and so nobody sweeps
        return True


def _remove_abandoned(path: Path) -> None:
    """Remove the unfinished file, unless the process that writes it is still there."""
    with suppress(OSError):
        if not OPEN_FILES_MOVE:
            path.unlink()  # the system refuses it as long as the file is open
            return
        descriptor = os.open(path, os.O_RDWR)
        try:
            if try_lock(descriptor):
                path.unlink()
        finally:
            os.close(descriptor)


def _open_lock(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except PermissionError:
        with suppress(OSError):
            return os.open(path, os.O_RDONLY)  # made by somebody else who shares the folder; that is enough
        raise


def _joined(old: bytes, paste: bytes, name: str, origin: str, seam: str) -> bytes:
    """Return the old bytes, a line end where they lack one, the seam, the paste in their encoding."""
    ours, theirs = decode(old, name).encoding, decode(paste, origin).encoding
    text = paste.decode(theirs)
    body = paste if ours == theirs and not text.startswith("\ufeff") else text.removeprefix("\ufeff").encode(ours)
    end = _LINE_END[ours]
    between = (b"" if old.endswith(end) else end) + (seam.encode(ours) + end if seam else b"")
    return old + between + body


def _sync_folder(path: Path) -> None:
    """Make what was moved into the folder survive a loss of power, where the system can promise it."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# What a lock answers where there are none: drives over the network, mostly.
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL})
_FAULTS = {
    errno.ENOSPC: Code.DISK_FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): Code.DISK_FULL,  # not every system has quotas
    errno.ENAMETOOLONG: Code.NAME_TOO_LONG,
    errno.ENOENT: Code.FOLDER_MISSING,
    errno.ENOTDIR: Code.FOLDER_MISSING,
    errno.EISDIR: Code.FOLDER_IN_PLACE,
    errno.EEXIST: Code.FILE_IN_PLACE,
}
_RIGHTS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


def fault(error: OSError, name: str, otherwise: Code) -> InputError:
    """Return what the system refused, in our own terms: `otherwise` where nothing better is known about it."""
    code = _FAULTS.get(error.errno or 0, otherwise)
    if error.errno in _RIGHTS and otherwise is not Code.FILE_UNREADABLE:
        code = Code.NO_RIGHT  # to write; what cannot be read says so
    return InputError.single(code, file=name)
