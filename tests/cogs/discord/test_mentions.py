"""Commands in texts are links, as far as their ids are known."""

from __future__ import annotations

from bot.text import LOCALES, words
from cogs.discord.mentions import Mentions
from cogs.discord.page import Page
from tests.cogs.place import Place, words_of


def test_without_an_id_a_command_is_shown_as_code() -> None:
    for locale in LOCALES:
        text = words(locale)("refusal.no_table_here")
        assert "</tarock new>" in text
        assert "`/tarock new`" in Mentions().linked(text)


def test_subcommands_have_the_id_of_their_command() -> None:
    mentions = Mentions()
    mentions.learn({"tarock": 12, "hand": 34})
    text = "</tarock new>, </hand>, </privacy show>, </Tarock>, <t:1:R>"
    linked = "</tarock new:12>, </hand:34>, `/privacy show`, </Tarock>, <t:1:R>"
    assert mentions.linked(text) == linked
    assert mentions.linked_page(Page((text,))) == Page((linked,))


async def test_commands_are_linked_in_answers_and_messages_after_a_restart_too(place: Place) -> None:
    ids = {command.name: command.id for command in await place.bot.tree.fetch_commands()}
    for _ in range(2):
        await place.anna.slash(place.channel, "bid", bid="pass")
        assert f"</tarock new:{ids['tarock']}>" in words_of(place.private(place.anna)[-1])
        await place.anna.slash(place.channel, "tarock list")
        assert f"</tarock new:{ids['tarock']}>" in words_of(place.private(place.anna)[-1])
        await place.restart()
