"""Makes the shipped example game: screenplay and plan to the pages that a game master pasted.

    python tools/example_game/build.py

A screenplay (`screenplay/S1901.txt`) is a sequence of sections. `=== discuz` begins a page (or `nga`, `tieba`, `qq`,
`plain`), `key = value` lines below it say how it looks; `@@ author time` begins a post (`edited TIME`, `unsigned`,
`from CLIENT` may follow, separated by ` | `); `>>> author time` begins a quote of the lines that start with `> `;
`+++ author time | text` is a comment below a post. `=== raw` is taken over as it stands. A line `%england` stands for
that power's sheet in its player's handwriting, `%england moves`, `retreats`, `builds`, `disbands` for a part of it,
`%england only BEL NTH` and `%england but BEL` for some of its moves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pages import Page, Post, Quote, layouts, render
from plan import Sheet, read_plan, turns
from styles import Hand

if TYPE_CHECKING:
    from tianshen.model.turns import Turn

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "examples" / "three-way-tie"
PARTS = ("moves", "retreats", "builds", "disbands")


def main() -> None:
    """Writes every turn file of the example game."""
    GAME.mkdir(parents=True, exist_ok=True)
    seasons = layouts()["seasons"]
    for turn in turns():
        text = "\n".join(render(page).rstrip("\n") + "\n" for page in read_screenplay(turn))
        (GAME / f"{turn.year}{seasons[turn.season]}.txt").write_text(text, encoding="utf-8")


def read_screenplay(turn: Turn) -> list[Page]:
    """The pages of a turn, with everybody's orders written out."""
    sheets = read_plan(turn)
    hands = {power: Hand(power, turn, sheet) for power, sheet in sheets.items()}
    pages: list[Page] = []
    for line in (HERE / "screenplay" / f"{turn}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            pages.append(Page(line[4:], {}, []))
        elif pages[-1].kind == "raw":
            pages[-1].raw += _written(line, hands)
        elif line.startswith("@@ "):
            pages[-1].posts.append(_post(line[3:]))
        elif not pages[-1].posts:
            key, _, value = line.partition(" = ")
            pages[-1].look[key] = value
        else:
            _add(pages[-1].posts[-1], line, hands)
    for page in pages:
        for post in page.posts:
            while post.lines and post.lines[-1] == "":
                post.lines.pop()
    return pages


def _post(head: str) -> Post:
    name, *rest = head.split(" | ")
    author, _, time = name.partition(" ")
    post = Post(author, time)
    for item in rest:
        key, _, value = item.partition(" ")
        if key == "edited":
            post.edited = value
        elif key == "unsigned":
            post.signed = False
        elif key == "from":
            post.client = value
        else:
            raise ValueError(head)
    return post


def _add(post: Post, line: str, hands: dict[str, Hand]) -> None:
    last = post.lines[-1] if post.lines else ""
    if line.startswith(">>> "):
        author, _, time = line[4:].partition(" ")
        post.lines.append(Quote(author, time, []))
    elif line.startswith("> ") and isinstance(last, Quote):
        last.lines.append(line[2:])
    elif line.startswith("+++ "):
        head, _, text = line[4:].partition(" | ")
        author, _, time = head.partition(" ")
        post.replies.append((author, text, time))
    else:
        post.lines += _written(line, hands)


def _written(line: str, hands: dict[str, Hand]) -> list[str]:
    if not line.startswith("%"):
        return [line]
    power, *words = line[1:].split()
    hand = hands.get(power) or Hand(power, turns()[0], Sheet())
    if words and words[0] in ("only", "but"):
        return hand.lines("moves", words[1:], without=words[0] == "but")
    return [text for part in (words or PARTS) for text in hand.lines(part)]


if __name__ == "__main__":
    main()
