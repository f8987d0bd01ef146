from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianshen.game.toml_lines import key_lines, line_of, with_quoted_keys


def test_each_key_and_table_has_its_line():
    text = "\n".join(
        [
            "# 注释 = 1",
            'name = "第三届" # [x] = 3',
            '"a b".c = """',
            "x = 1",
            "[foo]",
            '"""',
            "arr = [",
            "  1, # = ]",
            '  "]",',
            "]",
            "",
            "  [ players ]  # c",
            '"英国" = ["x"]',
            " [replacements]",
            '"1903春" = { "法国" = ["老王"] }',
            """d."1".x = '# = ['""",
            "[[q]]",
            "z=1",
            "[last]",
        ]
    )
    tomllib.loads(text)
    assert key_lines(text) == {
        ("name",): 2,
        ("a b",): 3,
        ("a b", "c"): 3,
        ("arr",): 7,
        ("players",): 12,
        ("players", "英国"): 13,
        ("replacements",): 14,
        ("replacements", "1903春"): 15,
        ("replacements", "d", "1", "x"): 16,
        ("q",): 17,
        ("q", "z"): 18,
        ("last",): 19,
    }


def test_a_key_inside_an_inline_table_is_found_at_its_table():
    lines = key_lines('\n"1903春" = { "法国" = [1] }')
    assert line_of(lines, ("1903春", "法国")) == 2
    assert line_of(lines, ("elsewhere",)) == 1


KEYS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5)
VALUES = st.sampled_from(["1", '"#"', "'['", '"""\n=\n[x]\n"""', "[\n1, # ]\n2,\n]", "{ a = 1 }", "1979-05-27"])


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_lines_are_right_for_any_keys(entries):
    text = ""
    expected = {}
    for key, value in entries.items():
        quoted = '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'
        expected[(key,)] = text.count("\n") + 1
        text += f"{quoted} = {value} # x = [\n"
    tomllib.loads(text)
    assert key_lines(text) == expected


def test_an_invalid_text_is_none_of_its_business():
    with pytest.raises(tomllib.TOMLDecodeError):
        key_lines("a b c = 1")


@pytest.mark.parametrize(
    ("written", "quoted"),
    [
        ('英国 = ["海上霸主 = 1"] # 注 = 释', '"英国" = ["海上霸主 = 1"] # 注 = 释'),
        ("[联盟.西方·联盟]\n", '["联盟"."西方·联盟"]\n'),
        ('1901春={ 法国 = ["老王"], "德国" = 1 }', '"1901春"={ "法国" = ["老王"], "德国" = 1 }'),
        ("players.英国 = 1", 'players."英国" = 1'),
    ],
)
def test_keys_in_chinese_need_no_quotes(written, quoted):
    tomllib.loads(quoted)
    assert with_quoted_keys(written) == quoted


def test_a_value_without_quotes_stays_wrong():
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(with_quoted_keys("name = 第三届"))
