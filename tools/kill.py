"""Kills real runs of the program, by hand: `python tools/kill.py [--kills N] [--seed N] [--only WORD…]`.

Every command that writes is started in a copy of a game of its own, killed with SIGKILL at a random moment, and looked
at from outside: each file is as it was before or as the undisturbed command leaves it, no input has changed, and the
command called once more completes what the killed one began, to the byte, with nothing left behind. Half of the kills
come at any moment, half while the folder is changing, so that they fall between one output file and the next. `game`
kills `resolve` over and over until a whole game has been played.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "three-way-tie"
TURNS = len(list(EXAMPLE.glob("*.txt")))
PLAYED = 2  # of them are behind the game in which the commands are tried
LOCK = ".tianshen.lock"
UNFINISHED = ".tianshen-"
SETTINGS = "game.toml"
PRINTS = "docProps/custom.xml"
SECRET = re.compile(rb'^secret = "([0-9a-f]+)"', re.MULTILINE)
DONE = (0, 1)
LONG = 300  # kills, where none are asked for
SPAN = 1.1  # of an undisturbed run, in which the moments lie

Files = dict[str, bytes]


@dataclass(frozen=True)
class Scene:
    """A command, and the folder that it finds: `GAME` stands for its path. What it writes is in `makes`, if told."""

    name: str
    start: Path
    command: tuple[str, ...]

    def call(self, folder: Path) -> list[str]:
        """The arguments in that folder."""
        return [part.replace("GAME", str(folder)) for part in self.command]


def environment() -> dict[str, str]:
    """The program is that of this checkout, and quick to start."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}


