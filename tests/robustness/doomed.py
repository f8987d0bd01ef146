"""Runs a command again and again, each time in a copy of its own that comes to grief at another moment.

`python doomed.py FATE GAME COPIES MOMENTS COMMAND…`: the moments are the times at which the command asks the system to
open, move, make or remove something. What happens there is the fate: `kill` sends SIGKILL, `vanish` takes the folder
away and lets the command go on, `count` does nothing. Every copy is made by a process of its own, forked where the
command has been run once already. Prints one line of JSON for each run.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from tianshen.cli.main import main
from tianshen.game import outputs

EVENTS = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.listdir", "os.scandir", "os.chmod", "os.truncate"}
)


class Watch:
    """Counts the moments inside one folder, and brings about the fate at one of them."""

    def __init__(self, folder: Path, fate: str, moment: int) -> None:
        self.folder = str(folder)
        self.fate = fate
        self.moment = moment
        self.count = 0
        self.busy = False

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if self.busy or event not in EVENTS or not self._inside(args):
            return
        self.count += 1
        if self.count != self.moment:
            return
        if self.fate == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fate == "vanish":
            self.busy = True
            shutil.rmtree(self.folder)
            self.busy = False

    def _inside(self, args: tuple[object, ...]) -> bool:
        paths = (os.fsdecode(arg) for arg in args if isinstance(arg, (str, bytes, os.PathLike)))
        return any(path.startswith(self.folder) for path in paths)


def run(folder: Path, fate: str, moment: int, command: list[str]) -> int:
    """The command in that folder; gives its status, and leaves count and words beside the folder."""
    watch = Watch(folder, fate, moment)
    told = folder.with_name(folder.name + ".told").open("w", encoding="utf-8")
    sys.stdout = sys.stderr = told
    sys.addaudithook(watch)
    status = 99
    try:
        status = main([*command, "--game", str(folder)])
    except BaseException:
        traceback.print_exc(file=told)
    told.flush()
    folder.with_name(folder.name + ".count").write_text(str(watch.count), encoding="utf-8")
    return status


def each(fate: str, game: Path, copies: Path, moments: list[int], command: list[str]) -> None:
    """One forked run for each moment, with all loaded that the command needs."""
    outputs.picture_png = lambda svg: b"\x89PNG"  # its making takes a second and touches no file of the game
    tried = copies / f"{fate}-tried"
    shutil.copytree(game, tried)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        main([*command, "--game", str(tried)])
    for moment in moments:
        folder = copies / f"{fate}-{moment}"
        shutil.copytree(game, folder)
        child = os.fork()
        if not child:
            os._exit(run(folder, fate, moment, command))
        code = os.waitpid(child, 0)[1]
        count = folder.with_name(folder.name + ".count")
        print(
            json.dumps(
                {
                    "moment": moment,
                    "folder": str(folder),
                    "status": os.waitstatus_to_exitcode(code),
                    "count": int(count.read_text(encoding="utf-8")) if count.exists() else None,
                    "told": folder.with_name(folder.name + ".told").read_text(encoding="utf-8"),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    each(
        sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), [int(text) for text in sys.argv[4].split(",")], sys.argv[5:]
    )
