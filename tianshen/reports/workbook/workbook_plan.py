"""What all sheets of a game's workbook share: the game, the words, the inputs, the parameters of the scoring."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tianshen.reports.scoring.scores import HOUSE, Rates, default_rates, score, system_names
from tianshen.reports.workbook.input_layout import input_key, shown_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.model.position import Power
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.cells.sheet_writer import BookWriter, InputCells, Plain
    from tianshen.reports.scoring.scores import PowerScore, Score
    from tianshen.reports.workbook.inputs import KeptInputs
    from tianshen.reports.workbook.summary import GameSummary, Seat
    from tianshen.reports.workbook.workbook_words import WorkbookWords
    from tianshen.writing.language import Language

_DRAWN_SYSTEMS = ("draw_size", "dixie")


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of the scoring as they stand in the workbook: the game's own, or what was typed over them.

    `systems` are those with a column, `counting` the one that counts; `rated` those whose numbers stand among the
    parameters.
    """

    systems: tuple[str, ...]
    counting: str
    rated: tuple[str, ...]
    winning: int | float
    first_year: int | float
    allied_rank: bool
    rates: Mapping[str, Rates]


@dataclass(frozen=True, slots=True)
class WorkbookPlan:
    """A game's workbook while it is written."""

    book: BookWriter
    summary: GameSummary
    records: Sequence[TurnRecord]
    words: WorkbookWords
    language: Language
    settings: Settings

    @property
    def ledger(self) -> InputCells:
        """The inputs."""
        return self.book.ledger

    @property
    def has_draw(self) -> bool:
        """Return whether some system asks who shares a draw, or somebody has said so already."""
        typed = any(key.startswith("overview.in_draw/") for key in self.ledger.typed)
        return typed or any(system in _DRAWN_SYSTEMS for system in self.settings.systems)

    def in_draw(self, power: Power) -> str | None:
        """Return the input for the power's part in a draw: yes, no, or None (whoever owns a centre)."""
        typed = self.ledger.typed.get(input_key("overview", "in_draw", power))
        return str(typed) if typed is not None else self.own_in_draw(power)

    def own_in_draw(self, power: Power) -> str | None:
        """As `in_draw`, by what the game says: only a declared draw names its members."""
        victory = self.summary.victory
        if victory is None or victory.kind != "draw":
            return None
        return self.words.truth(power in victory.winners)

    def player(self, seat: Seat) -> str:
        """Return the player's name; of a power's first player what was typed over it."""
        typed = self.ledger.typed.get(input_key("overview", "player", seat.power))
        is_first = seat is self.summary.seats[seat.power][0]
        return str(typed) if is_first and typed is not None else seat.shown

    def standing(self) -> PowerScore:
        """Return what the scoring looks at, with everything that the game master typed."""
        yes, no = self.words.truth(True), self.words.truth(False)
        shares = tuple(
            {yes: True, no: False}.get(self.in_draw(power) or "", self.summary.centres(power) > 0)
            for power in self.summary.powers
        )
        return replace(
            self.summary.standing,
            shares=shares,
            winning=self.settings.winning,
            first_year=self.settings.first_year,
            last_year=max([self.settings.first_year, *self.summary.years]),
            eliminated=tuple(self.eliminated(power) or 0 for power in self.summary.powers),
        )

    def eliminated(self, power: Power) -> int | float | None:
        """Return the year of the power's elimination; one that never had a centre was out from the first year on."""
        if any(self.summary.counts[power]):
            return self.summary.eliminated(power)
        return self.settings.first_year

    def score(self, system: str) -> Score:
        """Return the score of each power under a system."""
        return score(system, self.standing(), self.settings.rates[system])


def typed_values(kept: KeptInputs, words: WorkbookWords) -> dict[str, Plain]:
    """Return the kept inputs as they are written in this language."""
    return {key: shown_value(key, value, words) for key, value in kept.values.items()}


def settings_of(summary: GameSummary, kept: KeptInputs) -> Settings:
    """Return the parameters of the scoring, from the game and from what was typed."""
    known = system_names()
    wanted = [system for system in summary.facts.scoring if system in known] or [HOUSE]
    counting = kept.text("parameters.value/counts") or wanted[0]
    systems = tuple(dict.fromkeys([*wanted, counting]))
    shown = {*systems, *_rated_systems(kept)}
    allied = kept.text("parameters.value/allied_rank") or ("yes" if summary.facts.alliances else "no")
    return Settings(
        systems,
        counting,
        tuple(system for system in known if system in shown),
        _typed_or(kept, "winning", summary.facts.rules.options.solo_centres),
        _typed_or(kept, "first_year", summary.first_year),
        allied == "yes",
        {system: _rates(system, kept, len(summary.powers)) for system in known},
    )


def _rated_systems(kept: KeptInputs) -> set[str]:
    """Return the systems for which points were typed."""
    rates = ("parameters.value/solo/", "parameters.value/place/")
    return {key.split("/")[2] for key in kept.values if key.startswith(rates)}


def _typed_or(kept: KeptInputs, name: str, usual: float) -> float:
    """Return the number typed for a parameter, or the usual one where there is none."""
    typed = kept.number(f"parameters.value/{name}")
    return usual if typed is None else typed


def season_settings(own: str, kept: KeptInputs, powers: int) -> Settings:
    """Return the parameters of a season's table: all systems are shown, one counts."""
    systems = system_names()
    counting = kept.text("parameters.value/chosen") or own
    rates = {system: _rates(system, kept, powers) for system in systems}
    return Settings(systems, counting, systems, 0, 0, False, rates)


def _rates(system: str, kept: KeptInputs, powers: int) -> Rates:
    own = default_rates()[system]
    usual = (*own.places[:powers], *[0] * (powers - len(own.places)))
    places = tuple(_typed_or(kept, f"place/{system}/{place}", points) for place, points in enumerate(usual, 1))
    return Rates(_typed_or(kept, f"solo/{system}", own.solo), places if own.places else ())
