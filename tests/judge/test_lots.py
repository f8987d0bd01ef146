"""Draws that nobody can predict and everybody can check (rules page, Lots)."""

from __future__ import annotations

import hashlib
import hmac

from tianshen.judge.lots import Urn, commitment, ticket
from tianshen.judge.turn_result import Lot
from tianshen.model.turns import parse_turn

TURN = parse_turn("F1903")


def by_hand(secret: str, message: str) -> str:
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


def test_a_ticket_is_an_hmac_over_turn_purpose_and_candidate():
    assert ticket("secret", TURN, "retreat A WAR", "UKR") == by_hand("secret", "F1903|retreat A WAR|UKR")


def test_the_commitment_is_the_hash_of_the_secret():
    assert commitment("secret") == hashlib.sha256(b"secret").hexdigest()


def test_a_draw_takes_the_lowest_ticket_whatever_the_sequence():
    candidates = ["LVN", "UKR", "MOS", "STP"]
    lowest = min(candidates, key=lambda c: by_hand("secret", f"F1903|retreat A WAR|{c}"))
    for given in (candidates, candidates[::-1]):
        urn = Urn("secret", TURN)
        assert urn.draw("retreat A WAR", given) == lowest
        assert urn.lots == [Lot("retreat A WAR", ("LVN", "MOS", "STP", "UKR"), lowest)]


def test_the_order_is_that_of_the_tickets_and_is_no_draw():
    urn = Urn("secret", TURN)
    candidates = ["LVN", "UKR", "MOS", "STP"]
    wanted = sorted(candidates, key=lambda c: by_hand("secret", f"F1903|x|{c}"))
    assert urn.order("x", candidates) == wanted
    assert urn.lots == []


def test_one_candidate_is_no_draw():
    urn = Urn("secret", TURN)
    assert urn.draw("x", ["UKR"]) == "UKR"
    assert urn.lots == []


def test_turn_purpose_and_secret_all_matter():
    candidates = [f"P{n:02}" for n in range(40)]
    drawn = {
        Urn(secret, parse_turn(turn)).draw(purpose, candidates)
        for secret in ("a", "b")
        for turn in ("F1903", "F1904")
        for purpose in ("x", "y")
    }
    assert len(drawn) > 4
