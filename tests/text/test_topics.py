"""The rules of a game by topic: figures, pictures, and the topics of the numbered rules."""

from __future__ import annotations

import re

import pytest

from bot.games import GAMES
from bot.games.royal_tarokk.values import ATTACKERS_BASE
from bot.rules.cards import Cards
from bot.text import LOCALES, words
from bot.text.topics import RULES, CardRows, cards_in_words, figures_of, rules_pages, topic_of_rule, topics_of


def raw(locale: str, game: str) -> dict[str, str]:
    """The topics of the rules as they are written, without the numbers."""
    text = (RULES / locale / f"{game}.md").read_text(encoding="utf-8")
    parts = re.split(r"^# (\w+).*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_the_topics_quote_the_same_numbers_in_every_language(game: str) -> None:
    quoted = [
        {topic: set(re.findall(r"{(\w+)}", text)) for topic, text in raw(locale, game).items()}
        for locale in LOCALES
    ]
    assert all(each == quoted[0] for each in quoted)
    assert {name for topic in quoted[0].values() for name in topic} <= figures_of(GAMES[game]).keys()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_values_are_quoted_from_the_tables_instead_of_written_out(game: str, locale: str) -> None:
    """The only numbers written out are factors, counts (of cards, tricks, ...) and the XXI."""
    counted = r"{\w+}|×\d|\d+(?=枚|人|倍|トリック)|タロック\d+"
    assert re.findall(r"\d+", re.sub(counted, "", raw(locale, game)["values"])) == []


BOTH, ONE = {"trischaken", "trischaken_lost"}, {"trischaken"}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_tell_every_way_in_which_trischaken_ends(locale: str) -> None:
    """All tricks, no trick, all equal, most card points, a tie for the most (koenigrufen 12.1 to 12.5)."""
    rows = re.findall(r"^- (.+)$", raw(locale, "koenigrufen")["scoring"], flags=re.MULTILINE)
    assert [set(re.findall(r"{(\w+)}", row)) for row in rows] == [BOTH, ONE, set(), BOTH, ONE]


@pytest.mark.parametrize("game", GAMES)
def test_values_are_told_one_item_a_line_in_every_language(game: str) -> None:
    told = [
        [re.findall(r"{(\w+)}|(\[.*\])", line) for line in raw(locale, game)["values"].splitlines()]
        for locale in LOCALES
    ]
    assert all(each == told[0] for each in told)


def pictures(locale: str, game: str) -> list[tuple[str, int, CardRows]]:
    """The pictures of the rules of a game, with the topic and the page."""
    pages = rules_pages(words(locale, game))
    return [
        (page.topic, page.number, part) for page in pages for part in page.parts if not isinstance(part, str)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_language_shows_the_same_cards_of_the_pack_in_one_picture_a_page(game: str) -> None:
    shown = pictures("en", game)
    assert all(pictures(locale, game) == shown for locale in LOCALES)
    assert len({(topic, number) for topic, number, _ in shown}) == len(shown)
    for _, _, rows in shown:
        assert len(rows) <= 2
        cards = [each for row in rows for group in row for each in group]
        assert Cards.of(cards) <= GAMES[game].pack


def test_a_picture_of_cards_is_described_row_by_row() -> None:
    one, two = (Cards.of("T22 T1"), Cards.of("SK")), (Cards.of("HK H1"),)
    w = words("en", "tapp_tarock")
    assert cards_in_words(w, (one,)) == "tarocks Sküs, I; spades king."
    assert cards_in_words(w, (one, two)) == (
        "Upper row: tarocks Sküs, I; spades king. Lower row: hearts king, 1."
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_can_refuse_something_has_a_topic(game: str) -> None:
    topics = [
        {rule: topic_of_rule(words(locale, game), rule) for rule in GAMES[game].rules.values()}
        for locale in LOCALES
    ]
    assert all(each == topics[0] for each in topics)
    without = [rule for rule, topic in topics[0].items() if not topic]
    assert without == (["romanian_tarok 7.1"] if game == "romanian_taper" else []), "the taper calls no king"


def test_the_longest_number_that_a_topic_names_counts() -> None:
    w = words("en", "koenigrufen")
    assert [topic_of_rule(w, f"koenigrufen {each}") for each in ("8.2.1", "8.7.1", "17.1.6", "99", "")] == [
        "announcing",
        "play",
        "bidding",
        "",
        "",
    ]
    assert topic_of_rule(w, "") == topic_of_rule(w, "tapp_tarock 8.2") == ""


def test_the_points_of_announcements_in_groups_come_from_the_table() -> None:
    w = words("en", "royal_tarokk")
    text = "\n".join(part for page in rules_pages(w) for part in page.parts if isinstance(part, str))
    figures = GAMES["royal_tarokk"].figures
    for item, group in GAMES["royal_tarokk"].groups.items():
        name, points = w.term("item", item), figures.get(item)
        told = f"**{name}: {points}** · {w.term('meaning', item)}\n"
        assert (told in text) == (not group.startswith("t_") and item != "tarokk_count")
        assert (f"- {name}: {points}\n" in text + "\n") == group.startswith("t_")
    for number in (8, 9, 10):
        assert f"{number} tarokks (tarokkszám): {figures[f'tarokk_count:{number}']}\n" in text
    for row in ATTACKERS_BASE:
        assert f"- {row.least} to {row.most} tarokks: {row.with_honour} with" in text
    assert topics_of(w)[0] == "aim"
