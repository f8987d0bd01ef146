"""Draws the pictures of terminals in the guide from what the commands of its pages really answer.

python tools/guide/pictures.py
"""

from __future__ import annotations

import os
import tempfile
import unicodedata
from pathlib import Path
from xml.sax.saxutils import escape

import sessions

from tianshen.reports.picture.font import picture_font
from tianshen.reports.picture.png import picture_png

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guide.md"
FOLDER = ROOT / "docs" / "guide"
# picture: for each command what of its answer is shown, as (first words of a line, number of lines)
PICTURES = {
    "first-turn.png": (
        ("tianshen paste ../示例/1901春.txt", ("第六局", 7)),
        ("tianshen check", ("【天神裁决】", 5)),
        ("tianshen resolve 1901春", ("〔法国", 8)),
    ),
    "check.png": (
        ("tianshen paste ../站内信.txt", ("【法国】", 4)),
        ("tianshen paste ../站内信.txt", ("1901春.txt:228", 10)),
    ),
    "why.png": (
        ("tianshen judge 推演.txt --why 伦敦", ("        中大西洋", 6)),
        ("tianshen verify", ("√ 封存：18", 3)),
    ),
}
CELL, LINE, SIZE, MARGIN = 9, 23, 16, 14
COLUMNS = 94
TYPED, ANSWERED = "#ffffff", "#c3cad6"  # the program itself uses no colours


def width(text: str) -> int:
    """The cells that a Chinese terminal gives to a text: marks and arrows take two, like characters."""
    return sum(2 if unicodedata.east_asian_width(char) in "WFA" else 1 for char in text)


def rows(text: str) -> list[str]:
    """The text as a terminal shows it: no line wider than the window."""
    shown = []
    for line in text.split("\n"):
        row = ""
        for char in line:
            if width(row + char) > COLUMNS:
                shown.append(row)
                row = ""
            row += char
        shown.append(row)
    return shown


def drawn(text: str) -> bytes:
    """A terminal window with the text, every character in its cell."""
    lines = rows(text)
    wide, high = COLUMNS * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">']
    parts.append(f'<rect width="{wide}" height="{high}" rx="6" fill="#1e2430"/>')
    font = picture_font()
    for number, line in enumerate(lines):
        colour = TYPED if line.startswith(sessions.PROMPT) else ANSWERED
        at, y = MARGIN, MARGIN + number * LINE + SIZE
        for char in line:
            room = width(char) * CELL
            if not char.isspace():
                x = at + max(0.0, (room - font.width(char, SIZE)) / 2)
                parts.append(f'<text x="{x:.1f}" y="{y}" font-size="{SIZE}" fill="{colour}">{escape(char)}</text>')
            at += room
    return picture_png("".join([*parts, "</svg>"]))


def part(answer: str, first: str, count: int) -> str:
    """The lines of the answer from the one that begins with `first`."""
    lines = answer.split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith(first))
    return "\n".join(lines[start : start + count])


def main() -> None:
    """Writes the pictures anew."""
    os.environ["COLUMNS"] = str(COLUMNS)
    answers: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for step, real in sessions.play(PAGE.read_text(encoding="utf-8")):
            answers.setdefault(step.what, []).append(real)
        os.chdir(ROOT)
    for name, pieces in PICTURES.items():
        text, last = "", ""
        for command, (first, count) in pieces:
            answer = next(a for a in answers[command] if f"\n{first}" in f"\n{a}")
            text += "…\n" if command == last else f"\n> {command}\n"
            text += f"{part(answer, first, count)}\n"
            last = command
        (FOLDER / name).write_bytes(drawn(text.strip("\n")))


if __name__ == "__main__":
    main()
