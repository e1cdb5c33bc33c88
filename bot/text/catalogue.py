"""The catalogue of a language: all `.po` files of its folder, merged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from gettext import GNUTranslations
from io import BytesIO
from typing import TYPE_CHECKING, Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_MSGID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language by key, with their plural forms."""

    language: str
    keys: frozenset[str]
    counting: frozenset[str]
    """The keys whose sentence depends on `count`."""
    translations: GNUTranslations

    @classmethod
    def load(cls, folder: Path) -> Catalogue:
        """Read all `.po` files of a folder named after its language.

        Raises:
            ValueError: a key is defined twice, or a file is not a catalogue.
        """
        merged = Catalog(locale=folder.name)
        for path in sorted(folder.glob("*.po")):
            text = path.read_text(encoding="utf-8")
            _refuse_duplicates(path, _MSGID.findall(text), merged)
            for message in read_po(BytesIO(text.encode()), locale=folder.name, abort_invalid=True):
                if message.id:
                    merged[message.id] = message
        return cls.of(folder.name, merged)

    @classmethod
    def of(cls, language: str, catalog: Catalog) -> Catalogue:
        """Make a catalogue from one that Babel has read, without keys that have no text."""
        compiled = BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        full = [message for message in catalog if message.id and message.string]
        counting = {message.id[0] for message in full if isinstance(message.id, (tuple, list))}
        plain = {message.id for message in full if isinstance(message.id, str)}
        return cls(language, frozenset(plain | counting), frozenset(counting), GNUTranslations(compiled))

    def sentence(self, key: str, count: int) -> str | None:
        """Return the sentence of a key in the plural form for `count`, or `None` if the key is missing."""
        if key not in self.keys:
            return None
        if key in self.counting:
            return self.translations.ngettext(key, key, count)
        return self.translations.gettext(key)


def _refuse_duplicates(path: Path, keys: Iterable[str], merged: Catalog) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen or key in merged:
            raise ValueError(f"{path.parent.name}/{path.name}: the key {key!r} is defined twice")
        seen.add(key)
