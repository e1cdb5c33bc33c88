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


@pytest.mark.parametrize(("room", "pages"), [(10, ["12345\n1234"]), (9, ["12345", "1234"])])
def test_a_page_is_filled_to_the_last_character(room: int, pages: list[str]) -> None:
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


def test_five_buttons_fit_into_a_row() -> None:
    buttons = tuple(Button(f"x1:{number}", "") for number in range(6))
    assert in_rows(buttons) == (buttons[:5], buttons[5:])


def test_the_first_and_the_last_page_have_a_single_page_button() -> None:
    w = words("en")

    def ids(number: int) -> list[str]:
        return [
            each.id
            for row in page_buttons(w, lambda to: f"b1:all:{to}", number, 3)
            for each in controls_in(row)
        ]

    assert [ids(number) for number in range(3)] == [["b1:all:1"], ["b1:all:0", "b1:all:2"], ["b1:all:1"]]
