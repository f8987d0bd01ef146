"""Small immutable values that are quick to make: judging one board makes some two hundred of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def immutable(cls: type[T]) -> type[T]:
    """Make the class a dataclass with slots and a hash, whose fields nobody may assign: the type checker refuses it.

    A frozen dataclass would refuse it at run time too, but sets each field by `object.__setattr__`: judging a board
    then takes a third longer (`benchmarks/adjudicate.py`).
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
