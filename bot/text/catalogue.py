"""The catalogue of a language: all `.po` files of its folder, merged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from gettext import c2py
from io import BytesIO
from typing import TYPE_CHECKING, Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, KeysView, Mapping
    from pathlib import Path

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
            ValueError: a key is defined twice, or a file is not a catalogue.
        """
        sentences: dict[str, tuple[str, ...]] = {}
        counting = set()
        for path in sorted(folder.glob("*.po")):
            text = path.read_text(encoding="utf-8")
            _refuse_duplicates(path, _MSGID.findall(text), sentences)
            for message in read_po(BytesIO(text.encode()), locale=folder.name, abort_invalid=True):
                key = message.id if isinstance(message.id, str) else message.id[0]
                words = message.string or ""
                sentences[key] = (words,) if isinstance(words, str) else tuple(words)
                if message.pluralizable:
                    counting.add(key)
        full = {key: forms for key, forms in sentences.items() if key and all(forms)}
        return cls(full, frozenset(counting), c2py(Catalog(locale=folder.name).plural_expr))

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


def _refuse_duplicates(path: Path, keys: Iterable[str], others: Container[str]) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen or key in others:
            raise ValueError(f"{path.parent.name}/{path.name}: the key {key!r} is defined twice")
        seen.add(key)
