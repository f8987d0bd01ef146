"""The lock on an open file: that of this system for real, that of Windows with a module of the same manners."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
import types
from pathlib import Path

import pytest

from tianshen.errors import InputError
from tianshen.game import folder as folder_module
from tianshen.game import lock
from tianshen.game.folder import Folder

NAME = "1901春.txt"
HANDLES = Path("/proc/self/fd")


class Windows(types.ModuleType):
    """`msvcrt` as Windows has it: a lock on the first byte, refused with `EACCES` while another handle has it."""

    LK_NBLCK = 2

    def __init__(self):
        super().__init__("msvcrt")
        self.held = {}
        self.answers = []

    def locking(self, descriptor, mode, length):
        assert (mode, length) == (self.LK_NBLCK, 1)
        if self.answers:
            raise OSError(self.answers.pop(0), "refused")
        file = os.fstat(descriptor).st_ino
        if self.held.setdefault(file, descriptor) != descriptor:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture
def windows(monkeypatch):
    """The module of the lock, loaded as on Windows, and the system below it."""
    system = Windows()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.setitem(sys.modules, "msvcrt", system)
        spec = importlib.util.spec_from_file_location("lock_of_windows", lock.__file__)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module, system


@pytest.fixture
def on_windows(windows, monkeypatch):
    """The folder works with that lock."""
    monkeypatch.setattr(folder_module, "try_lock", windows[0].try_lock)
    monkeypatch.setattr(folder_module, "OPEN_FILES_MOVE", windows[0].OPEN_FILES_MOVE)
    return windows[1]


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def code_of(caught):
    return [str(notice.code) for notice in caught.value.notices]


def opened(path):
    return os.open(path, os.O_RDWR | os.O_CREAT)


@pytest.fixture(params=["here", "windows"])
def try_lock(request):
    if request.param == "windows":
        return request.getfixturevalue("windows")[0].try_lock
    return lock.try_lock


def test_one_handle_has_the_lock(try_lock, tmp_path):
    one, two = opened(tmp_path / "lock"), opened(tmp_path / "lock")
    try:
        assert try_lock(one)
        assert not try_lock(two)
    finally:
        os.close(one)
        os.close(two)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EDEADLK])
def test_windows_says_in_two_ways_that_another_one_has_it(windows, number, tmp_path):
    module, system = windows
    system.answers = [number]
    descriptor = opened(tmp_path / "lock")
    try:
        assert not module.try_lock(descriptor)
        assert module.try_lock(descriptor)
    finally:
        os.close(descriptor)


def test_whatever_else_windows_says_is_an_error(windows, tmp_path):
    module, system = windows
    system.answers = [errno.EINVAL]
    descriptor = opened(tmp_path / "lock")
    try:
        with pytest.raises(OSError, match="refused"):
            module.try_lock(descriptor)
    finally:
        os.close(descriptor)


def test_open_files_move_everywhere_but_on_windows(windows):
    assert not windows[0].OPEN_FILES_MOVE
    assert (os.name != "nt") == lock.OPEN_FILES_MOVE


def test_a_folder_on_windows(folder, on_windows, monkeypatch):
    monkeypatch.setattr(folder_module, "_PATIENCE", 0.05)
    (folder.path / f".tianshen-99-{NAME}").write_bytes(b"half")
    with folder.alone() as notices:
        assert notices == ()
        folder.append(NAME, "英国：".encode(), "paste")
        with pytest.raises(InputError) as caught, Folder(folder.path).alone():
            pass
        assert code_of(caught) == ["folder_busy"]
    assert folder.names() == [".tianshen.lock", NAME]


@pytest.mark.skipif(not HANDLES.exists(), reason="needs to see what the process has opened")
def test_an_open_file_is_not_moved_on_windows(folder, on_windows, monkeypatch):
    """As there: whoever moves a file that is open is refused."""
    replace = folder_module.Path.replace

    def refusing(path, target):
        if str(path) in [os.path.realpath(entry) for entry in HANDLES.iterdir()]:
            raise PermissionError(errno.EACCES, "The process cannot access the file")
        return replace(path, target)

    monkeypatch.setattr(folder_module.Path, "replace", refusing)
    folder.write(NAME, b"x")
    assert folder.read_bytes(NAME) == b"x"
    monkeypatch.setattr(folder_module, "OPEN_FILES_MOVE", True)
    with pytest.raises(InputError) as caught:
        folder.write(NAME, b"y")
    assert code_of(caught) == ["no_right"]
    assert folder.read_bytes(NAME) == b"x"


# What may stand in a lock file that other programs, other systems or earlier runs left: nothing of it is read.
LEFT = {
    "empty": b"",
    "a process that is gone": b"99999999\n",
    "our own number": f"{os.getpid()}\n".encode(),
    "the first process": b"1\n",
    "another computer": b"4711@elsewhere 1999-01-01\n",
    "rubbish": bytes(range(256)) * 64,
}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_a_lock_file_that_was_left_stops_nobody(folder, left):
    (folder.path / ".tianshen.lock").write_bytes(left)
    with folder.alone() as notices:
        assert notices == ()
    assert (folder.path / ".tianshen.lock").read_bytes() == left


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_a_drive_without_locks_is_told_and_can_be_used(folder, monkeypatch, number):
    def none(descriptor):
        raise OSError(number, "no locks here")

    monkeypatch.setattr(folder_module, "try_lock", none)
    folder.write(".tianshen-1-x", b"perhaps somebody writes it just now")
    with folder.alone() as notices:
        folder.write(NAME, b"x")
    assert [str(notice.code) for notice in notices] == ["locks_unsupported"]
    assert folder.read_bytes(NAME) == b"x"
    assert folder.names() == [".tianshen-1-x", ".tianshen.lock", NAME]


def test_a_lock_that_fails_otherwise_is_an_error(folder, monkeypatch):
    def broken(descriptor):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(folder_module, "try_lock", broken)
    with pytest.raises(InputError) as caught, folder.alone():
        pass
    assert code_of(caught) == ["file_unwritable"]


def test_what_is_being_written_is_not_swept_away(folder, monkeypatch):
    """Another run may write beside the game without its lock: a map, a report."""
    replace = folder_module.Path.replace

    def swept_first(path, target):
        Folder(path.parent).sweep()
        return replace(path, target)

    monkeypatch.setattr(folder_module.Path, "replace", swept_first)
    folder.write(NAME, b"x")
    assert folder.read_bytes(NAME) == b"x"


def test_what_was_swept_away_before_it_was_locked_is_begun_anew(folder, monkeypatch):
    answers = ["sweep", "taken"]

    def late(descriptor):
        answer = answers.pop(0) if answers else None
        if answer == "sweep":
            (folder.path / f".tianshen-{os.getpid()}-{NAME}").unlink()
        return answer != "taken" and lock.try_lock(descriptor)

    monkeypatch.setattr(folder_module, "try_lock", late)
    folder.write(NAME, b"x")
    assert answers == []
    assert folder.read_bytes(NAME) == b"x"
    with folder.alone():
        assert folder.names() == [".tianshen.lock", NAME]


def test_the_number_of_a_killed_process_may_come_again(folder):
    (folder.path / f".tianshen-{os.getpid()}-{NAME}").write_bytes(b"half")
    folder.write(NAME, b"x")
    assert folder.read_bytes(NAME) == b"x"
    assert (folder.path / f".tianshen-{os.getpid()}-{NAME}").read_bytes() == b"half"
