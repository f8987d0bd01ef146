"""What the fuzz tests are made of: real tokens of every kind mixed at will, and packed data with something broken."""

from __future__ import annotations

import copy
import os
import re
from functools import cache

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tianshen.locale.wordlist import load_wordlist
from tianshen.resources import data_file, read_toml

# TIANSHEN_FUZZ=50 tries fifty times as much; without it the tests fit into every run of the suite.
TIMES = int(os.environ.get("TIANSHEN_FUZZ", "1"))

PLAYERS = {
    "england": ("英国玩家",),
    "france": ("马赛~旧港",),
    "germany": ("=WENN(1)",),
    "italy": ("<b>罗马</b>",),
    "turkey": ("伦敦",),
}


def effort(examples, *, shrink=True):
    """Settings for so many examples in the suite, and more where more is asked for; `shrink` where that is quick."""
    return settings(
        max_examples=examples * TIMES,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
        phases=[phase for phase in Phase if shrink or phase not in (Phase.shrink, Phase.explain)],
    )


SIGNS = (
    *"，。；：、？！（）()[]【】「」<>→—–-=~/*#@\"'“”&+|_`{}\\%$^",
    *("->", "-->", "=>", "//", "...", "……", "——", "（", "）", "> ", ">>", "|", "1.", "(2)", "三、", "①", "❶"),
    *("\n", "\n\n", " ", "　", "\t", "\u200b", "\u202e", "\ufeff", "\r\n", "\u2028", "e\u0301", "👍", "{:1_2:}"),
    *("[quote]", "[/quote]", "[b]", "[/b]", "[s]", "[/s]", "[color=red]", "<b>", "<!--", "```", "--", "~~"),
    *("2026-12-01 10:00", "昨天 10:00", "3 小时前", "1楼", "#2", "1901年春", "S1901", "1899", "99999999999999999999"),
    *(
        "英国：\n",
        "【法国】",
        "天神：",
        "天神裁决：",
        "GM:",
        "德国（临时）：",
        "@英国玩家",
        "英国玩家：",
        "====",
        "Position S1901\n",
    ),
)


@cache
def words():
    """Every surface of the lexicon, whatever its language and sort."""
    return tuple(sorted({surface for surface, _, _ in load_wordlist().entries}))


@cache
def dressings():
    """Lines as forums and game masters write them: the patterns of the packed data with their gaps filled."""
    found = set()
    for folder in (
        ("locales", "forums"),
        ("locales", "forums", "common"),
        *(("locales", x) for x in ("zh", "en", "de")),
    ):
        for entry in data_file(*folder).iterdir():
            if entry.name.endswith(".toml") and ("forums" in folder or entry.name == "decrees.toml"):
                found.update(_texts(read_toml(*folder, entry.name)))
    return tuple(sorted(filter(None, (_filled(text) for text in found))))


def _texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


_GAPS = {
    "author": "英国玩家",
    "time": "2026-12-01 10:00",
    "clock": "10:00",
    "floor": "2",
    "unit": "伦敦舰队",
    "place": "北海",
}


def _filled(text):
    text = re.sub(r"\{([^{}|]*)(?:\|[^{}]*)?\}", lambda match: _GAPS.get(match[1], match[1]), text)
    return re.sub(r"[<>]", "", text)


def piles(most=30):
    """Texts of real tokens in any sequence, each perhaps cut short."""
    token = st.one_of(
        st.sampled_from(words()),
        st.sampled_from(words()).map(str.upper),
        st.sampled_from(SIGNS),
        st.sampled_from(dressings()),
        st.text(max_size=3),
    )
    cut = st.tuples(token, st.integers(0, 12)).map(lambda pair: pair[0][: pair[1]] if pair[1] < 4 else pair[0])
    return st.lists(cut, max_size=most).map("".join)


HUGE = (10**400, -1, 0, 2**63, float("inf"), float("nan"), "", "\0", "x" * 5000, "长" * 5000, [], {}, [[]], True, None)


def broken(draw, data):
    """A copy of tables and lists with one to three things in them dropped, renamed, swapped or put in other words."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        holder, key = _place(draw, data)
        if holder is None:
            return data
        act = draw(st.sampled_from(["drop", "other", "huge", "swap", "twice", "rename"]))
        _change(draw, holder, key, act, data)
    return data


def _place(draw, data):
    """A table or list somewhere within, and one of its keys."""
    holder = data
    if not isinstance(holder, dict | list) or not holder:
        return None, None
    while True:
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        key = draw(st.sampled_from(list(keys)))
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 3)) == 0:
            return holder, key
        holder = inner


def _change(draw, holder, key, act, data):
    if act == "drop":
        del holder[key]
    elif act == "other":
        holder[key] = draw(st.sampled_from(["A", 7, 1.5, True, ["A LON"], {"a": 1}, "伦敦", "{a}", "<", "*"]))
    elif act == "huge":
        holder[key] = draw(st.sampled_from(HUGE))
    elif act == "twice" and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    elif act == "rename" and isinstance(holder, dict):
        holder[draw(st.sampled_from(["", "x", "LON", "SPA/NC", "é", "a.b"]))] = holder.pop(key)
    else:
        other, place = _place(draw, data)
        holder[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(holder[key])


def bent(draw, text):
    """A text with a few stretches cut out, doubled, or put in other words."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        new = draw(st.one_of(piles(3), st.just(""), st.just(text[start:end] * 2), st.text(max_size=4)))
        text = text[:start] + new + text[end:]
    return text
