"""Settings with something endless in them are refused at once, on the line where it stands."""

import pytest

from tianshen.errors import InputError
from tianshen.game.settings import read_settings
from tianshen.game.toml_lines import key_lines, with_quoted_keys
from tianshen.notices import Code
from tianshen.text.source import source_of

MANY = 100_000


@pytest.mark.parametrize(
    "words",
    [
        "solo = " + "1" * 6000,
        "name = " + "1" * MANY,
        ".".join("a" * MANY) + " = 1",
        "a" * MANY,
        "英" * MANY,
        "[" * MANY,
        "a = " + "[" * MANY,
        "a = " + "{b = " * MANY,
        'a = "' + '"\\' * MANY,
        "'" * MANY,
    ],
    ids=lambda words: words[:8],
)
def test_no_toml(words):
    with pytest.raises(InputError) as caught:
        read_settings(source_of(f"# one\n{words}\n", "game.toml"))
    (notice,) = caught.value.notices
    assert notice.code is Code.TOML_BROKEN
    assert notice.where.line in (1, 2, 3)


def test_the_line_of_a_number_without_end():
    with pytest.raises(InputError) as caught:
        read_settings(source_of("# one\n# two\nname = " + "1" * 6000, "game.toml"))
    assert caught.value.notices[0].where.line == 3


def test_many_replacements():
    text = "".join(f'[replacements."{year}春"]\n英国 = "新手{year}"\n' for year in range(1902, 3902))
    settings = read_settings(source_of(text, "game.toml"))
    assert len(settings.replacements) == 2000


def test_a_dotted_key_has_the_line_of_its_first_part():
    assert key_lines("a = 1\nreport.x = 2\n") == {("a",): 1, ("report",): 2, ("report", "x"): 2}


def test_words_that_are_no_keys_stay_as_they_are():
    text = '英国 = 1\n法国.乙 = 2\n名字\n甲 = "英国 = 1"\n'
    assert with_quoted_keys(text) == '"英国" = 1\n"法国"."乙" = 2\n名字\n"甲" = "英国 = 1"\n'
