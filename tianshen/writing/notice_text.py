"""The sentence for a notice, with the names that its data stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import Named
from tianshen.model.position import Unit
from tianshen.model.turns import Turn, parse_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from tianshen.locale.names import Names
    from tianshen.model.position import UnitKind
    from tianshen.notices import Notice
    from tianshen.writing.language import Language

_LONGEST = 300  # characters of somebody's words; nobody reads on, and a player may write a million


def notice_text(notice: Notice, language: Language) -> str:
    """Return what the notice says, without its place.

    A value is shown as its key says (`…_province` holds an id and shows a name); text that is no id is shown as it is,
    but only the beginning of a very long one. A value that the notice lacks is shown as its key in braces.
    """
    values = {key: _shown(key, value, language.names) for key, value in notice.data.items()}
    if notice.where is not None:
        place = {
            "file": notice.where.file,
            "line": str(notice.where.line),
            "column": str(notice.where.column),
            "quote": shortened(notice.where.quote),
        }
        values = {**place, **values}
    template = language.phrases.sections["notices"][str(notice.code)]
    missing = {name: f"{{{name}}}" for name in template.needed if name not in values}
    return template.fill({**missing, **values})


def shortened(text: str) -> str:
    """Somebody's words as a sentence can hold them: on one line, of a very long text the beginning."""
    cut = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\u2026"
    return cut.replace("\n", " ")


def _shown(key: str, value: object, names: Names) -> str:
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return names.join(_shown(key, item, names) for item in items)
    if isinstance(value, Turn):
        return names.turn(value)
    if isinstance(value, (Unit, Named)):
        return names.unit(value)
    word = key.rpartition("_")[2].removesuffix("s")
    show = _SHOW.get(word)
    if show is None or not isinstance(value, str):
        return shortened(str(value))
    try:
        return show(names, value)
    except (KeyError, ValueError):
        return shortened(value)


def _unit(names: Names, text: str) -> str:
    kind, _, at = text.partition(" ")
    if kind not in ("A", "F"):
        raise ValueError(text)
    letter: UnitKind = "A" if kind == "A" else "F"
    return names.unit_at(letter, at)


def _location(names: Names, text: str) -> str:
    province, slash, coast = text.partition("/")
    if len(province) != 3 or bool(slash) != bool(coast):
        raise ValueError(text)
    return names.location(text)


def _kind(names: Names, text: str) -> str:
    return names.kinds[text]


_SHOW: dict[str, Callable[[Names, str], str]] = {
    "power": lambda names, text: names.power(text),
    "province": _location,
    "location": _location,
    "place": _location,
    "unit": _unit,
    "turn": lambda names, text: names.turn(parse_turn(text)),
    "coast": lambda names, text: names.coast(text),
    "kind": _kind,
}
