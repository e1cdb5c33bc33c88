"""Texts: catalogues by language, and the code that turns a key and facts into a sentence."""

from bot.text.facts import Fact
from bot.text.words import LOCALES, MissingWords, Words, own_name, words

__all__ = ["LOCALES", "Fact", "MissingWords", "Words", "own_name", "words"]
