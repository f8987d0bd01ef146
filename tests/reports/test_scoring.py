"""The scoring systems: numbers worked out by hand, an independent calculation over many standings, and laws."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianshen.reports.scoring.scores import PowerScore, Rates, default_rates, place_share, ranks, score, system_names

# England and France lead together, Turkey went out in 1903, Italy in 1905.
DRAW = PowerScore(
    centres=(10, 10, 6, 0, 5, 3, 0),
    eliminated=(0, 0, 0, 1905, 0, 0, 1903),
    shares=(True, True, True, False, True, True, False),
    first_year=1901,
    last_year=1908,
)
SOLO = PowerScore((18, 9, 4, 0, 2, 1, 0), (0, 0, 0, 1905, 0, 0, 1903), (True,) * 7, 1901, 1907)

BY_HAND = [
    # 5 survivors share 100
    ("draw_size", DRAW, (20, 20, 20, 0, 20, 20, 0)),
    ("draw_size", SOLO, (100, 0, 0, 0, 0, 0, 0)),
    # squares 100 + 100 + 36 + 25 + 9 = 270
    ("sum_of_squares", DRAW, (F(1000, 27), F(1000, 27), F(40, 3), 0, F(250, 27), F(10, 3), 0)),
    # (38 + 14) / 2 = 26 for the two leaders, 7 for the third
    ("c_diplo", DRAW, (37, 37, 14, 1, 6, 4, 1)),
    ("c_diplo", SOLO, (100, 0, 0, 0, 0, 0, 0)),
    # 6500 each; Italy out later than Turkey: 2000 before 1000
    ("carnage", DRAW, (6510, 6510, 5006, 2000, 4005, 3003, 1000)),
    ("carnage", SOLO, (28034, 0, 0, 0, 0, 0, 0)),
    # five share (270 + 70 + 50 + 34 + 20) / 5 = 88.8; then 10 and 0
    ("dixie", DRAW, (F(644, 5), F(644, 5), F(564, 5), 10, F(544, 5), F(504, 5), 0)),
    # places by centres: 270, 70, 50, 34, 20 and, for the dead by year, 10 and 0
    ("dixie", SOLO, (342, 106, 66, 10, 42, 24, 0)),
    # paid 4 + 10 + 5 + 7 + 10 = 36, a quarter to each of the two leaders
    ("open_tribute", DRAW, (73, 73, 48, 0, 44, 36, 0)),
    ("open_tribute", SOLO, (340, 0, 0, 0, 0, 0, 0)),
    # 12 points by 3 : 3, none within two centres; 3 for living; 0.3 a year for the dead
    ("bangkok", DRAW, (19, 19, 9, F(12, 10), 8, 6, F(6, 10))),
    ("bangkok", SOLO, (41, F(9, 2), 2, 0, 1, F(1, 2), 0)),
    # 66 / 5 = 13.2 each; 10 - 6 = 4 paid by three, halved by two
    ("tribute", DRAW, (F(292, 10), F(292, 10), F(152, 10), 0, F(142, 10), F(122, 10), 0)),
    # 10+2+3 and 6+2+2, 5+2+1, 3+2 = 53; ties take the lower place; four years of Italy, two of Turkey
    ("detour", DRAW, (F(1500, 53), F(1500, 53), F(1000, 53), 1, F(800, 53), F(500, 53), F(1, 2))),
    ("detour", SOLO, (110, F(3, 2), F(3, 2), 1, F(3, 2), F(3, 2), F(1, 2))),
    # weights 156, 156, 76, 16, 61, 37, 16 = 518
    ("manorcon", DRAW, (F(7800, 259), F(7800, 259), F(3800, 259), F(4, 10), F(3050, 259), F(1850, 259), F(2, 10))),
    ("manorcon", SOLO, (75, F(6, 10), F(6, 10), F(4, 10), F(6, 10), F(6, 10), F(2, 10))),
    ("centres", DRAW, (10, 10, 6, 0, 5, 3, 0)),
]


@pytest.mark.parametrize(("system", "standing", "expected"), BY_HAND)
def test_numbers_worked_out_by_hand(system, standing, expected):
    assert score(system, standing) == pytest.approx([float(value) for value in expected], abs=1e-9)


def test_a_declared_draw_counts_its_members_only():
    two = PowerScore(DRAW.centres, DRAW.eliminated, (True, True) + (False,) * 5, 1901, 1908)
    assert score("draw_size", two) == (50, 50, 0, 0, 0, 0, 0)
    # the two members share 270 and 70, the other survivors follow by their centres, then the dead by year
    assert score("dixie", two) == pytest.approx([210, 210, 74, 10, 54, 32, 0])


def test_two_that_win_at_once_split_the_prize():
    both = PowerScore((11, 10, 8, 3, 2, 0, 0), (0, 0, 0, 0, 0, 1904, 1903), (True,) * 5 + (False,) * 2, 1901, 1906, 10)
    assert score("draw_size", both) == (50, 50, 0, 0, 0, 0, 0)
    assert score("open_tribute", both) == (170, 170, 0, 0, 0, 0, 0)


def test_nobody_owning_anything_divides_nothing_by_nothing():
    empty = PowerScore((0,) * 7, (1901,) * 7, (False,) * 7, 1901, 1901)
    for system in system_names():
        assert len(score(system, empty)) == 7


def test_changed_rates_change_the_score():
    rates = Rates(solo=1, places=(10, 0, 0))
    assert score("c_diplo", DRAW, rates) == (16, 16, 7, 1, 6, 4, 1)


def test_every_system_of_the_data_is_known():
    assert set(default_rates()) == set(system_names())
    assert system_names()[0] == "centres"
    with pytest.raises(KeyError):
        score("points", DRAW)


def test_ranks_leave_out_the_places_that_a_tie_covers():
    assert ranks([5, 7, 7, 1]) == (3, 1, 1, 4)


def test_a_tie_gets_the_average_of_its_places():
    assert place_share((4, 4, 4, 1), 0, (30, 20, 10, 5)) == 20
    assert place_share((4, 4, 4, 1), 3, (30, 20, 10)) == 0  # no points for the fourth place


def made_standing(rng: random.Random) -> PowerScore:
    """A made-up end of a game: 34 centres dealt out, some powers dead, often ties, sometimes a win."""
    living = rng.randint(2, 7)
    counts = [1] * living
    heap = rng.choice([None, 0])
    for _ in range(34 - living):
        counts[heap if heap is not None and rng.random() < 0.5 else rng.randrange(living)] += 1
    if rng.random() < 0.3:
        counts = [34 // living] * living
    centres = counts + [0] * (7 - living)
    rng.shuffle(centres)
    years = tuple(0 if count else rng.randint(1902, 1908) for count in centres)
    return PowerScore(tuple(centres), years, tuple(count > 0 for count in centres), 1901, 1908)


def independent(system: str, standing: PowerScore) -> list[float]:
    """The same, straight from the definitions and in another way: powers sorted, places walked, exact fractions."""
    n, years = standing.centres, standing.eliminated
    most = max(n)
    alive = [i for i in range(7) if n[i]]
    leaders = [i for i in range(7) if n[i] == most]
    solo = next((i for i in range(7) if n[i] >= 18), None)

    def by_place(order_key, points):
        got = {}
        order = sorted(range(7), key=order_key, reverse=True)
        points = list(points) + [0] * 7
        place = 0
        while place < 7:
            tied = [i for i in order if order_key(i) == order_key(order[place])]
            for i in tied:
                got[i] = F(sum(points[place : place + len(tied)]), len(tied))
            place += len(tied)
        return got

    dead_order = lambda i: (n[i], years[i] if not n[i] else 0)  # noqa: E731
    if system == "centres":
        return list(n)
    if system == "dixie":
        if solo is not None:
            places = by_place(dead_order, (270, 70, 50, 34, 20, 10, 0))
        else:
            places = by_place(lambda i: (n[i] > 0, years[i]), (270, 70, 50, 34, 20, 10, 0))
        return [4 * n[i] + places[i] for i in range(7)]
    if solo is not None:
        prize = {"draw_size": 100, "sum_of_squares": 100, "c_diplo": 100, "carnage": 28034, "open_tribute": 340}
        prize |= {"bangkok": 41, "detour": 110, "tribute": 100, "manorcon": 75}
        played = [(years[i] if not n[i] else 1908) - 1901 for i in range(7)]
        rest = {
            "bangkok": [F(c, 2) for c in n],
            "detour": [min(F(2), F(y, 4)) for y in played],
            "manorcon": [F(y, 10) for y in played],
        }.get(system, [0] * 7)
        return [prize[system] if i == solo else rest[i] for i in range(7)]
    if system == "draw_size":
        return [F(100, len(alive)) if n[i] else 0 for i in range(7)]
    if system == "sum_of_squares":
        return [F(100 * c * c, sum(x * x for x in n)) for c in n]
    if system == "c_diplo":
        return [1 + n[i] + by_place(lambda j: n[j], (38, 14, 7))[i] for i in range(7)]
    if system == "carnage":
        return [n[i] + by_place(dead_order, range(7000, 0, -1000))[i] for i in range(7)]
    if system == "open_tribute":
        pot = sum(most - c for c in n)
        share = pot // len(leaders) ** 2
        return [0 if not c else 34 + 3 * c - (most - c) + (share if c == most else 0) for c in n]
    if system == "tribute":
        purse = F(66, len(alive))
        tax = min(purse, max(0, most - 6))
        got = [c + purse - (0 if i in leaders else tax) if c else 0 for i, c in enumerate(n)]
        for i in leaders:
            got[i] += tax * (len(alive) - len(leaders)) / F(len(leaders))
        return got
    if system == "bangkok":
        parts = [{0: 3, 1: 2, 2: 1}.get(most - c, 0) for c in n]
        return [
            c + F(12 * p, sum(parts)) + (3 if c else F(3, 10) * (y - 1901))
            for c, p, y in zip(n, parts, years, strict=True)
        ]
    if system == "detour":
        second = sorted(n)[-2]
        lower = [sum(x >= c for x in n) for c in n]
        raw = [
            c + (2 if c else 0) + (most - second if c == most else 0) + {1: 4, 2: 3, 3: 2, 4: 1}.get(place, 0)
            for c, place in zip(n, lower, strict=True)
        ]
        return [
            F(100 * r, sum(raw)) + (0 if c else min(F(2), F(y - 1901, 4)))
            for r, c, y in zip(raw, n, years, strict=True)
        ]
    assert system == "manorcon"
    weights = [c * c + 4 * c + 16 for c in n]
    return [F(100 * w, sum(weights)) if c else F(y - 1901, 10) for w, c, y in zip(weights, n, years, strict=True)]


@pytest.mark.parametrize("system", system_names())
def test_an_independent_calculation_agrees_over_many_games(system):
    rng = random.Random(system)
    solos = 0
    for _ in range(150):
        standing = made_standing(rng)
        solos += standing.is_solo
        assert score(system, standing) == pytest.approx([float(x) for x in independent(system, standing)], abs=1e-9)
    assert 5 < solos < 145  # both kinds of end were among them


@given(st.integers(0, 10**6), st.sampled_from(system_names()), st.permutations(range(7)))
def test_the_sequence_of_powers_does_not_matter(seed, system, order):
    standing = made_standing(random.Random(seed))
    shuffled = PowerScore(
        tuple(standing.centres[i] for i in order),
        tuple(standing.eliminated[i] for i in order),
        tuple(standing.shares[i] for i in order),
        1901,
        1908,
    )
    plain = score(system, standing)
    assert score(system, shuffled) == pytest.approx([plain[i] for i in order])


@given(st.integers(0, 10**6), st.sampled_from(("draw_size", "sum_of_squares", "tribute")))
def test_what_is_divided_adds_up(seed, system):
    standing = made_standing(random.Random(seed))
    shared = 66 + sum(standing.centres) if system == "tribute" and not standing.is_solo else 100
    assert sum(score(system, standing)) == pytest.approx(shared)


@given(st.integers(0, 10**6), st.sampled_from(system_names()))
def test_more_centres_are_never_worth_less(seed, system):
    standing = made_standing(random.Random(seed))
    points = score(system, standing)
    living = [(count, value) for count, value in zip(standing.centres, points, strict=True) if count]
    for count, value in living:
        assert all(other <= value + 1e-9 for fewer, other in living if fewer < count)
