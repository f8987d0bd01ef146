"""How much work something is, told without a clock."""

import sys


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
