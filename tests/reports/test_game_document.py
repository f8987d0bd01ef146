"""The report of a whole game: chronicle, centres by year, eliminations, ranking; and what a new version changes."""

import pytest
from reported import HOMES, document, game, paragraphs, random_game, recorded

from tianshen.reports.contents.game_document import ranking
from tianshen.reports.contents.version_changes import with_changes
from tianshen.reports.document.rendering import render_document
from tianshen.writing.language import Language

ALL = "england: F NTH H\nfrance: A PAR H\ngermany: A MUN H; A WAR H\nitaly: A ROM H\naustria: A VIE H\nturkey: F ANK H"


def short_game():
    """Two Falls: Germany takes Warsaw, Russia's last centre; then Germany leads at the end."""
    start = HOMES | {"russia": "WAR", "turkey": "ANK"}
    first = recorded("germany: A WAR H\nrussia: A MOS - UKR", turn="F1907", centres=start, game="第三届")
    after = {power: " ".join(first.result.position.centres_of(power)) for power in HOMES if power != "russia"}
    last = recorded(
        ALL, turn="F1908", centres=after, game="第三届", players={"germany": "铁血", "france": "[b]小马"}, secret="s"
    )
    return [first, last]


def told(records, form="plain", lang="zh"):
    return render_document(game(records, lang), form)


def test_the_first_line_names_game_and_program():
    assert told(short_game()).splitlines()[0] == "【天神战报】第三届　全局总结"


def test_the_chronicle_has_a_line_for_each_turn():
    lines = paragraphs(told(short_game()))["逐年纪要"]
    assert len(lines) == 2
    assert lines[0].startswith("· 1907年秋季：德国得华沙")
    assert "俄国灭亡" in lines[0]
    assert "德国以4个资源点最多，取得胜利" in lines[1]


def test_the_table_counts_centres_by_year():
    lines = paragraphs(told(short_game()))["资源点统计"]
    assert "德国：开局 3，1907 4，1908 4" in lines
    assert "俄国：开局 1，1907 0，1908 0" in lines
    assert lines[-1] == "无归属：开局 17，1907 17，1908 17"
    assert "| 德国 | 3 | 4 | 4 |" in told(short_game(), "markdown")


def test_the_columns_of_the_table_always_add_up():
    records = random_game(3, 8)
    rows = [line for line in told(records, "markdown").splitlines() if line.startswith("| ")]
    counts = [[int(cell) for cell in row.split("|")[2:-1]] for row in rows[2:10]]
    assert [sum(column) for column in zip(*counts, strict=True)] == [34] * len(counts[0])


def test_eliminations_name_turn_and_conqueror():
    lines = paragraphs(told(short_game()))["灭亡"]
    assert lines == ["■ 1907年秋季：俄国灭亡，最后的资源点落入德国"]
    assert paragraphs(told(short_game()[1:]))["灭亡"] == ["无"]


def test_a_power_whose_units_alone_perished_has_no_conqueror():
    record = recorded("germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H", retreats={"WAR": "disband"})
    assert paragraphs(told([record]))["灭亡"] == ["■ 1901年春季：俄国灭亡"]


def test_the_ranking_puts_winners_first_and_the_dead_last():
    lines = paragraphs(told(short_game()))["最终排名"]
    assert lines[0] == "第1名 德国（铁血）：资源点4，胜利"
    assert "第2名 法国（［b］小马）：资源点3，存活" in lines
    assert lines[-1] == "第7名 俄国：资源点0，1907年秋季灭亡"
    assert [rank for rank, _ in ranking(short_game())] == [1, 2, 2, 2, 2, 6, 7]


def test_shared_wins_and_draws():
    owned = {"germany": "MUN BER", "france": "PAR BRE", "italy": "ROM"}
    script = "germany: A MUN H\nfrance: A PAR H\nitaly: A ROM H"
    shared = recorded(script, turn="F1909", centres=owned)
    assert [rank for rank, _ in ranking([shared])][:3] == [1, 1, 3]
    lines = paragraphs(told([shared]))["最终排名"]
    assert lines[0].endswith("共享胜利")
    assert lines[2] == "第3名 意大利：资源点1，存活"


def test_a_game_that_goes_on_has_a_ranking_so_far():
    lines = paragraphs(told([recorded(ALL, turn="F1902", centres=HOMES)]))["目前排名"]
    assert lines[0].endswith("在局")


def test_a_game_without_turns_has_no_report():
    with pytest.raises(ValueError, match=r"\[\]"):
        game([])


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
@pytest.mark.parametrize("form", ["plain", "discuz", "nga", "phpbb", "markdown", "html"])
def test_whole_games_in_every_language_and_format(lang, form):
    records = random_game(1)
    text = told(records, form, lang)
    assert "{" not in text.split("</style>")[-1]
    for record in records[-1:]:
        assert render_document(document(record, lang), form)


def test_a_new_version_lists_what_it_changes():
    language = Language("zh")
    old = render_document(document(recorded("germany: A BER - PRU\nrussia: A WAR H")))
    second = document(recorded("germany: A BER - PRU\nrussia: A WAR - PRU", version=2))
    changed = with_changes(second, old, language)
    lines = paragraphs(render_document(changed))["与上一版的不同"]
    assert "原：√ 柏林陆军 移动 普鲁士：成功（房规 2.1.1（二））" in lines
    assert "改：× 柏林陆军 移动 普鲁士：以1对1与华沙陆军对峙（房规 2.2.1（二））" in lines
    again = with_changes(second, render_document(changed), language)
    assert again == second
    assert with_changes(second, render_document(second), language) == second


def test_the_published_text_is_not_trusted():
    tree = with_changes(document(recorded(ALL)), "题\n[img]x[/img]\n", Language("zh"))
    assert "[img]" not in render_document(tree, "discuz")
    assert "原：［img］x［/img］" in render_document(tree, "discuz").replace("／", "/")
