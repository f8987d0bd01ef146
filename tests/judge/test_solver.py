"""The solver on questions that have nothing to do with the game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence

import pytest

from tianshen.judge.solver import Solver

Look = Callable[[str], bool]
Question = Callable[[Look], bool]


class Untied(Exception):
    """A knot was handed over."""


def solve(
    questions: Mapping[str, Question],
    untie: Callable[[Sequence[str], Sequence[Mapping[str, bool]]], Mapping[str, bool]] | None = None,
    known: Mapping[str, bool] | None = None,
) -> dict[str, bool]:
    def refuse(keys: Sequence[str], found: Sequence[Mapping[str, bool]]) -> Mapping[str, bool]:
        raise Untied(tuple(keys), [dict(f) for f in found])

    solver = Solver(
        questions,
        lambda key, look: questions[key](look),
        {True: True, False: False}.__getitem__,  # no answer at all is not taken for a no
        untie or refuse,
        known or {},
    )
    return solver.solve()


def test_plain_questions():
    assert solve({"a": lambda look: True, "b": lambda look: False}) == {"a": True, "b": False}


def test_questions_that_ask_others():
    found = solve({"a": lambda look: look("b"), "b": lambda look: not look("c"), "c": lambda look: False})
    assert found == {"a": True, "b": True, "c": False}


def test_known_answers_are_not_asked():
    assert solve({"a": lambda look: look("k")}, known={"k": True}) == {"a": True, "k": True}


def test_no_questions():
    assert solve({}) == {}
    assert solve({}, known={"k": False}) == {"k": False}


def test_what_does_not_depend_on_the_circle_is_settled():
    """`a` asks `b`, which asks `a`; but `a` says no in any case."""
    found = solve({"a": lambda look: look("b") and False, "b": lambda look: not look("a")})
    assert found == {"a": False, "b": True}


def test_a_circle_with_one_consistent_assignment_takes_it():
    """a = b and c, b = not a, c = a or not b: only a false, b true, c false agrees."""
    questions = {
        "a": lambda look: look("b") and look("c"),
        "b": lambda look: not look("a"),
        "c": lambda look: look("a") or not look("b"),
    }
    assert solve(questions) == {"a": False, "b": True, "c": False}


def test_a_circle_with_two_assignments_is_handed_over():
    with pytest.raises(Untied) as caught:
        solve({"a": lambda look: look("b"), "b": lambda look: look("a")})
    keys, found = caught.value.args
    assert keys == ("a", "b")
    assert sorted(f["a"] for f in found) == [False, True]
    assert all(f["a"] == f["b"] for f in found)


def test_a_circle_with_no_assignment_is_handed_over():
    with pytest.raises(Untied) as caught:
        solve({"a": lambda look: look("b"), "b": lambda look: not look("a")})
    assert caught.value.args == (("a", "b"), [])


def test_what_untie_says_counts_and_the_rest_follows():
    questions = {
        "a": lambda look: look("b"),
        "b": lambda look: look("a"),
        "c": lambda look: not look("a"),
    }
    assert solve(questions, lambda keys, found: dict.fromkeys(keys, True)) == {"a": True, "b": True, "c": False}


def test_only_the_innermost_knot_is_handed_over():
    """`c` and `d` depend on the circle of `a` and `b`, and form one of their own."""
    questions = {
        "c": lambda look: look("d") or look("a"),
        "d": lambda look: look("c"),
        "a": lambda look: look("b"),
        "b": lambda look: look("a"),
    }
    handed: list[tuple[str, ...]] = []

    def untie(keys: Sequence[str], found: Sequence[Mapping[str, bool]]) -> Mapping[str, bool]:
        handed.append(tuple(keys))
        return dict.fromkeys(keys, False)

    assert solve(questions, untie) == {"a": False, "b": False, "c": False, "d": False}
    assert handed == [("a", "b"), ("c", "d")]


def test_what_a_circle_asks_is_no_part_of_it_if_its_answer_is_certain():
    """`k` says yes whatever `a` does, so the knot is that of `a` and `b` alone."""
    questions = {
        "k": lambda look: look("a") or True,
        "a": lambda look: look("b") and look("k"),
        "b": lambda look: look("a"),
    }
    with pytest.raises(Untied) as caught:
        solve(questions)
    assert caught.value.args[0] == ("a", "b")


def test_what_is_no_longer_asked_is_no_part_of_the_knot():
    """While `x` was open, `a` might have asked `z`; now that `x` says yes, it asks only `y`."""
    questions = {
        "p": lambda look: look("a") or True,
        "a": lambda look: look("y") if look("x") else look("z"),
        "x": lambda look: look("p"),
        "y": lambda look: look("a"),
        "z": lambda look: look("a"),
    }
    with pytest.raises(Untied) as caught:
        solve(questions)
    assert caught.value.args[0] == ("a", "y")


def test_an_answer_found_under_an_assumption_is_judged_again():
    """The answer carries more than yes or no, and must be the one for the values that came out."""
    asked = {"a": lambda look: ("yes", look("b")), "b": lambda look: ("no", look("a"))}
    solver = Solver(asked, lambda key, look: asked[key](look), lambda answer: answer[0] == "yes", lambda k, f: {}, {})
    assert solver.solve() == {"a": ("yes", False), "b": ("no", True)}


def random_questions(rng: random.Random, count: int) -> dict[str, Question]:
    """Random functions of up to three others each."""
    names = [f"q{n}" for n in range(count)]

    def question(inputs: Sequence[str], table: Mapping[tuple[bool, ...], bool]) -> Question:
        return lambda look: table[tuple(look(name) for name in inputs)]

    found = {}
    for name in names:
        inputs = rng.sample(names, rng.randint(0, min(3, count)))
        table = {values: rng.random() < 0.5 for values in itertools.product((True, False), repeat=len(inputs))}
        found[name] = question(inputs, table)
    return found


def assignments(questions: Mapping[str, Question]) -> list[dict[str, bool]]:
    names = list(questions)
    found = []
    for values in itertools.product((True, False), repeat=len(names)):
        answers = dict(zip(names, values, strict=True))
        if all(question(answers.__getitem__) == answers[name] for name, question in questions.items()):
            found.append(answers)
    return found


def test_random_questions_in_any_sequence():
    """Whatever is settled without help is the only assignment that agrees, in whatever sequence one asks."""
    single = 0
    for seed in range(400):
        rng = random.Random(seed)
        questions = random_questions(rng, rng.randint(1, 7))
        agreed = assignments(questions)
        names = list(questions)
        results = set()
        for _ in range(4):
            rng.shuffle(names)
            try:
                results.add(tuple(sorted(solve({name: questions[name] for name in names}).items())))
            except Untied:
                results.add(("untied",))
        assert len(results) == 1
        (result,) = results
        if result != ("untied",):
            assert agreed == [dict(result)]
            single += 1
    assert single > 100
