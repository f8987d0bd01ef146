"""Runs what the guides show: commands in order, in one folder, and compares what they answer with what is printed.

A `console` block holds commands after `> ` and their answers; a line `…` stands for any number of lines. A comment
before a block makes it a file: `create: PATH`, `append: PATH`, `prepend: PATH`, `change: PATH` (lines `-old` and
`+new`), or `settings: PATH` (keys of the settings, put in their place).

    python tools/guide/sessions.py docs/guide.md           says where a page differs from what the program answers
    python tools/guide/sessions.py --write docs/guide.md   and puts in new answers where nothing was left out
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PROMPT = "> "
LEFT_OUT = "…"
WIDTH = "80"
_BLOCK = re.compile(r"(?:^<!-- (\w+): (\S+) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_KEY = re.compile(r'#?\s*"?([^\s"=#]+)"?\s*=')


@dataclass(frozen=True)
class Step:
    """One command or one change of a file; `answer` is what the page prints below the command."""

    line: int
    action: str
    what: str
    answer: str


def steps(text: str) -> Iterator[Step]:
    """Everything that a reader of the page would do, in sequence."""
    for block in _BLOCK.finditer(text):
        action, path, language, body = block.groups()
        line = text.count("\n", 0, block.start(4)) + 1
        if action:
            yield Step(line, action, path, body)
        elif language == "console":
            for piece in re.split(rf"^(?={PROMPT})", body, flags=re.MULTILINE):
                if piece.startswith(PROMPT):
                    command, _, answer = piece.removeprefix(PROMPT).partition("\n")
                    yield Step(line, "run", command, answer)
                line += piece.count("\n")


def play(text: str) -> Iterator[tuple[Step, str]]:
    """Does every step in the current folder; gives each command with what it really answered."""
    home = Path.cwd()
    try:
        for step in steps(text):
            if step.action == "run":
                yield step, _tidy(_run(step.what))
            else:
                _change_file(step)
    finally:
        os.chdir(home)


def same(shown: str, real: str) -> bool:
    """Whether the page prints what the program answers, but for what it leaves out."""
    parts = [re.escape(line) if line != LEFT_OUT else None for line in _tidy(shown).split("\n")]
    pattern = "".join(r"(?:.*\n)*" if part is None else f"{part}\n" for part in parts)
    return re.fullmatch(pattern, _tidy(real) + "\n") is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def _run(command: str) -> str:
    from tianshen.cli.main import main

    words = shlex.split(command, comments=True)
    if words[0] == "cd":
        os.chdir(words[1])
        return ""
    assert words.pop(0) == "tianshen", command
    answer = io.StringIO()
    with contextlib.redirect_stdout(answer), contextlib.redirect_stderr(answer):
        main(words)
    return answer.getvalue()


def _change_file(step: Step) -> None:
    path = Path(step.what)
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if step.action == "create":
        new = step.answer
    elif step.action == "append":
        new = old + ("" if not old or old.endswith("\n") else "\n") + step.answer
    elif step.action == "prepend":
        new = step.answer + old
    elif step.action == "change":
        new = old
        lines = step.answer.splitlines()
        for was, becomes in zip(lines[::2], lines[1::2], strict=True):
            assert was[0] == "-" and becomes[0] == "+" and new.count(was[1:]) == 1, was
            new = new.replace(was[1:], becomes[1:])
    else:
        assert step.action == "settings", step.action
        new = _with_settings(old, step.answer)
    path.write_text(new, encoding="utf-8")


def _with_settings(old: str, wanted: str) -> str:
    lines, section = old.split("\n"), ""
    for entry in wanted.splitlines():
        if entry.startswith("["):
            section = entry
        elif key := _KEY.match(entry):
            start = lines.index(section) + 1 if section else 0
            end = next((i for i in range(start, len(lines)) if lines[i].startswith("[")), len(lines))
            places = [i for i in range(start, end) if (found := _KEY.match(lines[i])) and found[1] == key[1]]
            at = places[0] if places else start
            lines[at : at + len(places[:1])] = [entry]
    return "\n".join(lines)


def main() -> None:
    """Compares the pages that the command line names; the exit status says whether all is as printed."""
    os.environ["COLUMNS"] = WIDTH
    arguments = sys.argv[1:]
    write = "--write" in arguments
    wrong = False
    for name in (argument for argument in arguments if argument != "--write"):
        page = Path(name).resolve()
        text = renewed = page.read_text(encoding="utf-8")
        home = Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for step, real in play(text):
                if same(step.answer, real):
                    continue
                if write and LEFT_OUT not in step.answer.split("\n"):
                    shown = f"{PROMPT}{step.what}\n{step.answer}"
                    renewed = renewed.replace(shown, f"{PROMPT}{step.what}\n{real}\n", 1)
                else:
                    wrong = True
                    print(f"{name}:{step.line}: {step.what}\n{real}\n")
            os.chdir(home)
        if renewed != text:
            page.write_text(renewed, encoding="utf-8")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
