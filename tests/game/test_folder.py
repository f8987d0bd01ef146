from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tianshen.errors import InputError
from tianshen.game import folder as folder_module
from tianshen.game.folder import Folder, write_file

NAME = "1901春.txt"


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def code_of(caught):
    return [str(notice.code) for notice in caught.value.notices]


def test_what_is_not_there_is_none(folder):
    assert folder.read(NAME) is None
    assert folder.read_bytes("战报/1901春.txt") is None
    assert folder.names("战报") == []


def test_a_paste_starts_a_file_as_it_is(folder):
    folder.append(NAME, "英国：\r\n伦敦舰队 移动 北海".encode("gb18030"), "paste")
    assert folder.read_bytes(NAME) == "英国：\r\n伦敦舰队 移动 北海".encode("gb18030")


@pytest.mark.parametrize("old_encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("new_encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_paste_follows_in_the_encoding_of_the_file(folder, old_encoding, new_encoding):
    old = "英国：\r\n伦敦舰队 移动 北海\r\n".encode(old_encoding)
    folder.write(NAME, old)
    folder.append(NAME, "法国：\r\n巴黎陆军 驻守\n".encode(new_encoding), "paste")
    assert folder.read_bytes(NAME).startswith(old)
    assert folder.read(NAME).text == "英国：\n伦敦舰队 移动 北海\n法国：\n巴黎陆军 驻守\n"
    assert folder.read_bytes(NAME).decode(old_encoding).endswith("法国：\r\n巴黎陆军 驻守\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_a_paste_begins_on_a_line_of_its_own(folder, encoding):
    folder.write(NAME, "英国：伦敦舰队 驻守".encode(encoding))
    folder.append(NAME, "法国：巴黎陆军 驻守".encode(), "paste")
    assert folder.read(NAME).text == "英国：伦敦舰队 驻守\n法国：巴黎陆军 驻守"


@pytest.mark.parametrize("paste", [b"", b" \n\t\n", "\u3000\r\n".encode(), "\ufeff\u200b \u3000".encode()])
def test_a_blank_paste_is_refused_and_nothing_changes(folder, paste):
    folder.write(NAME, b"old")
    with pytest.raises(InputError) as caught:
        folder.append(NAME, paste, "clipboard")
    assert code_of(caught) == ["file_empty"]
    assert folder.read_bytes(NAME) == b"old"


@pytest.mark.parametrize("paste", [b"\x89PNG\r\n\x1a\n\0\0", bytes(range(256)), b"PK\x03\x04\x14\0", b"\xff\xfe\x41"])
def test_a_binary_paste_is_refused_and_nothing_changes(folder, paste):
    folder.write(NAME, b"old")
    with pytest.raises(InputError) as caught:
        folder.append(NAME, paste, "picture.png")
    assert code_of(caught) == ["file_not_text"]
    assert caught.value.notices[0].where.file == "picture.png"
    assert folder.read_bytes(NAME) == b"old"


def test_a_file_that_is_not_text_takes_no_paste(folder):
    folder.write(NAME, bytes(range(256)))
    with pytest.raises(InputError) as caught:
        folder.append(NAME, b"more", "paste")
    assert caught.value.notices[0].where.file == NAME
    assert folder.read_bytes(NAME) == bytes(range(256))


def test_create_leaves_what_is_there(folder):
    assert folder.create(NAME, b"new")
    assert not folder.create(NAME, b"newer")
    assert folder.read_bytes(NAME) == b"new"


def test_outputs_may_lie_one_folder_deeper(folder):
    folder.write("战报/1901春.txt", b"x")
    assert folder.names("战报") == ["1901春.txt"]


def test_a_folder_in_the_place_of_a_file_is_told(folder):
    (folder.path / NAME).mkdir()
    for use in (lambda: folder.read(NAME), lambda: folder.write(NAME, b"x")):
        with pytest.raises(InputError) as caught:
            use()
        assert code_of(caught) == ["folder_in_place"]
    assert folder.names() == [NAME]


def test_a_file_in_the_place_of_a_folder_is_told(folder):
    folder.write("战报", b"x")
    for use in (lambda: folder.write("战报/1901春.txt", b"x"), Folder(folder.path / "战报").make):
        with pytest.raises(InputError) as caught:
            use()
        assert code_of(caught) == ["file_in_place"]
        assert caught.value.notices[0].data["file"].endswith("战报")
    assert folder.read_bytes("战报/1901春.txt") is None
    assert folder.names("战报") == []


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EROFS, "no_right"),
        (errno.EACCES, "no_right"),
        (errno.EIO, "file_unwritable"),
    ],
)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(folder, monkeypatch, number, code, step):
    def fail(*_):
        raise OSError(number, "x")

    folder.write(NAME, b"old")
    if step == "fsync":
        monkeypatch.setattr(folder_module.os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InputError) as caught:
        folder.write(NAME, b"new")
    assert code_of(caught) == [code]
    assert folder.read_bytes(NAME) == b"old"
    assert folder.names() == [NAME]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom the file system can refuse")
