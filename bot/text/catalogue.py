"""The catalogue of a language: all `.po` files of its folder, merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, KeysView, Mapping
from dataclasses import dataclass
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

_MSGID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language by key, with their plural forms."""

    sentences: Mapping[str, tuple[str, ...]]
    """The plural forms of each key's sentence."""
    counting: frozenset[str]
    """The keys whose sentence depends on `count`."""
    plural: Callable[[int], int]
    """Which of its plural forms a number takes."""

    @classmethod
    def load(cls, folder: Path) -> Catalogue:
        """Read all `.po` files of a folder named after its language.

        Raises:
            ValueError: a key is defined twice.
            PoFileError: a file is not a catalogue.
        """
        sentences: dict[str, tuple[str, ...]] = {}
        counting = set[str]()
        for path in sorted(folder.glob("*.po")):
            data = path.read_bytes()
            found = Counter([*sentences, *_MSGID.findall(data.decode())])
            for key in (key for key, times in found.items() if times > 1):
                raise ValueError(f"{folder.name}/{path.name}: the key {key!r} is defined twice")
            for each in read_po(BytesIO(data), locale=folder.name, abort_invalid=True):
                key = each.id if isinstance(each.id, str) else each.id[0]
                words = each.string or ""
                forms = (words,) if isinstance(words, str) else tuple(words)
                if key and all(forms):
                    sentences[key] = forms
                if each.pluralizable:
                    counting.add(key)
        return cls(sentences, frozenset(counting), c2py(Catalog(locale=folder.name).plural_expr))

    @property
    def keys(self) -> KeysView[str]:
        """The keys that have a sentence."""
        return self.sentences.keys()

    def sentence(self, key: str, count: int) -> str | None:
        """Return the sentence of a key in the plural form for `count`, or `None` if the key is missing."""
        forms = self.sentences.get(key)
        if forms is None:
            return None
        return forms[self.plural(count) if key in self.counting else 0]
