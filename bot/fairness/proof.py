"""The proof of a deal: how its deck came about, and the record of the deal, as portable JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple, Self

from bot.fairness.seal import Opened, Seal, SeededShuffle
from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game, Misdeal
from bot.rules.layout import undealt
from bot.rules.moves import DEAL, Move
from bot.rules.reasons import Refusal
from bot.rules.record import Record, RecordError, format_problem, read_move, result_document

FORMAT = "skiz-proof/1"
HASH = re.compile(r"[0-9a-f]{64}")
TABLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
PRESS = re.compile(r"[0-9]{1,20}")
DECKS = 1000
"""A limit far above the misdeals that happen in a row."""


class Fault(StrEnum):
    """What is wrong with a proof; `MEANINGS` of the command `verify` has the words."""

    COMMITMENT = "commitment"
    PRESS = "press"
    DECK = "deck"
    DEALER = "dealer"
    HANDS = "hands"
    """The last deck does not give the hands and the talon, or an earlier one was no misdeal."""
    RECORD = "record"


class ProofError(ValueError):
    """The text is no proof. The message is one line that says why."""


class Proof(NamedTuple):
    table: str
    number: int
    commitment: str
    secret: str
    press: int | None
    seed: str
    decks: tuple[str, ...]
    """Each a shuffled pack, top card first; the last one was played, those before were misdeals."""
    dealing: tuple[Move, ...]
    """What the players chose about the dealing, in a game with such choices."""
    record: Record

    @classmethod
    def of(cls, opened: Opened, deal: Deal, misdeals: int) -> Self:
        """Return the proof of a deal that is over or broken off.

        `misdeals`: how many decks were drawn before the one that was played.
        """
        seal, game, layout = opened.seal, deal.game, deal.layout
        _, decks = _drawn(opened.shuffle, game, layout.seats, seal.number, misdeals + 1)
        return cls(
            seal.table,
            seal.number,
            seal.commitment,
            seal.secret,
            opened.press,
            opened.seed,
            tuple(" ".join(map(str, deck)) for deck in decks),
            tuple(move for move in deal.log if move.action.verb == DEAL),
            Record.of(deal),
        )

    @classmethod
    def parse(cls, text: str, games: Mapping[str, Game]) -> Self:
        """Parse a JSON text.

        Raises:
            ProofError: the text is not JSON, or not of this format.
        """
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise ProofError("not JSON" if text.strip() else "empty") from None
        found = document.get("format") if isinstance(document, dict) else None
        if found != FORMAT:
            raise ProofError(format_problem(found, FORMAT, "proof"))
        get = _Fields(document)
        try:
            record = Record.parse(json.dumps(document.get("record")), games)
        except RecordError as error:
            raise ProofError(f'"record": {error}') from None
        return cls(
            table=get.text("table", TABLE),
            number=get.number("number"),
            commitment=get.text("commitment", HASH),
            secret=get.text("secret", HASH),
            press=None if document.get("press") is None else int(get.text("press", PRESS)),
            seed=get.text("seed", HASH),
            decks=get.texts("decks", least=1),
            dealing=get.moves("dealing"),
            record=record,
        )

    def document(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "table": self.table,
            "number": self.number,
            "commitment": self.commitment,
            "secret": self.secret,
            "press": None if self.press is None else str(self.press),
            "seed": self.seed,
            "decks": list(self.decks),
            "dealing": [str(move) for move in self.dealing],
            "record": self.record.document(),
        }

    def fault(self) -> Fault | None:
        """Return the first thing that is wrong, in the order of the dealing; else `None`."""
        seal = Seal(self.table, self.number, self.secret)
        opened, record = seal.opened(self.press), self.record
        if seal.commitment != self.commitment:
            return Fault.COMMITMENT
        if opened.seed != self.seed:
            return Fault.PRESS
        layout = record.layout
        dealer, decks = _drawn(opened.shuffle, record.game, layout.seats, self.number, len(self.decks))
        if tuple(" ".join(map(str, deck)) for deck in decks) != self.decks:
            return Fault.DECK
        if dealer not in {None, layout.dealer}:
            return Fault.DEALER
        *earlier, last = decks
        dealt = self._dealt(last)
        if dealt != (layout.hands, layout.talon) or not all(map(self._is_misdeal, earlier)):
            return Fault.HANDS
        return None if _is_valid(record) else Fault.RECORD

    def _dealt(self, deck: Sequence[Card]) -> tuple[tuple[Cards, ...], tuple[Card, ...]] | None:
        """Return the hands and the talon that a deck gives; `None` if the players could not deal it so."""
        game, layout = self.record.game, self.record.layout
        if not game.interactive_dealing(layout.options):
            dealt = game.lay_out(deck, layout.dealer, layout.seats)
            return None if self.dealing else (dealt.hands, dealt.talon)
        start = replace(
            undealt(deck, layout.dealer, layout.seats), options=layout.options, session=layout.session
        )
        deal = _played(Deal.start(game, start), self.dealing)
        return None if deal is None else (deal.dealt.hands, deal.dealt.talon)

    def _is_misdeal(self, deck: Sequence[Card]) -> bool:
        game, layout = self.record.game, self.record.layout
        dealt = game.lay_out(deck, layout.dealer, layout.seats)
        return bool(Misdeal.of(game, replace(dealt, options=layout.options)))


def _drawn(
    shuffle: SeededShuffle, game: Game, seats: int, number: int, decks: int
) -> tuple[int | None, list[tuple[Card, ...]]]:
    """Return the dealer, if this is the first deal of a table, and the decks, in the order they are drawn."""
    dealers = game.dealers(seats)
    dealer = dealers[shuffle.first_dealer(len(dealers))] if number == 1 else None
    return dealer, [shuffle.deck(game.pack) for _ in range(decks)]


def _played(deal: Deal, moves: Sequence[Move]) -> Deal | None:
    """Return a deal after some moves; `None` if one of them is illegal."""
    for move in moves:
        acted = deal.act(move.seat, move.action)
        if isinstance(acted, Refusal):
            return None
        deal = acted
    return deal


def _is_valid(record: Record) -> bool:
    """Whether every action of a record is legal and its result, if it has one, is the one that follows."""
    deal = _played(Deal.start(record.game, record.layout), record.moves)
    if deal is None or record.result is None:
        return deal is not None
    reached = result_document(deal.result) if deal.result else {}
    return _json(record.result) == _json({key: reached.get(key) for key in record.result})


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(dict(values), sort_keys=True)


@dataclass(frozen=True, slots=True)
class _Fields:
    """Reads the fields of a document; every other shape is a `ProofError`."""

    document: Mapping[str, Any]

    def text(self, key: str, pattern: re.Pattern[str]) -> str:
        value = self.document.get(key)
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise ProofError(f'"{key}" is missing or wrong')
        return value

    def number(self, key: str) -> int:
        value = self.document.get(key)
        if type(value) is not int or value < 1:
            raise ProofError(f'"{key}" is not a positive number')
        return value

    def texts(self, key: str, *, least: int = 0) -> tuple[str, ...]:
        value = self.document.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise ProofError(f'"{key}" is not a list of texts')
        if not least <= len(value) <= DECKS:
            raise ProofError(f'"{key}" has {len(value)} entries')
        return tuple(value)

    def moves(self, key: str) -> tuple[Move, ...]:
        texts = self.texts(key)
        moves = tuple(move for text in texts if (move := read_move(text)))
        if len(moves) < len(texts):
            raise ProofError(f'"{key}" holds something that is no action')
        return moves
