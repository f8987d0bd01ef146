"""The receipt for one player: the orders as understood, what is missing, what is doubtful; nothing of anybody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.notices import Code, Level
from tianshen.writing.notice_text import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tianshen.cli.reading_listing import ReadingListing
    from tianshen.model.position import Power
    from tianshen.notices import Notice

# They name a power and are about what somebody else wrote.
_OF_OTHERS = frozenset(
    {
        Code.HEADING_OTHER_POWER,
        Code.HEADING_UNFITTING,
        Code.AUTHOR_UNKNOWN,
        Code.AUTHOR_RESEMBLES,
        Code.AUTHOR_UNCLEAR,
        Code.DECREE_OTHER_POWER,
        Code.DECREE_IN_POST,
        Code.HEADING_NAMESAKE,
        Code.AUTHOR_NAMESAKE,
    }
)


def receipt_lines(listing: ReadingListing, power: Power) -> Iterator[str]:
    """Return the receipt, ready to be sent to the player of that power."""
    speech = listing.speech
    yield listing.titled("receipt_title", power=speech.names.power(power))
    orders = list(listing.order_lines(power, with_place=False))
    yield ""
    yield speech.message("receipt_orders" if orders else "receipt_none")
    yield from orders
    for key, lines in (
        ("receipt_missing", list(listing.missing_lines(power))),
        ("receipt_doubtful", [*_doubts(listing, power), *listing.left_out_lines(power, with_place=False)]),
    ):
        if lines:
            yield ""
            yield speech.message(key)
            yield from lines


def _doubts(listing: ReadingListing, power: Power) -> Iterator[str]:
    for notice in listing.reading.notices:
        if notice.level is not Level.INFO and _is_of(notice, power):
            quote = notice.where.quote if notice.where else ""
            text = listing.speech.notice(notice)
            yield listing.speech.message(
                "receipt_doubt", text=text, **({"words": shortened(" ".join(quote.split()))} if quote else {})
            )


def _is_of(notice: Notice, power: Power) -> bool:
    return notice.data.get("power") == power and notice.code not in _OF_OTHERS
