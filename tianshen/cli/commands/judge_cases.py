"""`judge`: positions with orders, adjudicated with no game around."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.options import LangOption, bytes_of, chosen_lang
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.errors import InputError
from tianshen.game.record_files import record_data
from tianshen.judge.whole_turn import judge_turn
from tianshen.reading.case.case_file import read_case
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.contents.turn_document import turn_document
from tianshen.reports.document.rendering import render_parts
from tianshen.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.reading.case.case_file import Case

_STDIN = "-"
_ENDING = ".txt"


def judge_cases(
    cases: Annotated[list[str], typer.Argument()],
    json: Annotated[bool, typer.Option("--json")] = False,
    why: Annotated[str | None, typer.Option("--why")] = None,
    lang: LangOption = None,
) -> int:
    """Judges case files; the status is 1 where one of them could not be read as it stands."""
    chosen_lang(lang)
    status = 0
    files = list(_files(cases))
    for name in files:
        try:
            source = decode(console.read_input(name) if name == _STDIN else bytes_of(Path(name)), name)
            case = read_case(source)
        except InputError as error:
            _refuse(name, error, Speech(chosen_lang(lang)), json=json)
            status = 1
            continue
        speech = Speech(chosen_lang(lang, case.lang), board=case.board.name)
        record = judged(case)
        if json:
            console.emit_json(record_data(record, speech))
        else:
            _show(name if len(files) > 1 else "", record, why, speech)
            console.tell(speech.complaints(record.notices, {name: source}))
        status = max(status, int(record.needs_attention))
    return status


def judged(case: Case) -> TurnRecord:
    """Return the turn of a case."""
    result = judge_turn(
        case.board,
        case.rules,
        case.position,
        case.reading.orders,
        alliances={str(number): powers for number, powers in enumerate(case.alliances)},
    )
    return TurnRecord(case.board, case.rules, case.reading, result)


def _files(cases: Sequence[str]) -> Iterator[str]:
    """Return the names of the files; a folder stands for the case files in it, at any depth, by path."""
    for name in cases:
        if name != _STDIN and Path(name).is_dir():
            yield from sorted(str(path) for path in Path(name).rglob(f"*{_ENDING}") if path.is_file())
        else:
            yield name


def _refuse(name: str, error: InputError, speech: Speech, *, json: bool) -> None:
    """Tells what is wrong with a case; as JSON on the line where its record would stand."""
    if json:
        from tianshen.record.record_json import refused_json

        console.emit_json(refused_json(name, error.notices, speech.notice))
    console.tell(speech.complaints(error.notices))


def _show(name: str, record: TurnRecord, why: str | None, speech: Speech) -> None:
    document = turn_document(record, speech)
    text = "\n\n".join(render_parts(document))
    console.say(f"== {name} ==\n{text}\n" if name else text)
    if why is not None:
        from tianshen.cli.named_unit import chain_text

        console.say("\n" + chain_text(record, why, speech))
