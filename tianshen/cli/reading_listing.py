"""What was read for a turn, as lines: one part for each power, then what is missing and what does not count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.cli.terminal.columns import one_line
from tianshen.game.deadline_text import moment_text
from tianshen.model.turns import Phase
from tianshen.writing.notation import write_order
from tianshen.writing.notice_text import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tianshen.cli.speech import Speech
    from tianshen.game.opened_game import Game
    from tianshen.model.position import Position, Power, Province
    from tianshen.notices import Notice, Where
    from tianshen.reading.result import Given, Reading


@dataclass(frozen=True, slots=True)
class ReadingListing:
    """A turn's reading, and what it takes to write it out."""

    game: Game
    position: Position
    reading: Reading
    speech: Speech

    def title(self) -> str:
        """Return the game, the turn, and the deadline."""
        name = self.game.settings.name
        return self.titled("check_title", **({"game": name} if name else {}))

    def titled(self, key: str, **values: str) -> str:
        """Return a message about the turn, with its deadline where there is one."""
        settings = self.game.settings
        deadline = settings.deadlines.get(self.position.turn)
        if deadline:
            values["deadline"] = moment_text(deadline, settings.zone, self.speech.lang)
        return self.speech.message(key, turn=self.speech.names.turn(self.position.turn), **values)

    def lines(self) -> Iterator[str]:
        """Everything: the parts of all powers that have something to order, then what concerns all."""
        yield self.title()
        for power in self.game.board.powers:
            if self.asked(power) or self._given(power):
                yield ""
                yield self._heading(power)
                yield from self.order_lines(power)
                yield from self.missing_lines(power)
                yield from self.left_out_lines(power)
        yield from self._decree_lines()
        yield from self._due_lines()
        nobodys = list(self.left_out_lines(None))
        if nobodys:
            yield ""
            yield from nobodys

    def order_lines(self, power: Power, *, with_place: bool = True) -> Iterator[str]:
        """Return every order of the power that counts, as understood, with the player's words where they differ."""
        return (self._order_line(given, with_place=with_place) for given in self._given(power))

    def missing_lines(self, power: Power) -> Iterator[str]:
        """Return what the power has not sent; nothing where it has sent nothing at all."""
        missing = self.reading.missing.get(power)
        if missing is None or missing.nothing_sent:
            return
        names = self.speech.names
        for key, provinces in (("check_no_order", missing.units), ("check_no_retreat", missing.retreats)):
            units = [unit for province in provinces if (unit := self.position.unit_meant(province)) is not None]
            if units:
                yield self.speech.message(key, units=names.join(names.unit(unit) for unit in units))
        for key, lacks in (("check_no_builds", missing.builds), ("check_no_disbands", missing.disbands)):
            if lacks:
                yield self.speech.message(key)

    def left_out_lines(self, power: Power | None, *, with_place: bool = True) -> Iterator[str]:
        """Return the words of the power, or of nobody, that give no order, and why."""
        for item in self.reading.left_out:
            if item.power == power:
                why = self.speech.phrases.say("left_out", item.why)
                values = {"place": _place(item.where)} if with_place else {}
                yield self.speech.message("check_left_out", words=_line(item.where.quote), why=why, **values)

    def talk_lines(self, notices: Iterable[Notice]) -> Iterator[str]:
        """Words that are no orders, each with its place."""
        for notice in notices:
            if notice.where is not None:
                words, place = _line(notice.where.quote), _place(notice.where)
                yield self.speech.message("check_talk_line", words=words, place=place)

    def asked(self, power: Power) -> bool:
        """Return whether the power is to send something in this turn."""
        return power in self.reading.missing or bool(self._units(power))

    def silent(self) -> list[Power]:
        """Return the powers that were to send something and sent nothing."""
        return [power for power, missing in self.reading.missing.items() if missing.nothing_sent and self._units(power)]

    def _units(self, power: Power) -> list[Province]:
        if self.position.turn.phase is Phase.RETREATS:
            return [item.unit.province for item in self.position.dislodged if item.unit.power == power]
        return [unit.province for unit in self.position.units_of(power)]

    def _given(self, power: Power) -> list[Given]:
        return [given for given in self.reading.given if given.power == power and not given.decree]

    def _heading(self, power: Power) -> str:
        players = self.game.settings.players_at(self.position.turn).get(power, ())
        values = {
            "power": self.speech.names.power(power),
            **({"player": shortened(one_line(players[0]))} if players else {}),
        }
        if self.position.turn.phase is Phase.ADJUSTMENTS:
            values["centres"] = str(len(self.position.centres_of(power)))
            values["units"] = str(len(self.position.units_of(power)))
            return self.speech.message("check_power_winter", **values)
        units = set(self._units(power))
        counts = {"sent": str(len(units - self._lacking(power, units))), "all": str(len(units))}
        return self.speech.message("check_power", **counts, **values)

    def _lacking(self, power: Power, units: set[Province]) -> set[Province]:
        """Those of the units that have no order."""
        missing = self.reading.missing.get(power)
        if missing is None:
            return set()
        if missing.nothing_sent:
            return units
        return {*missing.units, *(missing.retreats if self.position.turn.phase is Phase.RETREATS else ())}

    def _order_line(self, given: Given, *, with_place: bool = True) -> str:
        order = write_order(given.order, self.position, self.speech.names)
        values = {} if _same(order, given.text) else {"words": _line(given.text)}
        if with_place:
            values["place"] = _place(given.where)
            values |= {"author": given.author} if given.author else {}
        return self.speech.message("check_order", order=order, **values)

    def _decree_lines(self) -> Iterator[str]:
        decrees = [given for given in self.reading.given if given.decree]
        if decrees:
            yield ""
            yield self.speech.message("check_decrees")
            yield from map(self._order_line, decrees)

    def _due_lines(self) -> Iterator[str]:
        silent = self.silent()
        names = self.speech.names
        yield ""
        if silent:
            yield self.speech.message("check_due", powers=names.join(self._called(power) for power in silent))
        else:
            yield self.speech.message("check_all_in")

    def _called(self, power: Power) -> str:
        players = self.game.settings.players_at(self.position.turn).get(power, ())
        name = self.speech.names.power(power)
        return (
            self.speech.message("power_player", power=name, player=shortened(one_line(players[0]))) if players else name
        )


def _same(order: str, words: str) -> bool:
    return "".join(order.split()) == "".join(words.split())


def _line(words: str) -> str:
    return shortened(" ".join(words.split()))


def _place(where: Where) -> str:
    return f"{where.file}:{where.line}"
