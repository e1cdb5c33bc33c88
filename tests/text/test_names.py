"""The names of players: with any content they mention nobody and change no text around them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.names import LIMIT, plain, safe
from tests.text.nasty_names import NASTY, assert_harmless


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("大輔", "大輔"),
        ("Béla bácsi", "Béla bácsi"),
        ("e\u0301e\u0301", "e\u0301e\u0301"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("<@1> *bold* `x` @everyone", "\\<@1> \\*bold\\* \\`x\\` @\u200beveryone"),
        ("@here @anna @12345678901234567", "@\u200bhere @anna @\u200b12345678901234567"),
        ("_a_ ~b~ |c|", "\\_a\\_ \\~b\\~ \\|c\\|"),
        ("[a](https://x.y)", "\\[a](https:\u200b//x.\u200by)"),
        ("discord.gg/abc", "discord.\u200bgg/abc"),
        ("[<@1>](x)", "\\[\\<@1>](x)"),
        ("# a", "\\# a"),
        ("> a", "\\> a"),
        ("- a", "\\- a"),
        ("1. a", "1\\. a"),
        ("a - #1 > b", "a - #1 > b"),
        ("\\*", "\\\\\\*"),
        ("a\n# b", "a # b"),
        ("An\u202ena", "Anna"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("a" + "\u0300" * 9 + "b", "a\u0300\u0300\u0300b"),
        ("\u0300\u0300a", "a"),
        (" \u0300a", "a"),
        ("دانيال", "\u2068دانيال\u2069"),
        ("\u3164", "?"),
        ("\u200d \u200b", "?"),
        ("x" * 40, "x" * LIMIT),
        ("x " * 40, "x " * (LIMIT // 2 - 1) + "x"),
        ("-" * 40, "\\-" + "-" * (LIMIT - 1)),
    ],
)
def test_a_name_is_made_safe_for_a_message(name: str, shown: str) -> None:
    assert safe(name) == shown


@pytest.mark.parametrize("name", ["*Anna*", "_a_ <@1>", "# a", "1. a"])
def test_names_are_not_escaped_where_text_is_not_formatted(name: str) -> None:
    assert plain(name) == name


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_harmless(name: str) -> None:
    assert_harmless(safe(name))
    assert_harmless(plain(name), formatted=False)


@given(st.text(max_size=60))
def test_any_name_is_harmless(name: str) -> None:
    assert_harmless(safe(name))
    assert_harmless(plain(name), formatted=False)
    shown = plain(name).strip("\u2068\u2069")
    assert shown.strip()
    assert len(shown.replace("\u200b", "")) <= LIMIT
    assert unicodedata.category(shown[0]) not in ("Mn", "Me")
