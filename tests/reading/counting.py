"""How much work something is, told without a clock, or by one on which no slow machine fails."""

import sys
import time

FACTOR = 4
MOST = 8  # times the processor time for so much more text; what grows with the square takes sixteen times as much
TRIES = 20


def lines_run(call):
    """How many lines of Python are executed during the call."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def grows_with_the_text(call, text):
    """Whether the call takes time in proportion: no more than `MOST` times as much for all of the text as for a part.

    Lines of Python do not tell what expressions and other built-in parts do, processor time does. How much of it a
    call takes depends on what else the machine does, therefore the least of several tries is taken.
    """
    part = text[: len(text) // FACTOR]
    call(part)  # what is looked up once is known from here on
    for_part = for_all = float("inf")
    for _ in range(TRIES):
        for_part = min(for_part, seconds(call, part))
        for_all = min(for_all, seconds(call, text))
        if for_all <= MOST * for_part:
            return True
    return False


def seconds(call, text):
    """The processor time of the call."""
    start = time.process_time()
    call(text)
    return time.process_time() - start
