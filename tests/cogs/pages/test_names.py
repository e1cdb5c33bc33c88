"""The names of players: whatever they contain, they mention no one and format nothing."""

from __future__ import annotations

import pytest

from cogs.pages.names import safe


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("大輔", "大輔"),
        ("<@1> *bold* `x` @everyone", "\\<@1> \\*bold\\* \\`x\\` @\u200beveryone"),
        ("@here @anna @12345678901234567", "@\u200bhere @anna @\u200b12345678901234567"),
        ("_a_ ~b~ |c|", "\\_a\\_ \\~b\\~ \\|c\\|"),
        ("[a](https://x.y)", "\\[a](https://x.y)"),
        ("[<@1>](x)", "\\[\\<@1>](x)"),
        ("# a", "\\# a"),
        ("> a", "\\> a"),
        ("- a", "\\- a"),
        ("a - #1 > b", "a - #1 > b"),
        ("\\*", "\\\\\\*"),
    ],
)
def test_what_discord_would_format_is_escaped(name: str, shown: str) -> None:
    assert safe(name) == shown
