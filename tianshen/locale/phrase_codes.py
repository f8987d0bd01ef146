"""Which sentences each language must have, and which values each may take. Codes of rulings and notices come elsewhere.

Each row is `code: the names of its values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.ruling import reason_codes

if TYPE_CHECKING:
    from collections.abc import Mapping

# Sentences about rulings that differ from that of their reason's code; the values are those of the code named here.
# Where none is named, only what is known of every ruling can be used.
REASON_VARIANTS = {
    "no_order": "",
    "withstands_weaker": "withstands",
    "dislodges_head_to_head": "dislodges",
    "ring_exchange": "ring_turns",
    "prevented_weaker": "prevented",
    "resisted_weaker": "resisted",
    "lost_head_to_head_weaker": "lost_head_to_head",
    "void_route_empty_chain": "void_route_empty",
    "dislodged": "overcome",
}
VOID = "void"


def _plain(codes: str) -> dict[str, str]:
    """Sentences without values."""
    return dict.fromkeys(codes.split(), "")


_ROWS: dict[str, dict[str, str]] = {
    "style": {
        "clause": "clause",
        "separator": "",
        "comma": "",
        "ruling": "order verdict",
        "verdict": "word sentence",
        "quote": "text",
        "of_power": "power sentence",
        "part": "part parts",
        "player": "power player",
        "owned_unit": "power unit",
        "unordered": "unit",
        "candidate": "name id",
        "army": "",
        "fleet": "",
    },
    "marks": _plain(
        "succeeds bounces cut void disrupted dislodged retreat destroyed capture build disband waive decree lot item"
        " victory"
    ),
    "strength": {"supports": "unit supports", "own_unit": "supporter"},
    "captures": {"taken": "owner centre previous", "retaken": "owner centre previous", "taken_neutral": "owner centre"},
    "retreats": {
        "moved": "unit by to how",
        "disbanded": "unit by how",
        "destroyed": "unit by how",
        "attacker_from": "province",
        "skipped": "entry why",
        **_plain("list order decree choice heuristic_1 heuristic_2 heuristic_3 heuristic_4 only_place lot"),
        **_plain("no_place collision unordered"),
        **_plain("skip_occupied skip_attacker skip_standoff skip_unreachable skip_coast_missing skip_yielded"),
        **_plain("skip_taken_by_decree"),
    },
    "adjustments": {
        "build": "unit how",
        "disband": "unit how",
        "waive": "count how",
        "skipped": "entry why",
        "fallback": "entry",
        **_plain("list order decree heuristic_1 heuristic_2 distance lot forced waive_no_home waive_unordered"),
        **_plain("entry_disband skip_not_home skip_home_lost skip_occupied skip_inland skip_coast_missing"),
        **_plain("skip_coast_unknown skip_destroyed skip_already_disbanded skip_no_unit skip_not_needed"),
    },
    "victory": {
        "solo": "winners count",
        "last_turn": "winners count",
        "last_turn_alliance": "winners count",
        "shared": "winners",
        "draw": "winners",
        "ended": "winners count",
        "ended_several": "winners",
        "extended": "until leaders count",
    },
    "lots": {
        "draw": "purpose candidates drawn message",
        "retreat": "unit",
        "disband": "power",
        "commitment": "hash",
        "secret": "secret",
    },
    "decrees": {
        "order": "power order",
        "voided": "unit",
        "retreat": "unit to",
        "disband": "unit",
        "build": "power unit",
        "ended": "",
        "draw": "powers",
        "stalemate": "years",
    },
    "left_out": {
        "line": "who words why",
        **_plain("unknown late edited_late quoted replaced repeated voided other_power no_unit stranger struck"),
        **_plain("report decree wrong_phase other_turn signature unowned"),
    },
    "missing": {
        "nothing_sent": "power count",
        "nothing_sent_retreats": "power count",
        "nothing_sent_adjustments": "power",
        "units": "power units",
        "retreats": "power units",
    },
    "amended": {"route": "seas", "coast": "location", "coast_dropped": "", "words": "words", "decreed": ""},
    "report": {
        "title": "marker game turn version",
        "rules": "rules changes",
        "headline": "events",
        "event_adjusted": "built disbanded",
        "event_gained": "power centres",
        "event_lost": "power centres",
        "event_exchanged": "power gained lost",
        "event_dislodged": "units",
        "event_eliminated": "powers",
        "event_silent": "powers",
        "ring": "units",
        "paradox": "units",
        "open": "units",
        "centres": "turn",
        "units": "turn",
        "eliminated": "power",
        "power_units": "power count units",
        "power_centres": "power count change centres",
        "power_none": "power change",
        "unowned": "count centres",
        "next": "",
        "next_turn": "turn deadline",
        **_plain(
            "marker event_quiet event_calm knots retreats captures adjustments none units_end "
            "missing left_out decrees lots"
        ),
        "due": "turn",
        "due_retreat": "unit places",
        "due_destroyed": "unit",
        "due_build": "power count homes",
        "due_disband": "power count",
        "change_old": "text",
        "change_new": "text",
        **_plain("victory column_power column_count column_change column_centres unowned_power changes"),
    },
    "game": {
        "title": "marker game",
        "eliminated": "power turn by",
        "eliminated_plain": "power turn",
        "out": "turn",
        "cell": "column value",
        "rank_line": "rank power centres result",
        **_plain("chronicle table column_power column_start unowned ranking standing column_rank column_player"),
        **_plain("column_centres column_result eliminations won shared drawn survived playing"),
    },
    "why": {
        "strength": "order value base supports",
        "attack": "unit place",
        "attack_from_target": "unit target",
        "attack_own": "unit",
        "route": "fleets",
        "matching": "order",
        "ring": "units",
        "paradox": "units",
        "open": "units",
    },
}


def _outcomes() -> dict[str, str]:
    codes = [code for code in (*reason_codes(), *REASON_VARIANTS) if not code.startswith(f"{VOID}_")]
    return _plain(" ".join((*codes, VOID)))


PLAIN_SECTIONS: Mapping[str, Mapping[str, frozenset[str]]] = {
    section: {code: frozenset(names.split()) for code, names in rows.items()}
    for section, rows in {**_ROWS, "outcomes": _outcomes()}.items()
}
