"""What several units are told in one breath: all the same, or each its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.notices import Code
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.moves import read_stops, sees_move
from tianshen.reading.words.lexer import TokenKind

if TYPE_CHECKING:
    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.grammar.drafts import PlaceRef, UnitRef


def read_together(cursor: Cursor, units: tuple[UnitRef, ...], manner: frozenset[WordClass]) -> list[drafts.Body]:
    """Read what several units do, the head after them; `manner` says how they share it (`都`, `分别`).

    Without such a word only builds are shared out: `柏林、慕尼黑进攻西里西亚` may mean an attack with support.
    """
    if cursor.sees(WordClass.BUILD):
        return _builds(cursor, units)
    if sees_move(cursor) and WordClass.EACH in manner:
        return _moves(units, _targets(cursor, len(units)), cursor)
    if sees_move(cursor) and WordClass.BOTH in manner:
        stops = read_stops(cursor)
        if len(stops) == 1:
            return [drafts.MoveDraft(unit, stops[0]) for unit in units]
    cursor.fail(Code.ORDER_UNREADABLE)
    return []


def _builds(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`莫斯科、华沙生产陆军`: one in each place."""
    cursor.skip(WordClass.BUILD, WordClass.EACH, WordClass.PARTICLE)
    word = cursor.take(WordClass.UNIT)
    if word is None or any(unit.kind is not None for unit in units):
        cursor.fail(Code.BUILD_KIND_MISSING)
        return []
    return [drafts.BuildDraft((replace(unit, kind=word.value(WordClass.UNIT), last=cursor.at),)) for unit in units]


def _moves(units: tuple[UnitRef, ...], targets: tuple[PlaceRef, ...], cursor: Cursor) -> list[drafts.Body]:
    """`柏林、慕尼黑分别移动普鲁士、蒂罗尔`: each to its own target; none if the counts differ."""
    if len(targets) != len(units):
        cursor.fail(Code.ORDER_UNREADABLE)
        return []
    return [drafts.MoveDraft(unit, target) for unit, target in zip(units, targets, strict=True)]


def _targets(cursor: Cursor, count: int) -> tuple[PlaceRef, ...]:
    targets = list(read_stops(cursor)[-1:])
    while 0 < len(targets) < count and (cursor.take_kind(TokenKind.COMMA) or cursor.take(WordClass.AND)):
        target = cursor.place(wanted=True)
        if target is None:
            return ()
        targets.append(target)
    return tuple(targets)
