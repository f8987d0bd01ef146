"""A language that speaks in text pieces, so that words of other people stay apart from the program's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tianshen.reports.document.report_tree import Foreign, foreign

if TYPE_CHECKING:
    from tianshen.model.position import Power
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.document.report_tree import Piece, Text
    from tianshen.writing.language import Language

Value: TypeAlias = "str | Foreign | Text"


@dataclass(frozen=True, slots=True)
class ReportText:
    """A record and the language in which to report it."""

    record: TurnRecord
    language: Language

    def text(self, section: str, code: str, **values: Value) -> Text:
        """Return the sentence as text pieces; a value may itself be text."""
        pieces: list[Piece] = []
        for piece in self.language.phrases.weave(section, code, **values):
            if isinstance(piece, tuple):
                pieces.extend(piece)
            else:
                pieces.append(piece)
        return tuple(pieces)

    def heading(self, code: str, **values: Value) -> Text:
        """Return a heading of the report."""
        return self.text("report", code, **values)

    def player(self, power: Power) -> Text:
        """Return a power with the name of its player, if known."""
        name = (self.record.players or {}).get(power, "")
        if not name:
            return (self.language.names.power(power),)
        return self.text("style", "player", power=self.language.names.power(power), player=foreign(name))

    def quote(self, words: str) -> Text:
        """Somebody's own words in quotation marks."""
        return self.text("style", "quote", text=foreign(words))
