"""The catalogue of a language: all `.po` files of its folder, merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, KeysView, Mapping
from dataclasses import dataclass
from gettext import c2py
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from io import BytesIO
from pathlib import Path
from types import CodeType
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
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
            file = _compiled(path)
            _refuse(path, sentences.keys() & file.sentences.keys())
            sentences |= file.sentences
            counting |= file.counting
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


class _Loader(SourceFileLoader):
    """Loads a `.po` file as a module with its sentences, which Python compiles once and keeps like any other.

    That is ten times as fast as to read it at every start.
    """

    def source_to_code(self, data: Any, path: Any, **_: Any) -> CodeType:  # type: ignore[override]  # the other one is private
        """Return the code of the module."""
        file = Path(path)
        found = Counter(_MSGID.findall(data.decode()))
        _refuse(file, [key for key, times in found.items() if times > 1])
        messages = [
            each for each in read_po(BytesIO(data), locale=file.parent.name, abort_invalid=True) if each.id
        ]
        sentences = {_key(each): _forms(each) for each in messages}
        full = {key: forms for key, forms in sentences.items() if all(forms)}
        counting = {_key(each) for each in messages if each.pluralizable}
        return compile(f"sentences = {full!r}\ncounting = {counting!r}", file, "exec")


def _compiled(path: Path) -> Any:
    loader = _Loader(f"{path.parent.name}.{path.stem}", str(path))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    words = message.string or ""
    return (words,) if isinstance(words, str) else tuple(words)


def _refuse(path: Path, twice: Iterable[str]) -> None:
    for key in twice:
        raise ValueError(f"{path.parent.name}/{path.name}: the key {key!r} is defined twice")
