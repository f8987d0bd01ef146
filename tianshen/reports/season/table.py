"""The table of players over many games: pure bytes, every number a live formula over the sheets below it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tianshen.locale.names import load_names
from tianshen.reports.cells.cell_style import (
    DATA,
    DATA_MIDDLE,
    DATA_WRAPPED,
    FORMULA_DECIMAL,
    FORMULA_NUMBER,
    FORMULA_TEXT,
    HEAD,
    INPUT,
    INPUT_NUMBER,
    MUTED,
    NUMBER,
    TITLE,
    Look,
    LookPart,
)
from tianshen.reports.cells.sheet_setup import (
    GOLD,
    allow_list,
    allow_number,
    colour_rows,
    column_area,
    print_columns,
    set_page,
)
from tianshen.reports.cells.sheet_writer import Formula, SheetWriter, at, block
from tianshen.reports.scoring.scores import HOUSE, ranks, system_names
from tianshen.reports.season.players import players_of
from tianshen.reports.season.score_sheet import Scores, write_scores
from tianshen.reports.workbook.book import finish_book, start_book
from tianshen.reports.workbook.centres import power_fill
from tianshen.reports.workbook.input_layout import SEASON_PLAYERS, SEASON_SEATS, season_key
from tianshen.reports.workbook.inputs import NOTHING_KEPT
from tianshen.reports.workbook.notes import put_notes, system_notes
from tianshen.reports.workbook.parameters import (
    finish_parameters,
    lay_parameters,
    put_parameter,
    put_rates,
    start_parameters,
)
from tianshen.reports.workbook.workbook_plan import season_settings
from tianshen.reports.workbook.workbook_words import load_workbook_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.locale.names import Names
    from tianshen.model.position import Power
    from tianshen.reports.cells.sheet_writer import BookWriter
    from tianshen.reports.season.players import Player, SeatLine
    from tianshen.reports.workbook.inputs import KeptInputs
    from tianshen.reports.workbook.parameters import Parameters
    from tianshen.reports.workbook.summary import GameSummary
    from tianshen.reports.workbook.workbook_plan import Settings
    from tianshen.reports.workbook.workbook_words import WorkbookWords

_SHEETS = ("players", "seats", "scores", "parameters", "notes")
_COLUMNS = (
    *("rank", "player", "games", "wins", "shared", "drawn", "eliminated", "centres", "best", "points", "average"),
    *("missed", "remark", "number", "names"),
)
_SEAT_COLUMNS = (
    *("game_number", "game", "power", "player", "number", "from", "until", "owned", "year", "result", "missed"),
    *("base", "portion", "earned", "counted"),
)
_SYSTEM = "{system}"  # where the sentence names the system, which a formula puts in
_HEAD = 4
_NEVER = -1_000_000  # what stands for the average of a power that was never played
_NOTES = ("ranking", "wins", "portion", "running", "best", "identity")


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player has achieved over all games."""

    player: Player
    games: int
    wins: int
    shared: int
    drawn: int
    eliminated: int
    centres: float | None
    points: float
    missed: int
    averages: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SeasonBook:
    """The workbook while it is written."""

    book: BookWriter
    words: WorkbookWords
    names: Names
    summaries: Sequence[GameSummary]
    lines: Sequence[SeatLine]
    scores: Scores
    parameters: Parameters
    settings: Settings
    seats: SheetWriter

    def seat_column(self, name: str) -> str:
        """Return the cells of a column of the sheet of seats."""
        column = _SEAT_COLUMNS.index(name) + 1
        return self.seats.ref + column_area(2, column, len(self.lines) + 1)

    def lines_of(self, player: Player) -> list[SeatLine]:
        """Return the seats of a player, game by game."""
        return [line for line in self.lines if line.player == player.number]

    def base(self, line: SeatLine) -> float:
        """Return the score of the power in its game, under the system that counts."""
        summary = self.summaries[line.game]
        return self.scores.values[line.game][self.settings.counting][summary.powers.index(line.power)]

    def portion(self, line: SeatLine) -> float:
        """Return the player's part of that score: what was typed, else all or nothing."""
        typed = self.book.ledger.typed.get(self.portion_key(line))
        return float(typed) if isinstance(typed, (int, float)) else float(line.last)

    def portion_key(self, line: SeatLine) -> str:
        """Return the key of the input of the player's part."""
        texts = [self.summaries[line.game].facts.name, self.names.power(line.power), line.seat.shown]
        return season_key(SEASON_SEATS, texts)


