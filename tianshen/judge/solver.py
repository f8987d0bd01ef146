"""Settle and untie: decides many questions that depend on each other. Does not know that this is Diplomacy.

`judge(key, look)` answers one question, asking others through `look`. A question is settled as soon as its answer is
the same for every answer that the open ones it asks about could have. What then stays open falls into knots; each
knot with exactly one consistent assignment takes that one, and any other knot is handed to `untie`.
Settling more never revokes anything, so the result does not depend on the sequence of the questions.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from tianshen.model.graph import reached

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

Key = str

A = TypeVar("A")


class _Open(Exception):
    """A question was asked that is not settled yet."""

    def __init__(self, key: Key) -> None:
        self.key = key


class Solver(Generic[A]):
    """One run over a set of questions; `answers` holds what is settled, and is complete after `solve`.

    `known` are the answers to questions that need no asking; `untie` must leave less open than it was given.
    """

    def __init__(
        self,
        keys: Iterable[Key],
        judge: Callable[[Key, Callable[[Key], bool]], A],
        succeeds: Callable[[A], bool],
        untie: Callable[[Sequence[Key], Sequence[Mapping[Key, bool]]], Mapping[Key, bool]],
        known: Mapping[Key, A],
    ) -> None:
        self._keys = list(keys)
        self._judge = judge
        self._succeeds = succeeds
        self._untie = untie
        self.answers: dict[Key, A] = dict(known)
        self._values = {key: succeeds(answer) for key, answer in known.items()}
        self._count = len(self._keys) + len(known)
        self._unsure: set[Key] = set()
        self._tried: set[Key] = set()
        self._asked: dict[Key, set[Key]] = {}

    def solve(self) -> dict[Key, A]:
        """Settles every question and returns the answers, each judged with all others known."""
        self._settle_all()
        while len(self._values) < self._count:
            self._settle_knot(self._next_knot())
            self._settle_all()
        for key in self._unsure:
            self.answers[key] = self._judge(key, self._values.__getitem__)
        return self.answers

    def _settle_all(self) -> None:
        progress = True
        while progress:
            before = len(self._values)
            self._tried = set()
            self._asked = {}
            for key in self._keys:
                if key not in self._values and key not in self._tried:
                    self._settle(key)
            progress = before < len(self._values) < self._count

    def _settle(self, key: Key) -> None:
        self._tried.add(key)
        try:
            answer: A | None = self._judge(key, self._look)
        except _Open as gap:
            answer = self._branch(key, {}, gap)
        if answer is not None:
            self.answers[key] = answer
            self._values[key] = self._succeeds(answer)

    def _look(self, key: Key) -> bool:
        value = self._values.get(key)
        if value is None:
            if key not in self._tried:
                self._settle(key)
                value = self._values.get(key)
            if value is None:
                raise _Open(key)
        return value

    def _look_supposing(self, assumed: Mapping[Key, bool], key: Key) -> bool:
        value = assumed.get(key)
        return self._look(key) if value is None else value

    def _attempt(self, key: Key, assumed: Mapping[Key, bool]) -> A | None:
        """Return the answer, if it is the same whatever the open questions not in `assumed` turn out to be.

        Else None.
        """
        try:
            return self._judge(key, partial(self._look_supposing, assumed))
        except _Open as gap:
            return self._branch(key, assumed, gap)

    def _branch(self, key: Key, assumed: Mapping[Key, bool], gap: _Open) -> A | None:
        """Return the answer, if it is the same for both answers to the open question; else None."""
        self._asked.setdefault(key, set()).add(gap.key)
        self._unsure.add(key)
        yes = self._attempt(key, {**assumed, gap.key: True})
        no = self._attempt(key, {**assumed, gap.key: False})
        if yes is None or no is None or self._succeeds(yes) != self._succeeds(no):
            return None
        return yes

    def _next_knot(self) -> list[Key]:
        """Return a smallest group of open questions that ask about no open question outside it.

        The last round settled nothing, so all that was asked in it is open still.
        """
        unsettled = (key for key in self._keys if key not in self._values)
        best = min((set(reached([key], self._asked.__getitem__)) for key in unsettled), key=len)
        return [key for key in self._keys if key in best]

    def _settle_knot(self, knot: list[Key]) -> None:
        found: list[dict[Key, bool]] = []
        self._assign(knot, {}, found)
        chosen = found[0] if len(found) == 1 else self._untie(knot, found)
        self._values.update(chosen)

    def _assign(self, knot: Collection[Key], assumed: dict[Key, bool], found: list[dict[Key, bool]]) -> None:
        """Add to `found` every assignment of the knot that extends `assumed` and agrees with the judge."""
        known = dict(assumed)
        grown = True
        while grown:
            grown = False
            for key in knot:
                answer = self._attempt(key, known)
                if answer is None:
                    continue
                value = self._succeeds(answer)
                if key not in known:
                    known[key] = value
                    grown = True
                elif known[key] != value:
                    return
        free = next((key for key in knot if key not in known), None)
        if free is None:
            found.append(known)
            return
        self._assign(knot, {**known, free: True}, found)
        self._assign(knot, {**known, free: False}, found)
