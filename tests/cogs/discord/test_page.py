"""Pages: the exact limits of Discord."""

from __future__ import annotations

import pytest

from bot.text import words
from cogs.discord.page import (
    TEXT_LIMIT,
    Button,
    Option,
    Page,
    Select,
    controls_in,
    in_rows,
    lines,
    page_buttons,
    paginated,
    within,
)
from cogs.discord.pictures import TrickPicture

PICTURE = TrickPicture("", (None,) * 3, ())


@pytest.mark.parametrize(("room", "pages"), [(2, ["12345\n1234"]), (1, ["12345", "1234"])])
def test_a_page_has_at_most_some_lines_of_a_phone(room: int, pages: list[str]) -> None:
    assert paginated(room, ["12345", "1234"]) == pages


@pytest.mark.parametrize(("room", "kept"), [(11, ["1234", "…"]), (12, ["1234", "5678", "…"])])
def test_lines_without_room_are_replaced_by_an_ellipsis(room: int, kept: list[str]) -> None:
    assert within(room, ["1234", "5678", "9"]) == kept


def test_text_that_is_too_long_is_cut_at_its_end() -> None:
    page = Page(("a" * TEXT_LIMIT, PICTURE, "b")).clipped()
    assert page.parts == ("a" * TEXT_LIMIT, PICTURE)
    page = Page(("a" * (TEXT_LIMIT - 2), "bcd")).clipped()
    assert page.parts == ("a" * (TEXT_LIMIT - 2), "b…")


def test_text_between_controls_counts_towards_the_limit() -> None:
    buttons = in_rows([Button("x1:a", "A")])
    page = Page(("a" * TEXT_LIMIT,), ("bcd", *buttons)).clipped()
    assert page.parts == ("a" * (TEXT_LIMIT - 4) + "…",)
    assert Page(("a" * TEXT_LIMIT,), buttons).clipped().parts == ("a" * TEXT_LIMIT,)


def test_empty_lines_are_left_out() -> None:
    assert lines("a", ["", "b"], "", ["c"]) == "a\nb\nc"


def test_a_page_without_controls_keeps_only_buttons_about_a_deal() -> None:
    about_deal = Button("a1:abc:1", "B", lasts=True)
    steps = Select("d1:abc:1:0", "D", (Option("0", "E"),))
    page = Page(("a", PICTURE), ("b", (Button("x1:a", "A"), about_deal), (Button("x1:c", "C"),), steps))
    assert page.without_controls() == Page(("a", PICTURE), ((about_deal,),))
    assert page.text == "a\nb"
    assert page.pictures == (PICTURE,)


def test_text_between_controls_cannot_be_pressed() -> None:
    assert controls_in("bcd") == ()


def test_a_select_takes_exactly_one_option_by_default() -> None:
    choice = Select("x1:a", "A", (Option("1", "B"), Option("2", "C")))
    assert (choice.least, choice.most, choice.enabled) == (1, 1, True)


@pytest.mark.parametrize(
    ("labels", "rows"),
    [
        ("A B C D E F", ["A B C", "D E F"]),
        ("A B C D E", ["A B C D E"]),
        ("XVIII XVII XVI XV XIV", ["XVIII XVII", "XVI XV XIV"]),
        ("longer-than-half-of-a-row Done Pass", ["longer-than-half-of-a-row", "Done Pass"]),
        ("コンピュータを追加 参加", ["コンピュータを追加 参加"]),
        ("コンピュータを追加 コンピュータを外す", ["コンピュータを追加", "コンピュータを外す"]),
    ],
)
def test_buttons_are_spread_evenly_over_the_rows_that_a_phone_needs(labels: str, rows: list[str]) -> None:
    some = in_rows([Button(f"x1:{each}", each) for each in labels.split()])
    assert [" ".join(each.label for each in row) for row in some if isinstance(row, tuple)] == rows


def test_the_first_and_the_last_page_have_a_single_page_button() -> None:
    w = words("en")

    def ids(number: int) -> list[str]:
        return [
            each.id
            for row in page_buttons(w, lambda to: f"b1:all:{to}", number, 3)
            for each in controls_in(row)
        ]

    assert [ids(number) for number in range(3)] == [["b1:all:1"], ["b1:all:0", "b1:all:2"], ["b1:all:1"]]
