"""What the system refuses: room, rights, files, folders. Told in a line or two, nothing lost, nothing half written."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tianshen.cli.main import main
from tianshen.game import folder as folder_module
from tianshen.game import outputs, workbooks

ROOT = Path(__file__).parents[2]
LOCK = ".tianshen.lock"
NOBODY = 65534
SPRING = "英国：\n伦敦舰队 移动 北海\n利物浦陆军 移动 约克\n"
FALL = "英国：\n北海舰队 运输 约克陆军 移动 挪威\n约克陆军 经 北海 移动 挪威\n"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != LOCK
    }


@pytest.fixture
def quick(monkeypatch):
    """Picture and workbook take long to make; here they are bytes of about the same number."""
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG" + b"." * 250_000)
    monkeypatch.setattr(
        workbooks, "build_workbook", lambda summary, records, **more: f"{len(records)}".encode() * 25_000
    )
    monkeypatch.setattr(workbooks, "read_inputs", lambda data: workbooks.NOTHING_KEPT)


@pytest.fixture
def game(tmp_path, quick, capsys):
    """A game with one turn published and another one to be played."""
    folder = tmp_path / "game"
    assert main(["new", str(folder), "--name", "局"]) == 0
    (folder / "1901春.txt").write_text(SPRING, encoding="utf-8")
    assert main(["resolve", "--game", str(folder)]) == 0
    (folder / "1901秋.txt").write_text(FALL, encoding="utf-8")
    (tmp_path / "post").write_text("法国：\n巴黎陆军 移动 伯干第\n" * 20, encoding="utf-8")
    (tmp_path / "saved.json").write_bytes(b"")
    assert main(["export", "-f", "diplomacy", "-o", str(tmp_path / "saved.json"), "--game", str(folder)]) == 0
    capsys.readouterr()
    return folder


def mounted(place, *options):
    done = subprocess.run(["mount", *options, str(place)], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def disk(tmp_path):
    """A small disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    if not IS_ROOT or shutil.which("mount") is None or not mounted(place, "-t", "tmpfs", "-o", "size=4m", "none"):
        pytest.skip("needs the right to mount a disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(disk, room):
    """Only so many bytes are free."""
    state = os.statvfs(disk)
    (disk / "full").write_bytes(b"." * (state.f_bavail * state.f_frsize - room))


# Each with the room that it lacks: none at all, none for the last file but one, and so on.
FULL = {
    "resolve": (["resolve", "--game", "GAME"], (0, 4096, 40_000, 270_000, 490_000)),
    "undo": (["resolve", "--undo", "--game", "GAME"], (0,)),
    "paste": (["paste", "AWAY/post", "--game", "GAME"], (0,)),
    "excel": (["excel", "--game", "GAME"], (0, 8192)),
    "map": (["map", "-o", "GAME/x.svg", "--game", "GAME"], (0, 40_000)),
    "report": (["report", "-f", "html", "-o", "GAME/x.html", "--game", "GAME"], (0, 40_000)),
    "export": (["export", "-o", "GAME/x.json", "--game", "GAME"], (0,)),
    "season": (["season", "GAME", "-o", "GAME/x.xlsx"], (0, 4096)),
    "new": (["new", "GAME/new"], (0, 4096)),
    "import": (["import", "AWAY/saved.json", "GAME/new"], (0, 8192, 40_000)),
}


@pytest.mark.parametrize("name", FULL)
def test_a_full_disk_is_told_and_the_next_run_completes_what_it_stopped(disk, game, capsys, name):
    place = disk / "game"
    command, rooms = FULL[name]
    call = [part.replace("GAME", str(place)).replace("AWAY", str(game.parent)) for part in command]
    if name == "excel":
        (game / "积分.xlsx").unlink()
    old = contents(game)
    shutil.copytree(game, place)
    assert main(call) == 0
    new = contents(place)
    shutil.rmtree(place)
    chance = {"new/game.toml"} if name in ("new", "import") else set()  # the secret of the new game
    chance |= {file for file in new if file.startswith("new/战报")} | ({"new/game.lock.json"} if chance else set())
    for room in rooms:
        shutil.copytree(game, place)
        fill(disk, room)
        capsys.readouterr()
        assert main(call) == 1, room
        told = capsys.readouterr().err.splitlines()
        assert [line for line in told if line.startswith("错误：磁盘已满")] == told[-1:], room
        found = contents(place)
        for file in {*old, *found} - chance:
            assert found.get(file) in (old.get(file), new.get(file)), (room, file)
        (disk / "full").unlink()
        assert main(call) == 0, room
        assert set(contents(place)) == set(new)
        assert {file: data for file, data in contents(place).items() if file not in chance} == {
            file: data for file, data in new.items() if file not in chance
        }
        shutil.rmtree(place)


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_a_read_only_disk_is_told_in_every_language_and_can_be_read(disk, game, capsys, lang):
    place = disk / "game"
    shutil.copytree(game, place)
    before = contents(place)
    assert mounted(disk, "-o", "remount,ro")
    words = {"zh": "没有权限写入", "en": "There is no right to write", "de": "darf nicht geschrieben werden"}
    for command in (["resolve"], ["resolve", "--undo"], ["paste", str(game / "1901秋.txt")], ["excel"]):
        capsys.readouterr()
        assert main([*command, "--game", str(place), "--lang", lang]) == 1
        (told,) = capsys.readouterr().err.splitlines()
        assert words[lang] in told
    for command in (["check"], ["status"], ["report"], ["verify"], ["why", "伦敦", "1901春"]):
        assert main([*command, "--game", str(place), "--lang", lang]) == 0, command
    assert contents(place) == before


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell that sets limits")
def test_a_file_larger_than_allowed_is_told(game, capsys):
    call = [sys.executable, "-m", "tianshen", "map", "-o", str(game / "x.svg"), "--game", str(game)]
    before = contents(game)
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 64 && exec "$@"', "sh", *call],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith("错误：无法写入文件")
    assert contents(game) == before


# A process that calls the program with each of the argument lists, first on another folder to load all that is needed,
# then without the rights that it began with.
CALLS = """
import contextlib, io, json, os, sys
from tianshen.cli.main import main
from tianshen.game import outputs, workbooks
outputs.picture_png = lambda svg: b"PNG"
workbooks.build_workbook = lambda *_, **__: b"xlsx"
workbooks.read_inputs = lambda data: workbooks.NOTHING_KEPT

def answer(call):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(call)
    return [status, out.getvalue(), err.getvalue()]

calls, place, other, nobody = json.loads(sys.argv[1])
for call in calls:
    answer([part.replace(place, other) for part in call])
os.setgroups([])
os.setgid(nobody)
os.setuid(nobody)
print(json.dumps([answer(call) for call in calls]))
"""


@pytest.fixture
def shared(game):
    """A folder that everybody may enter, unlike those of the tests; a game and a post are in it."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        shutil.copytree(game, Path(name) / "game")
        (Path(name) / "post").write_text(FALL, encoding="utf-8")
        yield Path(name)


def as_nobody(shared, *calls):
    """What the program answers to a user who has no rights."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(shared, Path(name) / "other")
        arguments = json.dumps([calls, str(shared), str(Path(name) / "other"), NOBODY])
        done = subprocess.run(
            [sys.executable, "-c", CALLS, arguments],
            cwd=name,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            capture_output=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.mark.skipif(not IS_ROOT, reason="needs the right to act for another user")
@pytest.mark.long
def test_missing_rights_are_told_and_change_nothing(shared):
    place = shared / "game"
    post = shared / "post"
    here = ["--game", str(place)]
    before = contents(place)
    writing = (["resolve", *here], ["paste", str(post), *here], ["excel", *here], ["resolve", "--undo", *here])
    elsewhere = (["new", str(place / "new")], ["map", "-o", str(place / "x.svg"), *here], ["demo", str(shared / "d")])
    for status, _, err in as_nobody(shared, *writing, *elsewhere):
        assert status == 1
        assert err.count("\n") == 1
        assert "：没有权限写入" in err
    reading = (["status", *here], ["check", *here], ["report", *here], ["verify", *here])
    assert [answer[0] for answer in as_nobody(shared, *reading)] == [0, 0, 0, 0]
    for name in ("game.toml", "1901秋.txt", "game.lock.json"):
        (place / name).chmod(0o600)
        for status, _, err in as_nobody(shared, ["status", *here], ["resolve", *here]):
            assert (status, err) == (1, f"错误：无法读取文件 {name}。请检查它是否被占用、是否有权限。\n")
        (place / name).chmod(0o644)
    post.chmod(0o600)
    place.chmod(0o700)
    for status, _, err in as_nobody(shared, ["status", *here], ["judge", str(post)], ["season", str(place)]):
        assert status == 1, err
        assert "无法读取文件" in err or "没有找到游戏" in err
    place.chmod(0o755)
    assert contents(place) == before


@pytest.mark.skipif(not IS_ROOT, reason="needs the right to act for another user")
def test_a_folder_of_many_can_be_used_though_another_one_has_made_its_files(shared):
    place = shared / "game"
    (place / LOCK).touch(0o644)
    place.chmod(0o777)
    before = contents(place)
    ((status, _, err),) = as_nobody(shared, ["resolve", "--game", str(place)])
    assert (status, err[:22]) == (1, "错误：没有权限写入 战报/1901秋.txt")
    assert contents(place) == before
    (place / "战报").chmod(0o777)
    assert as_nobody(shared, ["resolve", "--game", str(place)])[0][0] == 0
    assert set(contents(place)) > set(before)


@pytest.mark.parametrize("name", ["game.toml", "1901秋.txt", "game.lock.json"])
def test_an_input_that_the_disk_does_not_give_back_is_told(game, capsys, monkeypatch, name):
    read = Path.read_bytes

    def broken(path):
        if path.name == name:
            raise OSError(errno.EIO, "Input/output error")
        return read(path)

    before = contents(game)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", broken)
        for command in (["resolve"], ["paste", str(game.parent / "post")], ["status"], ["excel"]):
            assert main([*command, "--game", str(game)]) == 1
            assert capsys.readouterr().err == f"错误：无法读取文件 {name}。请检查它是否被占用、是否有权限。\n"
    assert contents(game) == before


@pytest.mark.parametrize("command", [["resolve"], ["resolve", "--undo"], ["paste", "post"], ["map", "-o", "x.svg"]])
def test_a_disk_that_fails_while_it_is_written_is_told(game, capsys, monkeypatch, command):
    def broken(descriptor):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.chdir(game.parent)
    before = contents(game.parent)
    monkeypatch.setattr(folder_module.os, "fsync", broken)
    assert main([*command, "--game", str(game)]) == 1
    assert capsys.readouterr().err.startswith("错误：无法写入文件 ")
    assert contents(game.parent) == before


def test_where_nothing_can_be_written_aside_the_turn_is_published_without_its_workbook(game, capsys, monkeypatch):
    monkeypatch.setattr(workbooks, "build_workbook", no_room_aside)
    assert main(["resolve", "--game", str(game)]) == 0
    assert "系统拒绝了对 积分.xlsx 的操作" in capsys.readouterr().err
    assert (game / "战报" / "1901秋.txt").exists()
    assert main(["verify", "--game", str(game)]) == 0
    assert main(["excel", "--game", str(game)]) == 1


def no_room_aside(*_, **__):
    raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")


@pytest.mark.parametrize(
    ("obstacle", "told"),
    [
        ("1901秋.txt", "1901秋.txt 是一个文件夹"),
        ("game.toml", "game.toml 是一个文件夹"),
        ("game.lock.json", "game.lock.json 是一个文件夹"),
        (LOCK, "是一个文件夹"),
        ("战报", "战报 是一个文件，"),
    ],
)
def test_what_stands_in_the_place_of_another_is_told(game, capsys, obstacle, told):
    path = game / obstacle
    if path.is_dir():
        shutil.rmtree(path)
        path.write_bytes(b"")
    else:
        path.unlink(missing_ok=True)
        path.mkdir()
    before = contents(game)
    assert main(["resolve", "--game", str(game)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert contents(game) == before


@pytest.mark.parametrize("name", ["1901秋.txt", "game.toml", "game.lock.json", "战报", LOCK])
def test_links_that_lead_in_a_circle_are_told(game, capsys, name):
    path = game / name
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    path.symlink_to(name)
    assert main(["resolve", "--game", str(game)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("错误：")
    assert "内部出错" not in line
    assert path.is_symlink()


def test_a_folder_that_is_a_circle_is_told(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    for command in (
        ["status", "--game", "loop"],
        ["new", "loop"],
        ["demo", "loop"],
        ["season", "loop"],
        ["judge", "loop"],
    ):
        assert main(command) == 1
        assert "内部出错" not in capsys.readouterr().err


def test_a_current_folder_that_is_gone_is_told(tmp_path, capsys, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for command in (["status"], ["resolve"], ["paste", "x"], ["new", "."], ["new", "x"], ["demo"], ["judge", "x"]):
        assert main(command) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert "找不到" in line, command


def test_without_home_and_with_an_unusable_place_for_temporary_files_all_goes_well(game):
    (game / "积分.xlsx").unlink()
    bare = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TMPDIR": "/nowhere"}
    call = [sys.executable, "-m", "tianshen", "excel", "--game", str(game)]
    done = subprocess.run(call, env=bare, capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, "已写：积分.xlsx\n")