def test_a_read_only_folder_is_told(folder):
    folder.path.chmod(0o500)
    try:
        with pytest.raises(InputError) as caught:
            folder.write(NAME, b"x")
        assert code_of(caught) == ["no_right"]
        with pytest.raises(InputError), folder.alone():
            pass
    finally:
        folder.path.chmod(0o700)


def test_a_folder_that_vanished_is_told(tmp_path):
    gone = Folder(tmp_path / "gone")
    with pytest.raises(InputError) as caught:
        gone.write(NAME, b"x")
    assert code_of(caught) == ["folder_missing"]
    with pytest.raises(InputError) as caught, gone.alone():
        pass
    assert code_of(caught) == ["folder_missing"]


def test_only_one_process_is_alone(folder, monkeypatch):
    monkeypatch.setattr(folder_module, "_PATIENCE", 0.05)
    with folder.alone(), pytest.raises(InputError) as caught, Folder(folder.path).alone():
        pass
    assert code_of(caught) == ["folder_busy"]
    with folder.alone():
        pass


def test_leftovers_of_a_killed_run_are_swept(folder):
    folder.write("战报/1901春.txt", b"x")
    (folder.path / ".tianshen-99-1901春.txt").write_bytes(b"half")
    (folder.path / "战报" / ".tianshen-99-1901春.txt").write_bytes(b"half")
    with folder.alone():
        assert folder.names() == [".tianshen.lock", "战报"]
        assert folder.names("战报") == ["1901春.txt"]


def test_the_rights_of_a_file_stay(folder):
    folder.write(NAME, b"x")
    (folder.path / NAME).chmod(0o640)
    folder.write(NAME, b"y")
    assert (folder.path / NAME).stat().st_mode & 0o777 == 0o640


PASTER = """
import sys
from pathlib import Path
from tianshen.game import folder as folder_module
folder_module._PATIENCE = 3600  # however slow the machine
folder = folder_module.Folder(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    with folder.alone():
        folder.append("1901春.txt", f"{sys.argv[2]}-{number}\\n".encode() * 200, "paste")
"""


def paster(path, mark, count):
    """A process that pastes so often; it has begun when this returns."""
    process = subprocess.Popen([sys.executable, "-c", PASTER, str(path), mark, str(count)], stdout=subprocess.PIPE)
    assert process.stdout.readline().strip() == b"ready"
    process.stdout.close()
    return process


def test_pastes_of_several_processes_are_all_there_and_whole(folder):
    processes = [paster(folder.path, mark, 10) for mark in "abc"]
    assert [process.wait() for process in processes] == [0, 0, 0]
    lines = folder.read(NAME).text.splitlines()
    blocks = [lines[index : index + 200] for index in range(0, len(lines), 200)]
    assert all(len(set(block)) == 1 for block in blocks)
    assert sorted(block[0] for block in blocks) == sorted(f"{mark}-{number}" for mark in "abc" for number in range(10))


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_process_killed_anywhere_leaves_whole_pastes_and_no_lock(folder):
    for round_number in range(8):
        before = folder.read_bytes(NAME) or b""
        process = paster(folder.path, f"r{round_number}", 1000)
        while (folder.read_bytes(NAME) or b"") == before and process.poll() is None:
            time.sleep(0.001)
        time.sleep(0.0137 * round_number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        after = folder.read_bytes(NAME) or b""
        assert after.startswith(before)
        lines = after.decode().splitlines()
        assert len(lines) % 200 == 0
        assert all(len(set(lines[index : index + 200])) == 1 for index in range(0, len(lines), 200))
    with folder.alone():
        assert folder.names() == [".tianshen.lock", NAME]
    assert folder.read_bytes(NAME)


def test_a_file_that_a_call_names_is_replaced_whole(tmp_path):
    write_file(tmp_path / "x.svg", b"old")
    (tmp_path / ".tianshen-99-x.svg").write_bytes(b"half, of a run that was killed")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / ".tianshen-99-x.svg").write_bytes(b"none of ours")
    write_file(tmp_path / "x.svg", b"new")
    assert Folder(tmp_path).names() == ["deeper", "x.svg"]
    assert (tmp_path / "x.svg").read_bytes() == b"new"
    assert Folder(tmp_path / "deeper").names() == [".tianshen-99-x.svg"]


def test_a_link_that_a_call_names_stays_a_link(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to(Path("far") / "x.svg")
    write_file(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "far" / "x.svg").read_bytes() == b"x"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_a_call_names_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"x")
        assert os.read(reader, 9) == b"x"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs a device that is always full")
def test_a_full_device_is_told_and_stays(capsys):
    with pytest.raises(InputError) as caught:
        write_file(Path("/dev/full"), b"x")
    assert code_of(caught) == ["disk_full"]
    assert Path("/dev/full").is_char_device()


def test_where_a_call_names_no_place_for_a_file_is_told(tmp_path):
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "loop").symlink_to("loop")
    for place, code in (("", "folder_in_place"), ("file/x", "folder_missing"), ("gone/x", "folder_missing")):
        with pytest.raises(InputError) as caught:
            write_file(tmp_path / place, b"y")
        assert code_of(caught) == [code], place
    write_file(tmp_path / "loop", b"y")
    assert (tmp_path / "loop").read_bytes() == b"y"
    assert (tmp_path / "file").read_bytes() == b"x"
