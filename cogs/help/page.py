"""What the bot is and how to begin: the greeting of a server, `/help`, and the games to open a table of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Table
from bot.text import Words
from bot.text.help import conventions, glossary_lines, rules_summary
from bot.text.topics import cards_in_words, first_page, rules_pages, topic_of_rule
from cogs.controls import ALONE, GLOSSARY, LEARN_ONE, NEW_TABLE, NEW_TABLE_OF, PRACTISE, RULE, RULES
from cogs.discord.page import Button, Look, Option, Page, Row, Select, in_rows, lines, page_buttons, paginated
from cogs.discord.pictures import CardsPicture

EASIEST: Final = next(iter(GAMES))
"""The game to begin with."""
SHORT: Final = "short"
"""In the list of topics: all rules in short, on one page."""
PHASES: Final[Mapping[str, str]] = {
    "auction": "bidding",
    "choice": "bidding",
    "calling": "calling",
    "talon": "talon",
    "discard": "talon",
    "announcing": "announcing",
    "play": "play",
}
"""The topic to begin with while a phase is played."""
ROOM: Final = 26
"""Lines on a phone of a page of the glossary."""


def greeting_page(w: Words) -> Page:
    """What a server is shown once, when the bot joins it."""
    return Page((w("help.greeting", game=EASIEST),), _beginnings(w))


def help_page(w: Words, *, in_server: bool) -> Page:
    """What the bot is, how to open a table here, the course of a deal, where to read on, and how to begin."""
    opened = w("help.open") if in_server else w("help.open_alone", button=w("button.alone"))
    texts = (w("help.about"), opened, w("help.deal"), w("help.more"), w("help.begin", game=EASIEST))
    return Page(texts, _beginnings(w))


def games_page(w: Words) -> Page:
    """The games in a list: choosing one opens a table."""
    options = tuple(Option(game, w(f"game.{game}")) for game in GAMES)
    return Page((w("help.choose"),), (Select(NEW_TABLE_OF, w("help.games"), options),))


def _beginnings(w: Words) -> tuple[Row, ...]:
    """The ways to begin: with a guided deal, alone with computers at once, or at a table for others."""
    buttons = [Button(ALONE, w("button.alone"), Look.PRIMARY), Button(NEW_TABLE, w("button.new"))]
    buttons.append(Button(PRACTISE.id(""), w("button.practise")))
    options = tuple(Option(game, w(f"game.{game}")) for game in GAMES)
    return (Select(LEARN_ONE, w("guide.choose"), options), *in_rows(buttons))


def short_page(w: Words) -> Page:
    """The rules of `w`'s game in short, what partners may agree on, and the ways to read on."""
    texts = (rules_summary(w), conventions(w))
    glossary = Button(GLOSSARY.id(w.game, 0), w("button.words"))
    return Page(tuple(text for text in texts if text), (_topics(w, SHORT, 0), (glossary,)))


def topic_page(w: Words, number: int) -> Page:
    """A page of the rules of `w`'s game, counted from 0; the last one if there are fewer."""
    pages = rules_pages(w)
    number = min(number, len(pages) - 1)
    page = pages[number]
    glossary = Button(GLOSSARY.id(w.game, 0), w("button.words"))
    turn = page_buttons(w, lambda to: RULES.id(w.game, to), number, len(pages))
    buttons = [button for row in turn if isinstance(row, tuple) for button in row]
    title = {"game": w.game, "topic": w(f"topic.{page.topic}")}
    heading = w("rules.topic", **title)
    if page.pages > 1:
        heading = w("rules.topic_page", **title, number=page.number, pages=page.pages)
    parts = (
        part if isinstance(part, str) else CardsPicture(cards_in_words(w, part), part) for part in page.parts
    )
    return Page((heading, *parts), (_topics(w, page.topic, number), (*buttons, glossary)))


def _topics(w: Words, chosen: str, number: int) -> Select:
    """The list of topics below page `number`, with the numbers of the rules that refusals and sheets cite."""
    sections = {each.topic: each.sections for each in rules_pages(w)}
    options = [Option(topic, _numbered(w, topic, numbers)) for topic, numbers in sections.items()]
    short = Option(SHORT, w(f"topic.{SHORT}"))
    return Select(RULES.id(w.game, number), w("rules.topics"), (*options, short), chosen=(chosen,))


def _numbered(w: Words, topic: str, sections: Sequence[str]) -> str:
    name, numbers = w(f"topic.{topic}"), w("list.comma").join(sections)
    return w("rules.option", topic=name, sections=numbers, count=len(sections)) if sections else name


def rule_buttons(w: Words, rules: Iterable[str]) -> tuple[Button, ...]:
    """A button to each topic of the rules of `w`'s game that explains one of some rules."""
    topics = dict.fromkeys(topic_of_rule(w, rule) for rule in rules)
    return tuple(
        Button(RULE.id(w.game, topic), w("button.rule", topic=w(f"topic.{topic}")))
        for topic in topics
        if topic
    )


def rules_now(w: Words, table: Table) -> Page:
    """The rules of a table's game, from the topic that its present phase asks for."""
    phase = table.open.phase if table.open else ""
    topic = "scoring" if table.shows_result else PHASES.get(phase, "")
    return topic_page(w, first_page(w, topic))


def with_rule(w: Words, page: Page, refusal: Refusal | None) -> Page:
    """The page of a refusal with a button to the topic of the rule it names, where there is one."""
    buttons = rule_buttons(w, [refusal.rule] if refusal else [])
    return replace(page, rows=(*page.rows, buttons)) if buttons else page


def games_to_read_page(w: Words, id_of: Callable[[Words], str]) -> Page:
    """A button for each game to read about; `id_of` makes its id from the words of the game."""
    buttons = [Button(id_of(w.of(game)), w(f"game.{game}")) for game in GAMES]
    return Page((w("rules.which_game"),), in_rows(buttons))


def glossary_page(w: Words, number: int = 0) -> Page:
    """A page of the glossary of `w`'s game, counted from 0; the last one if there are fewer."""
    pages = paginated(ROOM, glossary_lines(w, GAMES[w.game].announcements))
    number = min(number, len(pages) - 1)
    footer = w("words.page", number=number + 1, pages=len(pages)) if len(pages) > 1 else ""
    text = lines(w("words.heading", game=w.game), pages[number], footer)
    turning = page_buttons(w, lambda to: GLOSSARY.id(w.game, to), number, len(pages))
    return Page((text,), (*turning, (Button(RULES.id(w.game, 0), w("button.rules")),)))
