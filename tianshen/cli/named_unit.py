"""A unit as a person names it on the command line, and the chain of the ruling on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.errors import InputError, UsageError
from tianshen.locale.lexicon import WordClass, load_lexicon
from tianshen.model.position import province_of
from tianshen.notices import Code
from tianshen.reading.words.lexer import Lexer
from tianshen.reading.words.near_names import NameFinder
from tianshen.writing.causes import causes_of, has_part

if TYPE_CHECKING:
    from tianshen.cli.speech import Speech
    from tianshen.model.position import Province
    from tianshen.record.turn_record import TurnRecord


def province_in(text: str, record: TurnRecord) -> Province:
    """Return the province of the named unit (`伦敦舰队`, `伦敦`, `F LON`), one that had a part in that turn.

    Raises `UsageError` where the text names no place or several, `InputError` where no unit stood there.
    """
    places = _places(text, record.board.name)
    if len(places) > 1:
        standing = [place for place in places if has_part(record.result, place)]
        places = standing if len(standing) == 1 else places
    if len(places) != 1:
        code = Code.PLACE_AMBIGUOUS if places else Code.PLACE_UNKNOWN
        raise UsageError.single(code, value=text, provinces=tuple(places))
    if not has_part(record.result, places[0]):
        turn = str(record.result.before.turn)
        raise InputError.single(Code.NO_UNIT_THERE, province=places[0], turn=turn)
    return places[0]


def _places(text: str, board: str) -> list[Province]:
    lexicon = load_lexicon(board)
    normalised = lexicon.normaliser.normalise(text)
    tokens = Lexer(lexicon, normalised, text).line(0, len(normalised.text))
    for token in tokens:
        found = {province_of(place) for place in token.values(WordClass.PLACE)}
        if found:
            return sorted(found)
    return sorted({province_of(place) for place in NameFinder(lexicon).candidates(text)})


def chain_text(record: TurnRecord, unit: str, speech: Speech) -> str:
    """Return the chain of the ruling on that unit, innermost cause first, each further in than what it causes."""
    step = causes_of(record, province_in(unit, record), speech.under(record.rules))
    return "\n".join("  " * depth + line for depth, line in step.lines())
