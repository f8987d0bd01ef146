"""`python -m tianshen` is the program `tianshen`."""

from __future__ import annotations

from tianshen.cli.main import run

if __name__ == "__main__":
    run()
