"""What the command line says in one language: notices with their place, and its own short messages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tianshen.cli.terminal.columns import one_line, visible
from tianshen.cli.terminal.help_words import load_help
from tianshen.locale.template import parse_template
from tianshen.notices import Level
from tianshen.resources import taking_apart
from tianshen.text.display_width import text_width
from tianshen.writing.language import Language
from tianshen.writing.notation import write_order
from tianshen.writing.notice_text import notice_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tianshen.locale.template import Template
    from tianshen.model.position import Position
    from tianshen.notices import Notice
    from tianshen.text.source import Source

_INDENT = "    "
_LONGEST = 300  # characters of a line of the input that are shown
_AROUND = 80  # characters before the words in question that are shown of a longer line
_CUT = "\u2026"


class Speech(Language):
    """A language with the messages of the command line."""

    def message(self, key: str, **values: str) -> str:
        """Return a short message of the command line's own; raise `KeyError` where there is none of that name."""
        return _messages(self.lang)[key].fill({name: one_line(value) for name, value in values.items()})

    def notice(self, notice: Notice) -> str:
        """Return the sentence for a notice, without its place."""
        return notice_text(notice, self)

    def complaints(
        self,
        notices: Iterable[Notice],
        sources: Mapping[str, Source] | None = None,
        position: Position | None = None,
    ) -> list[str]:
        """Each notice in a line, `1901春.txt:9:4: 错误：…`; under it, where the source is known, its place.

        Where the position is given, questions come with the decrees that would settle them.
        """
        lines = []
        for notice in notices:
            text = self.message(str(notice.level), text=self.notice(notice))
            where = notice.where
            lines.append(f"{where.file}:{where.line}:{where.column}: {text}" if where else text)
            if where and sources and where.file in sources:
                lines.extend(_INDENT + line for line in pointed(sources[where.file].line_text(where.line), notice))
            if position is not None and notice.level is Level.ERROR:
                lines.extend(_INDENT + line for line in self._ways_out(notice, position))
        return lines

    def _ways_out(self, notice: Notice, position: Position) -> Iterator[str]:
        """Return the decrees, one line each, that would settle the question of a notice."""
        orders = notice.data.get("settle", ())
        for order in orders if isinstance(orders, tuple) else ():
            unit = position.unit_meant(order.unit) if order.unit else None
            power = unit.power if unit else notice.data.get("power")
            yield self.message(
                "settle",
                master=self.names.fill("heading", power=self.names.game_master),
                order=write_order(order, position, self.names),
                **({"power": self.names.power(str(power))} if power else {}),
            )


def pointed(line: str, notice: Notice) -> list[str]:
    """Return the line of the input, and a line of carets under the words in question, wide characters counted.

    Of a very long line only what stands around those words is shown.
    """
    if notice.where is None or not line.strip():
        return []
    start = notice.where.column - 1
    end = start + len(notice.where.quote.split("\n")[0])
    first = max(0, start - _AROUND) if len(line) > _LONGEST else 0
    last = min(len(line), first + _LONGEST)
    before = _shown(line[first:start], cut_before=first > 0)
    words = _shown(line[start : min(end, last)])
    shown = _shown(line[first:last], cut_before=first > 0, cut_behind=last < len(line))
    return [shown, " " * text_width(before) + "^" * max(1, text_width(words))]


def _shown(text: str, *, cut_before: bool = False, cut_behind: bool = False) -> str:
    return _CUT * cut_before + visible(text.replace("\t", " ")) + _CUT * cut_behind


@cache
def _messages(lang: str) -> Mapping[str, Template]:
    with taking_apart("locales", lang, "help.toml"):
        return {key: parse_template(text) for key, text in load_help(lang).data["messages"].items()}
