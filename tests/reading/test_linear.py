"""Four times the text takes four times the steps: nothing that a player may paste makes reading slower than that.

Steps are executed lines, turns of comprehensions among them, not seconds: the same on every machine.
"""

import pytest
from counting import lines_run
from pasted import context as context_of

from tianshen.reading.turn.turn_reader import read_turn
from tianshen.text.source import source_of

LENGTH = 600
LINES = 80  # twice as many as one list may take, which is read anew for each of its entries
FACTOR = 4
MOST = 4.6

REPEATED = {
    "brackets that open": "（",
    "brackets that open and close": "【】",
    "a bracket and a name": "（伦敦",
    "angles": ">",
    "quoted lines": "> 伦敦舰队 移动 北海\n",
    "empty quoted lines": ">\n",
    "quotes that open": "[quote]",
    "quotes on lines of their own": "[quote]\n",
    "quotes that open and close": "[quote]伦敦舰队 移动 北海[/quote]\n",
    "tags": "[b]",
    "a letter": "A",
    "a digit": "1",
    "numbers": "1.",
    "numbers on lines of their own": "1. \n",
    "fences": "```\n",
    "dashes": "--\n",
    "strange characters": "天地玄黄宇宙洪荒",
    "strange characters with blanks": "天 地 玄 黄 ",
    "strange words": "Lundon ",
    "a misspelt name": "伦墩 ",
    "blanks": " ",
    "blank lines": "\n",
    "commas": "，",
    "signs": "，。；：？/",
    "arrows": "→",
    "moves": "移动",
    "units": "陆军",
    "names": "伦敦",
    "names with blanks": "伦敦 ",
    "names in a list": "伦敦、",
    "a chain of names": "→伦敦",
    "supports": "支援伦敦",
    "convoys": "北海舰队 运输 ",
    "coasts": "西班牙（北岸）",
    "orders on one line": "伦敦舰队 移动 北海；",
    "orders behind commas": "伦敦舰队 移动 北海，",
    "orders on lines of their own": "伦敦舰队 移动 北海\n",
    "orders cut in two": "伦敦舰队 移动\n北海\n",
    "a list of builds": "生产：伦敦陆军、",
    "entries of a list": "解散：\n伦敦陆军\n",
    "conditions": "如果",
    "questions": "？",
    "chatter": "哈哈，",
    "talk of places": "我觉得北海那边还行，",
    "directives": "以上作废\n",
    "the line above taken back": "上一条作废\n",
    "ditto": "同上\n",
    "headings": "英国：\n",
    "headings with orders": "英国：伦敦舰队 移动 北海\n",
    "turns": "1901年春",
    "decrees": "天神裁决：伦敦舰队 驻守\n",
    "mentions": "@英国玩家 ",
    "floors": "1楼\n",
    "times": "2026-12-01 10:00\n",
    "heads of posts": "英国玩家 发表于 2026-12-01 10:00\n",
    "posts": "英国玩家 发表于 2026-12-01 10:00:00\n伦敦舰队 移动 北海\n\n",
    "combining marks": "a\u0301",
    "characters that show nothing": "\u200b",
    "pictures": "😀",
}


def steps(text, context):
    """How many lines of Python are executed while the text is read."""
    source = source_of(text, "turn.txt")
    return lines_run(lambda: read_turn(source, context))


@pytest.mark.parametrize("unit", REPEATED.values(), ids=REPEATED)
def test_four_times_the_text_takes_four_times_the_steps(unit):
    context = context_of(players={"england": ("英国玩家",), "france": ("法国玩家",)})
    length = max(LENGTH, LINES * len(unit) if "\n" in unit else 0)
    short, long = ("英国：\n" + (unit * count)[:count] for count in (length, FACTOR * length))
    read_turn(source_of(short, "turn.txt"), context)  # words that are looked up once are known from here on
    assert steps(long, context) <= MOST * steps(short, context)


@pytest.mark.parametrize("unit", ["伦敦舰队 移动 北海\n", "天神：", "@英国玩家 ", "哈哈\n", "1. \n", "> 伦敦\n"])
def test_under_no_heading_neither(unit):
    context = context_of(players={"england": ("英国玩家",), "france": ("法国玩家",)})
    short, long = (unit * count for count in (LINES, FACTOR * LINES))
    read_turn(source_of(short, "turn.txt"), context)
    assert steps(long, context) <= MOST * steps(short, context)


@pytest.mark.parametrize("pair", ["（）", "[quote][/quote]", "<>", "[s][/s]"])
def test_brackets_in_brackets_take_no_more(pair):
    context = context_of()
    middle = len(pair) // 2 if pair != "[quote][/quote]" else 7
    short, long = (pair[:middle] * count + pair[middle:] * count for count in (60, 60 * FACTOR))
    assert steps(long, context) <= MOST * steps(short, context)
