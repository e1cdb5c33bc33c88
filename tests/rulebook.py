"""The numbers of docs/rules/*.md: bold at the start of a line is a rule, in a heading a section."""

from __future__ import annotations

import re
from pathlib import Path

from bot.rules.game import Game

PAGES = {
    page.stem.replace("-", "_"): page.read_text(encoding="utf-8")
    for page in (Path(__file__).parent.parent / "docs" / "rules").glob("*.md")
}
"""The text of each page, by the name in citations of its rules."""

_RULE = re.compile(r"^\*\*(\d+(?:\.\d+)+)\*\*", re.MULTILINE)
_SECTION = re.compile(r"^#+ (\d+(?:\.\d+)*)[. ]", re.MULTILINE)
_DECISION = re.compile(r"^\| ([AB]\d+) (\|.*)$", re.MULTILINE)
_DECISION_ID = re.compile(r"[AB]\d+")
_CITED = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?!\.?\d)")


def page_of(game: Game) -> str:
    """The rules page of a game, as cited by its refusals. Games may share one."""
    (page,) = {rule.partition(" ")[0] for rule in game.rules.values()}
    return page


def statements(game: str) -> list[str]:
    """The rule numbers of a page, such as `5.1.3`, in order."""
    return _RULE.findall(PAGES[game])


def sections(game: str) -> set[str]:
    """The numbered headings of a page."""
    return set(_SECTION.findall(PAGES[game]))


def decisions(game: str) -> dict[str, str]:
    """The questions that the source page of a game leaves open: each id, such as `A16`, with its row."""
    return dict(_DECISION.findall(PAGES[game]))


def cited_decisions(game: str) -> set[str]:
    """The ids of the decisions that the text of a page names in brackets."""
    tags = re.findall(r"\[([^\[\]]+)\]", PAGES[game])
    return {tag for each in tags for tag in re.split(r", ?", each) if _DECISION_ID.fullmatch(tag)}


def cited(text: str) -> set[str]:
    """Every dotted number in a text."""
    return set(_CITED.findall(text))


RULES = {f"{game} {number}" for game in PAGES for number in statements(game)}
"""Every rule of every game, as refusals and score lines name it: `tapp_tarock 8.2`."""