def build_season(
    summaries: Sequence[GameSummary],
    *,
    lang: str = "zh",
    name_set: str = "house",
    scoring: str | None = None,
    kept: KeptInputs = NOTHING_KEPT,
) -> bytes:
    """Return the table of players over these games, with what the game master typed into an earlier one.

    `scoring` names the system of the points; None: the one that counts in every game, or else the number of centres.
    """
    words, names = load_workbook_words(lang), _names(summaries, lang, name_set)
    book = start_book(words, kept)
    own = scoring or _common_system(summaries)
    settings = season_settings(own, kept, max((len(summary.powers) for summary in summaries), default=0))
    sheets = {name: book.add(words("sheets", name)) for name in _SHEETS}
    parameters = lay_parameters(sheets["parameters"], settings, ("chosen",))
    scores = Scores(sheets["scores"], summaries, settings.rates)
    players, lines = players_of(summaries)
    season = SeasonBook(book, words, names, summaries, lines, scores, parameters, settings, sheets["seats"])
    tallies = sorted((_tally(season, player) for player in players), key=_order)
    _write_players(season, sheets["players"], tallies)
    _write_seats(season, {player.number: player for player in players})
    write_scores(scores, words, names, parameters)
    _write_parameters(season, sheets["parameters"], own)
    rows = [(words("season", key), words("season", f"{key}_note")) for key in _NOTES]
    put_notes(sheets["notes"], book, words, [*rows, *system_notes(words, system_names())])
    return finish_book(book)


def _names(summaries: Sequence[GameSummary], lang: str, name_set: str) -> Names:
    """Names that know the powers of every board that was played on."""
    known = [load_names(lang, name_set, summary.facts.board.name) for summary in summaries]
    powers = {power: name for names in reversed(known) for power, name in names.powers.items()}
    return replace(known[0] if known else load_names(lang, name_set), powers=powers)


def _common_system(summaries: Sequence[GameSummary]) -> str:
    counting = {summary.facts.scoring[0] if summary.facts.scoring else HOUSE for summary in summaries}
    return counting.pop() if len(counting) == 1 else HOUSE


def _tally(season: SeasonBook, player: Player) -> Tally:
    lines = season.lines_of(player)
    last = [(season.summaries[line.game], line.power) for line in lines if line.last]
    endings = Counter(summary.ending(power) for summary, power in last)
    earned = [(line.power, season.base(line) * season.portion(line)) for line in lines]
    return Tally(
        player,
        sum(line.first_here for line in lines),
        endings["solo"] + endings["won"],
        endings["shared"],
        endings["drawn"],
        endings["eliminated"],
        _mean([summary.centres(power) for summary, power in last]),
        sum(value for _, value in earned),
        sum(line.missed for line in lines),
        tuple(_average(earned, power) for power in season.summaries[0].powers),
    )


def _average(earned: Sequence[tuple[Power, float]], power: Power) -> float:
    """Return the mean of the points earned with a power, as exactly as the sheet rounds it."""
    mean = _mean([value for played, value in earned if played == power])
    return _NEVER if mean is None else round(mean, 6)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _order(tally: Tally) -> tuple[float, ...]:
    """Points first; of equals who won more often, then who had more centres, then who came first."""
    return (-round(tally.points, 6), -tally.wins, -tally.shared, -(tally.centres or 0), tally.player.number)


