"""What `check --json` said, for the tests beside this file."""

from __future__ import annotations


def orders(made):
    """The orders that count, each with its power."""
    return {order["order"]: order["power"] for order in made.checked["orders"]}


def codes(made, level):
    """The notices of a level."""
    return {notice["code"] for notice in made.checked["notices"] if notice["level"] == level}


def left_out(made):
    """Why words were left out."""
    return {item["why"] for item in made.checked["left_out"]}
