"""Small frozen values that are quick to make: judging one board makes some two hundred of them."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Makes the class a frozen dataclass with slots, whose instances set their fields through the slots themselves.

    A frozen dataclass of the standard library sets each field by `object.__setattr__`, which looks the slot up by its
    name every time and takes half as long again.
    """
    made = dataclass(init=False, frozen=True, slots=True)(cls)
    type.__setattr__(made, "__init__", _initialiser(made))
    return made


def _initialiser(cls: type[Any]) -> Callable[..., None]:
    """What `dataclass` would write as `__init__`, but for how it sets the fields."""
    names: dict[str, object] = {}
    parameters, lines = ["self"], ["pass"]
    for field in fields(cls):
        names[f"set_{field.name}"] = cls.__dict__[field.name].__set__
        lines.append(f"set_{field.name}(self, {field.name})")
        if field.default is MISSING:
            parameters.append(field.name)
        else:
            names[f"default_{field.name}"] = field.default
            parameters.append(f"{field.name}=default_{field.name}")
    body = "\n    ".join(lines)
    exec(f"def __init__({', '.join(parameters)}):\n    {body}\n", names)
    made = names["__init__"]
    assert callable(made)
    return made
