"""A TOML file of the game master's read with care: every fault is kept, with its line and key, and told at the end."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from tianshen.errors import InputError
from tianshen.game.toml_lines import key_lines, line_of, with_quoted_keys
from tianshen.notices import Code, Level, Notice, Where

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tianshen.game.toml_lines import Path
    from tianshen.text.source import Source

_PLACE = re.compile(r"\(at line (\d+), column \d+\)")
_LONG = re.compile(r"[\d_]{4000}")
_DEEP = re.compile(r"(?:\.[ \t]*[\w\"'-]{1,40}+[ \t]*){3000}")  # keys in keys in keys, for which tomllib takes ages
_TWICE = re.compile(r"Cannot (overwrite|declare)")


class TableReader:
    """Reads typed values out of a TOML text; `finish` raises for everything that was wrong."""

    def __init__(self, source: Source) -> None:
        """Raise `InputError` (`toml_broken`, `setting_twice`) where the text is no TOML."""
        self._source = source
        self.faults: list[Notice] = []
        deep = _DEEP.search(source.text)
        if deep:
            raise _broken_at(source, deep.start())
        try:
            text = with_quoted_keys(source.text)
            self.data: Mapping[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise _broken(source, str(error)) from error
        except ValueError as error:  # a number with more digits than Python converts
            found = _LONG.search(source.text)
            raise _broken_at(source, found.start() if found else 0) from error
        except RecursionError as error:
            raise InputError.single(Code.TOML_BROKEN, Where(source.name, 1, 1)) from error
        self._lines = key_lines(text)

    def fault(self, code: Code, path: Path, **data: object) -> None:
        """Something is wrong with the value at that path of keys."""
        line = line_of(self._lines, path)
        column = max(self._source.line_text(line).find(path[-1]), 0) + 1
        where = Where(self._source.name, line, column, path[-1])
        self.faults.append(Notice(Level.ERROR, code, where, {"key": ".".join(path), **data}))

    def finish(self) -> None:
        """Raise `InputError` with all faults, in the sequence of the lines, if there are any."""
        if self.faults:
            raise InputError(sorted(self.faults, key=lambda notice: notice.where.line if notice.where else 0))

    def only(self, allowed: Collection[str], path: Path = ()) -> None:
        """No key stands there but the allowed ones."""
        for key in self.table(path):
            if key not in allowed:
                self.fault(Code.SETTING_UNKNOWN, (*path, key), allowed=tuple(allowed))

    def table(self, path: Path) -> Mapping[str, Any]:
        """Return the table at that path, empty where there is none."""
        node: object = self.data
        for key in path:
            node = node.get(key, {}) if isinstance(node, dict) else None
        if isinstance(node, dict):
            return node
        self.fault(Code.SETTING_NOT_TABLE, path)
        return {}

    def text(self, key: str, default: str) -> str:
        """Return the text at the top under that key."""
        value = self.data.get(key, default)
        if isinstance(value, str):
            return value
        self.fault(Code.SETTING_NOT_TEXT, (key,))
        return default

    def choice(self, key: str, allowed: Collection[str], default: str) -> str:
        """One of the allowed texts."""
        value = self.text(key, default)
        if value in allowed:
            return value
        self.fault(Code.SETTING_WRONG, (key,), value=value, allowed=tuple(allowed))
        return default

    def names(self, path: Path, value: object) -> tuple[str, ...]:
        """Return a list of texts; a single text is a list of one."""
        items = [value] if isinstance(value, str) else value
        if isinstance(items, list) and all(isinstance(item, str) and item.strip() for item in items):
            return tuple(items)
        self.fault(Code.SETTING_NOT_NAMES, path)
        return ()


def _broken_at(source: Source, offset: int) -> InputError:
    line = source.line_of(offset)
    return InputError.single(Code.TOML_BROKEN, Where(source.name, line, 1, source.line_text(line)))


def _broken(source: Source, message: str) -> InputError:
    place = _PLACE.search(message)
    line = int(place[1]) if place else source.text.rstrip("\n").count("\n") + 1
    code = Code.SETTING_TWICE if _TWICE.search(message) else Code.TOML_BROKEN
    return InputError.single(code, Where(source.name, line, 1, source.line_text(line)))