def _write_players(season: SeasonBook, sheet: SheetWriter, tallies: Sequence[Tally]) -> None:
    words = season.words
    powers = season.summaries[0].powers if season.summaries else ()
    last = _HEAD + max(len(tallies), 1)
    sheet.put(1, 1, words("season", "title"), TITLE, spill=True)
    sheet.put(2, 1, _state(season, len(tallies)), MUTED, spill=True)
    sheet.put(3, 1, words("overview", "legend"), MUTED, spill=True)
    sheet.put_row(_HEAD, 1, words.column("season", *_COLUMNS), HEAD)
    sheet.put_row(_HEAD, len(_COLUMNS) + 1, [season.names.power(power) for power in powers], HEAD)
    placed = ranks([round(tally.points, 6) for tally in tallies])
    for index, tally in enumerate(tallies):
        _write_tally(season, sheet, _HEAD + 1 + index, last, tally, placed[index])
    colour_rows(sheet, block(_HEAD + 1, 1, last, 2), f"${at(_HEAD + 1, 1)}=1", fill=GOLD)
    set_page(sheet, _HEAD, 2)
    print_columns(sheet, last, _COLUMNS.index("remark") + 1)
    sheet.fit(narrowest=8, widest=24, given={_COLUMNS.index("remark") + 1: 28})


def _state(season: SeasonBook, players: int) -> Formula:
    """How many games and players, and by which system; the system is read from the parameter."""
    words = season.words
    values = {"games": str(len(season.summaries)), "players": str(players), "system": _SYSTEM}
    before, _, after = words("season", "state", **values).partition(_SYSTEM)
    texts = [part.replace('"', '""') for part in (before, after)]
    title = words.system(season.settings.counting)
    return Formula(f'="{texts[0]}"&{season.parameters.cell("chosen")}&"{texts[1]}"', before + title + after)


def _write_tally(season: SeasonBook, sheet: SheetWriter, row: int, last: int, tally: Tally, rank: int) -> None:
    words, columns = season.words, {name: index for index, name in enumerate(_COLUMNS, 1)}
    own = "$" + at(row, columns["number"])
    number = season.seat_column("number")

    def count(*endings: str) -> str:
        results = season.seat_column("result")
        parts = [f'COUNTIFS({number},{own},{results},"{words("results", ending)}")' for ending in endings]
        return "=" + "+".join(parts)

    def total(name: str) -> str:
        return f"=SUMIFS({season.seat_column(name)},{number},{own})"

    points = column_area(_HEAD + 1, columns["points"], last)
    mine = "$" + at(row, columns["points"])
    games = at(row, columns["games"])
    first, end = len(_COLUMNS) + 1, len(_COLUMNS) + len(tally.averages)
    best = tally.averages.index(max(tally.averages))
    formulas = {
        "rank": (f"=SUMPRODUCT((ROUND({points},6)>ROUND({mine},6))*1)+1", rank, FORMULA_NUMBER),
        "games": (total("counted"), tally.games, FORMULA_NUMBER),
        "wins": (count("solo", "won"), tally.wins, FORMULA_NUMBER),
        "shared": (count("shared"), tally.shared, FORMULA_NUMBER),
        "drawn": (count("drawn"), tally.drawn, FORMULA_NUMBER),
        "eliminated": (count("eliminated"), tally.eliminated, FORMULA_NUMBER),
        "centres": (
            f'=IFERROR(AVERAGEIFS({season.seat_column("owned")},{number},{own}),"")',
            "" if tally.centres is None else tally.centres,
            FORMULA_DECIMAL,
        ),
        "best": (
            f"=INDEX({block(_HEAD, first, _HEAD, end)},1,"
            f"MATCH(MAX({at(row, first)}:{at(row, end)}),{at(row, first)}:{at(row, end)},0))",
            season.names.power(season.summaries[0].powers[best]),
            FORMULA_TEXT,
        ),
        "points": (total("earned"), tally.points, FORMULA_DECIMAL),
        "average": (f"={mine}/{games}", tally.points / tally.games, FORMULA_DECIMAL),
        "missed": (total("missed"), tally.missed, FORMULA_NUMBER),
    }
    for name, (text, value, look) in formulas.items():
        sheet.put(row, columns[name], Formula(text, value), look)
    sheet.put(row, columns["player"], tally.player.name, DATA)
    sheet.put_input(row, columns["remark"], season_key(SEASON_PLAYERS, [tally.player.name]), None, INPUT)
    sheet.put(row, columns["number"], tally.player.number, NUMBER)
    sheet.put(row, columns["names"], season.names.join(tally.player.names), DATA_WRAPPED)
    for offset, value in enumerate(tally.averages):
        power = f"{at(_HEAD, first + offset)}".replace(str(_HEAD), f"${_HEAD}")
        mean = f"AVERAGEIFS({season.seat_column('earned')},{number},{own},{season.seat_column('power')},{power})"
        text = f"=IFERROR(ROUND({mean},6),{_NEVER})"
        sheet.put(row, first + offset, Formula(text, value), FORMULA_NUMBER)


