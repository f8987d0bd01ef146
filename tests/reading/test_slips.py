"""One slip of the pen in an order: it is repaired, asked about or taken for talk, but never becomes another order."""

import random

import pytest
from full_board import all_orders, full_board, read_one

from tianshen.locale.names import load_names
from tianshen.reading.grammar.stretches import ListStretch, MarkStretch, OrderStretch, UnreadableStretch
from tianshen.writing.notation import write_order

STRANGE = (
    "的一是不了人我在有他这中大来上国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么"
    "心多天而能好都然没日于起发成事只作当想看文开手用行方所头面公同老从动两长知现样分将外但身些与高把法实"
    "回二理美点月明种声全工话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口"
    "使教西再平真听世气信北少关并内加化由却代军产入先山五水万市眼体别处总才场师书比住员九笑性通目华报立马"
    "命张活难神数件安表原车白应路期"
)
LATIN = "abcdefghijklmnopqrstuvwxyz"


def slipped(text, rng):
    at = rng.randrange(len(text))
    letter = rng.choice(STRANGE if "\u4e00" <= text[at] <= "\u9fff" else LATIN)
    kind = rng.random()
    if kind < 0.6:
        return text[:at] + letter + text[at + 1 :]
    if kind < 0.75:
        return text[:at] + text[at + 1 :]
    if kind < 0.9 and at + 1 < len(text):
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + letter + text[at:]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name_set", ["house", "modern"])
def test_a_slip_never_becomes_another_order_in_silence(seed, name_set):
    rng = random.Random(f"{seed}{name_set}")
    position = full_board()
    names = load_names("zh", name_set)
    counts = dict.fromkeys(("same", "asked", "talk"), 0)
    for order in rng.sample(all_orders(), 250):
        text = slipped(write_order(order, position, names), rng)
        stretches = [s for s in read_one(text, position) if not isinstance(s, MarkStretch)]
        got = [s.order for s in stretches if isinstance(s, OrderStretch)]
        assert not any(isinstance(s, ListStretch) for s in stretches), text
        if got == [order]:
            counts["same"] += 1
        elif not got:
            counts["asked" if any(isinstance(s, UnreadableStretch) for s in stretches) else "talk"] += 1
        else:  # what is written is itself an order, or the game master is told
            told = any(s.notices for s in stretches if isinstance(s, (OrderStretch, UnreadableStretch)))
            assert told or [write_order(other, position, names) for other in got] == [text], text
    assert counts["same"] > 60
    assert counts["talk"] < 10
