"""Looks for inputs that break a reader, led by which code they reach; run by hand, for as long as one likes.

    pip install atheris
    python tools/fuzz.py turn -max_total_time=600

The first word says what is read: turn, case, settings, saved or seals; what follows goes to libFuzzer. What breaks a
check of `tests/fuzz/outcomes.py` (any error not of the project's own, a notice out of place, two readings that differ)
or takes longer than twenty seconds is written to `tests/fuzz/found`, where a test runs it from then on.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parent.parent
FUZZ = ROOT / "tests" / "fuzz"
sys.path[:0] = [str(ROOT), str(FUZZ)]

with atheris.instrument_imports(include=["tianshen"]):
    import material
    import outcomes

SHIPPED = {
    "turn": ["tests/threads/pages/*.txt", "examples/*/*.txt"],
    "case": ["tests/judge/**/*.case", "tests/clauses/*.case"],
    "settings": ["examples/*/game.toml", "locales/*/settings.toml"],
    "saved": ["tests/fuzz/found/saved-*"],
    "seals": ["tests/fuzz/found/seals-*"],
}
LONGEST = {"turn": 400, "case": 800, "settings": 2000, "saved": 12000, "seals": 800}  # bytes of an input


def main() -> None:
    """Feeds inputs to one check until the time is over or the check fails."""
    kind = sys.argv.pop(1)
    check = _quick_turn if kind == "turn" else outcomes.CHECKS[kind]
    corpus = ROOT / ".fuzz" / kind
    corpus.mkdir(parents=True, exist_ok=True)
    for pattern in SHIPPED[kind]:
        for path in ROOT.glob(pattern):
            (corpus / f"{path.parent.name}-{path.name}").write_bytes(path.read_bytes())
    words = corpus.parent / f"{kind}.words"
    words.write_text("\n".join(map(_quoted, _tokens())) + "\n", encoding="ascii")
    options = [
        f"-dict={words}",
        f"-artifact_prefix={FUZZ / 'found' / kind}-",
        f"-max_len={LONGEST[kind]}",
        "-timeout=20",
    ]
    check(b"")  # what is loaded once takes its time, which is no fault of the first input
    atheris.Setup([sys.argv[0], *options, *sys.argv[1:], str(corpus)], check)
    atheris.Fuzz()


def _quick_turn(raw: bytes) -> None:
    """The check of a turn against one phase: speed counts for more here."""
    outcomes.check_reading(raw, material.PLAYERS, phases=1)


def _tokens() -> list[str]:
    """Real tokens, which no fuzzer would come upon by itself."""
    return sorted({*material.words(), *material.SIGNS, *material.dressings()})


def _quoted(token: str) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in token.encode()) + '"'


if __name__ == "__main__":
    main()