def started(arguments: list[str]) -> subprocess.Popen[bytes]:
    """The program, running."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "tianshen", *arguments]
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=environment())


def contents(folder: Path) -> Files:
    """Every file but the lock. A secret that chance has chosen, and its digest, are written as one word."""
    files = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != LOCK
    }
    found = SECRET.search(files.get(f"new/{SETTINGS}", b""))
    if not found:
        return files
    secret = found[1]
    digest = hashlib.sha256(secret).hexdigest().encode()
    return {name: opened(data).replace(secret, b"SECRET").replace(digest, b"DIGEST") for name, data in files.items()}


def opened(data: bytes) -> bytes:
    """The parts of a workbook, without the prints taken of its sheets; anything else as it is."""
    if not data.startswith(b"PK"):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist() if name != PRINTS)


class Trial:
    """One scene: how it ends when nothing happens, and what is wrong when something does."""

    def __init__(self, scene: Scene, place: Path, chance: random.Random) -> None:
        self.scene = scene
        self.place = place
        self.chance = chance
        self.before = contents(scene.start)
        folder = self._copy("undisturbed")
        begun = time.monotonic()
        process = started(scene.call(folder))
        self.changes = self._watch(process, folder)
        self.status = process.wait()
        self.duration = time.monotonic() - begun
        self.after = contents(folder)
        self.finished = self.unfinished = 0
        shutil.rmtree(folder)

    def faults(self) -> Iterator[str]:
        """What is wrong with the undisturbed run."""
        if self.status not in DONE:
            yield f"status {self.status}"
        if self.after == self.before:
            yield "changes nothing"

    def kill(self, number: int) -> list[str]:
        """One kill; what is wrong afterwards."""
        folder = self._copy(f"kill-{number}")
        process = started(self.scene.call(folder))
        if number % 2:
            time.sleep(self.chance.uniform(0, SPAN * self.duration))
        else:
            self._watch(process, folder, self.chance.randint(1, max(1, self.changes)))
        process.send_signal(signal.SIGKILL)
        process.wait()
        faults = [*self._half(folder), *self._second(folder)]
        if not faults:
            shutil.rmtree(folder)
        return faults

    def _copy(self, name: str) -> Path:
        folder = self.place / f"{self.scene.name}-{name}"
        shutil.copytree(self.scene.start, folder)
        return folder

    def _watch(self, process: subprocess.Popen[bytes], folder: Path, enough: int | None = None) -> int:
        """How often something in the folder changes until the process ends, or until it is enough."""
        count, old = 0, self._look(folder)
        while process.poll() is None and count != enough:
            new = self._look(folder)
            count += new != old
            old = new
            time.sleep(0.0003)
        return count

    def _look(self, folder: Path) -> dict[str, int]:
        found = {}
        for path in folder.rglob("*"):
            with suppress(FileNotFoundError):  # it was there a moment ago
                found[str(path)] = path.stat().st_ino
        return found

    def _half(self, folder: Path) -> Iterator[str]:
        """What a killed run may not leave."""
        found = contents(folder)
        for name, data in found.items():
            if not Path(name).name.startswith(UNFINISHED) and data not in (self.before.get(name), self.after.get(name)):
                yield f"{name} is neither old nor new"
        for name, data in self.before.items():
            if name not in found:
                yield f"{name} is gone"
            if self.after.get(name) == data and found.get(name) != data:
                yield f"{name} has changed"

    def _second(self, folder: Path) -> Iterator[str]:
        """What is wrong after another run, needed only where the killed one had not come to its end."""
        if contents(folder) == self.after:
            self.finished += 1
            return
        self.unfinished += 1
        status = started(self.scene.call(folder)).wait()
        if status != self.status:
            yield f"the second run ends with {status}, not {self.status}"
        found = contents(folder)
        for name in sorted({*found, *self.after}):
            if found.get(name) != self.after.get(name):
                yield f"{name} is not as the undisturbed run leaves it"


def whole_game(place: Path, chance: random.Random, kills: int) -> list[str]:
    """A game resolved turn by turn by runs most of which are killed, beside the same game resolved in peace."""
    peace, war = place / "peace", place / "war"
    for folder in (peace, war):
        shutil.copytree(EXAMPLE, folder)
    begun = time.monotonic()
    while sealed(peace) < TURNS:
        if started(["resolve", "--anyway", "--game", str(peace)]).wait():
            return ["the undisturbed game does not come to its end"]
    duration = (time.monotonic() - begun) / TURNS
    while sealed(war) < TURNS:
        process = started(["resolve", "--anyway", "--game", str(war)])
        if kills > 0:
            kills -= 1
            time.sleep(chance.uniform(0.3, 1.2) * duration)
            process.send_signal(signal.SIGKILL)
        process.wait()
    started(["excel", "--game", str(war)]).wait()  # sweeps what the last killed run may have left
    found, wanted = contents(war), contents(peace)
    return [f"{name} differs" for name in sorted({*found, *wanted}) if found.get(name) != wanted.get(name)]


def sealed(folder: Path) -> int:
    """How many turns are sealed."""
    seals = folder / "game.lock.json"
    return seals.read_bytes().count(b'"version"') if seals.exists() else 0


def scenes(place: Path) -> list[Scene]:
    """Every command that writes, and folders in which there is something for it to write."""
    start, edited, saved = place / "start", place / "edited", place / "saved.json"
    shutil.copytree(EXAMPLE, start)
    for _ in range(PLAYED):
        done(["resolve", "--anyway", "--game", str(start)])
    done(["export", "--format", "diplomacy", "--output", str(saved), "--game", str(start)])
    (start / "post").write_text("法国：\n巴黎陆军 移动 伯干第\n", encoding="utf-8")
    shutil.copy(saved, start / "saved.json")
    shutil.copytree(start, edited)
    first = min(EXAMPLE.glob("*.txt")).name
    with (edited / first).open("a", encoding="utf-8") as file:
        file.write("\n天神：作废 俄国 莫斯科陆军\n")
    (start / "积分.xlsx").unlink()
    here = ("--game", "GAME")
    return [
        Scene("resolve", start, ("resolve", "--anyway", *here)),
        Scene("reseal", edited, ("resolve", "--reseal", *here)),
        Scene("undo", start, ("resolve", "--undo", *here)),
        Scene("paste", start, ("paste", "GAME/post", *here)),
        Scene("excel", start, ("excel", *here)),
        Scene("season", start, ("season", "GAME", "-o", "GAME/season.xlsx")),
        Scene("report", start, ("report", "-f", "html", "-o", "GAME/report.html", *here)),
        Scene("map", start, ("map", "-o", "GAME/map.png", *here)),
        Scene("export", start, ("export", "-o", "GAME/export.json", *here)),
        Scene("new", start, ("new", "GAME/new")),
        Scene("import", start, ("import", "GAME/saved.json", "GAME/new")),
        Scene("demo", start, ("demo", "GAME/new")),
    ]


def done(arguments: list[str]) -> None:
    """The command has been called, and did what it should."""
    status = started(arguments).wait()
    assert status == 0, (arguments, status)


def main() -> int:
    """Prints each fault and a line for each scene; folders in which something is wrong are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=LONG, help="how many, over all commands")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", nargs="*", default=None, help="the commands to be tried, `game` for a whole game")
    options = parser.parse_args()
    seed = random.randrange(2**32) if options.seed is None else options.seed
    chance = random.Random(seed)
    print(f"seed {seed}", flush=True)
    place = Path(tempfile.mkdtemp(prefix="kill-"))
    chosen = [scene for scene in scenes(place) if options.only is None or scene.name in options.only]
    wrong = 0
    for index, scene in enumerate(chosen):
        count = options.kills // len(chosen) + (index < options.kills % len(chosen))
        trial = Trial(scene, place, chance)
        faults = [*trial.faults(), *(f"kill {n}: {fault}" for n in range(count) for fault in trial.kill(n))]
        told = f"{count} kills, {trial.unfinished} completed by a second run, {trial.finished} too late to matter"
        print(f"{scene.name}: {told}, {len(faults)} faults", *faults, sep="\n    ", flush=True)
        wrong += len(faults)
    if options.only is None or "game" in options.only:
        faults = whole_game(place, chance, 2 * TURNS)
        print(f"game: {len(faults)} faults", *faults, sep="\n    ", flush=True)
        wrong += len(faults)
    if not wrong:
        shutil.rmtree(place)
    else:
        print(f"what is wrong is in {place}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