def _write_seats(season: SeasonBook, players: dict[int, Player]) -> None:
    sheet, words = season.seats, season.words
    columns = {name: index for index, name in enumerate(_SEAT_COLUMNS, 1)}
    sheet.put_row(1, 1, words.column("season", *_SEAT_COLUMNS), HEAD)
    for row, line in enumerate(season.lines, 2):
        _write_seat(season, row, line, columns)
    last = max(len(season.lines) + 1, 2)
    allow_number(sheet, column_area(2, columns["portion"], last), 0, 1, whole=False)
    set_page(sheet, 1, 4)
    sheet.page.auto_filter.ref = f"A1:{at(last, len(_SEAT_COLUMNS))}"
    sheet.fit(narrowest=7, widest=24)


def _write_seat(season: SeasonBook, row: int, line: SeatLine, columns: dict[str, int]) -> None:
    sheet, words, names, scores = season.seats, season.words, season.names, season.scores
    summary = season.summaries[line.game]
    source = scores.row(line.game, line.power)
    result = words("results", summary.ending(line.power)) if line.last else words("season", "left")
    until = names.turn_file(line.seat.until) if line.seat.until else None
    sheet.put(row, columns["game_number"], line.game + 1, NUMBER)
    sheet.put(row, columns["game"], summary.facts.name or None, DATA)
    sheet.put(row, columns["power"], names.power(line.power), Look(LookPart.DATA, fill=power_fill(line.power)))
    sheet.put(row, columns["player"], line.seat.shown or None, DATA)
    sheet.put(row, columns["number"], line.player, NUMBER)
    sheet.put_row(row, columns["from"], [names.turn_file(line.seat.since), until], DATA_MIDDLE)
    owned = Formula(f"={scores.cell(source, 'owned')}", summary.centres(line.power)) if line.last else None
    sheet.put(row, columns["owned"], owned, FORMULA_NUMBER)
    sheet.put(row, columns["year"], summary.eliminated(line.power) if line.last else None, NUMBER)
    sheet.put(row, columns["result"], result, DATA_MIDDLE)
    sheet.put(row, columns["missed"], line.missed, NUMBER)
    chosen = f"MATCH({season.parameters.cell('chosen')},{scores.titles},0)"
    base, portion = season.base(line), season.portion(line)
    text = f"=INDEX({scores.systems(source)},1,{chosen})"
    sheet.put(row, columns["base"], Formula(text, base), FORMULA_DECIMAL)
    sheet.put_input(row, columns["portion"], season.portion_key(line), int(line.last), INPUT_NUMBER)
    earned = Formula(f"={at(row, columns['base'])}*{at(row, columns['portion'])}", base * portion)
    sheet.put(row, columns["earned"], earned, FORMULA_DECIMAL)
    sheet.put(row, columns["counted"], int(line.first_here), NUMBER)


def _write_parameters(season: SeasonBook, sheet: SheetWriter, own: str) -> None:
    words, settings = season.words, season.settings
    start_parameters(sheet, words)
    put_parameter(sheet, season.parameters, words, "chosen", words.system(own), note=words("season", "chosen_note"))
    row = season.parameters.rows["chosen"]
    allow_list(sheet, at(row, 2), [words.system(system) for system in system_names()])
    put_rates(sheet, season.parameters, words, settings)
    finish_parameters(sheet)
