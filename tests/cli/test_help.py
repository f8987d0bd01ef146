from __future__ import annotations

import re

import pytest

from tianshen.cli.main import main
from tianshen.cli.terminal.help_commands import COMMANDS
from tianshen.cli.terminal.help_words import LANGS, load_help
from tianshen.text.display_width import text_width

PAGES = [[], *([name] for name in COMMANDS)]
# names of formats, packages and files that stand in the Chinese text
NAMES = re.compile(r"[\w.-]+\.(?:xlsx|toml|txt|json|svg|png)|PyPI|BBCode|JSON|Judge|[a-z_]+")


def page(capsys, *args):
    assert main(args) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("command", PAGES, ids=lambda names: names[0] if names else "program")
def test_every_page_is_there_in_every_language(capsys, command, lang):
    out = page(capsys, *command, "--help", "--lang", lang)
    assert out.startswith(load_help(lang).word("usage"))
    assert "{" not in out
    assert "--lang" in out


@pytest.mark.parametrize("command", PAGES, ids=lambda names: names[0] if names else "program")
def test_no_english_sentence_in_chinese_help(capsys, command):
    out = page(capsys, *command, "--help")
    assert not re.findall(r"[A-Za-z]+(?: [A-Za-z]+){2,}", out)
    capitalised = set(re.findall(r"\b[A-Z][a-z]{2,}\b", out))
    assert capitalised <= {"Judge", "Diplomacy"}


@pytest.mark.parametrize("lang", LANGS)
def test_help_texts_are_for_commands_that_exist(lang):
    assert set(load_help(lang).data["commands"]) >= set(COMMANDS)


@pytest.mark.parametrize("key", ["words", "program", "common", "messages"])
def test_all_languages_have_the_same_texts(key):
    tables = [load_help(lang).data[key] for lang in LANGS]
    assert tables[0].keys() == tables[1].keys() == tables[2].keys()


def test_all_languages_explain_the_same_parameters():
    zh, en, de = ({n: sorted(c.get("parameters", {})) for n, c in load_help(x).data["commands"].items()} for x in LANGS)
    assert zh == en == de


@pytest.mark.parametrize("columns", [30, 40, 80, 200])
def test_help_fits_the_terminal(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for command in PAGES:
        for line in page(capsys, *command, "--help").splitlines()[2:]:
            assert text_width(line) <= max(columns, 30) + 24


def test_no_arguments_show_the_help(capsys):
    assert page(capsys) == page(capsys, "--help")
