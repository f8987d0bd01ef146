"""Scores game folders under several systems and writes the table of players.

python examples/score_season.py OUT.xlsx FOLDER…
"""

from __future__ import annotations

import sys
from pathlib import Path

from tianshen.game.opened_game import open_game
from tianshen.game.replay import replay
from tianshen.game.workbooks import summary_of
from tianshen.reports.scoring.scores import score
from tianshen.reports.season.table import build_season

SYSTEMS = ("centres", "sum_of_squares", "carnage")


def main(arguments: list[str]) -> None:
    """Prints the scores of every game, then writes the workbook over all of them."""
    target, *folders = map(Path, arguments)
    summaries = []
    for folder in folders:
        game = open_game(folder)
        summary = summary_of(game, replay(game).records)
        summaries.append(summary)
        print(game.settings.name, *SYSTEMS, sep="\t")
        scores = [score(system, summary.standing) for system in SYSTEMS]
        for power, *points in zip(summary.powers, *scores, strict=True):
            print(power, *(f"{number:.2f}" for number in points), sep="\t")
    target.write_bytes(build_season(summaries, lang="zh"))


if __name__ == "__main__":
    main(sys.argv[1:])
