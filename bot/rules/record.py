"""The deal record: one deal as portable JSON text, format `tarock-deal/1`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bot.rules.cards import Cards, card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout
from bot.rules.moves import DEAL, Action, Move
from bot.rules.reasons import Refusal
from bot.rules.results import Result, ScoreLine

FORMAT: Final = "tarock-deal/1"

SEATS: Final = frozenset("0123456789")
LEVELS: Final = 20
"""How deeply lists and objects may be nested; a record needs 4."""
TOO_DEEP: Final = f"nested more than {LEVELS} levels deep"


class RecordError(ValueError):
    """The text is not a valid deal record. The message is one line that says why.

    Args:
        code: What is wrong, such as `game`.
        message: The line, in English.
        what: The part of the text that is wrong, if the code alone does not say enough.
    """

    def __init__(self, code: str, message: str, what: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.what = what


@dataclass(frozen=True)
class Record:
    """The cards as dealt and all moves of a deal, finished or not."""

    game: Game
    layout: Layout
    moves: tuple[Move, ...]
    result: Mapping[str, Any] | None = None
    """The result in the record, if any: `void`, `scores`, `items`, `next`."""

    @classmethod
    def of(cls, deal: Deal) -> Record:
        result = result_document(deal.result) if deal.result else None
        moves = tuple(move for move in deal.log if move.action.verb != DEAL)
        return cls(deal.game, deal.dealt, moves, result)

    @classmethod
    def parse(cls, text: str, games: Mapping[str, Game]) -> Record:
        """Parse a JSON text.

        Raises:
            RecordError: the text is not JSON or not this format, or the game or the deal is invalid.
        """
        try:
            document = json.loads(text)
        except ValueError as error:
            raise RecordError("json", _json_problem(text, error)) from None
        except RecursionError:
            raise RecordError("deep", TOO_DEEP) from None
        if not is_nested_within(document, LEVELS):
            raise RecordError("deep", TOO_DEEP)
        return _Parser(document, games).record()

    def document(self) -> dict[str, Any]:
        layout = self.layout
        return {
            "format": FORMAT,
            "game": self.game.name,
            "options": dict(layout.options),
            "seats": layout.seats,
            "dealer": layout.dealer,
            "session": dict(layout.session),
            "hands": [str(hand) for hand in layout.hands],
            "talon": " ".join(map(str, layout.talon)),
            "actions": [str(move) for move in self.moves],
            **({} if self.result is None else {"result": dict(self.result)}),
        }

    def json(self) -> str:
        return json.dumps(self.document())


def result_document(result: Result) -> dict[str, Any]:
    return {
        "void": result.void,
        "scores": list(result.scores),
        "items": [line_document(line) for line in result.lines],
        "next": {"dealer": result.next_dealer, "session": dict(result.next_session)},
    }


def line_document(line: ScoreLine) -> dict[str, Any]:
    whose = {"side": line.side} if line.seat is None else {"seat": line.seat}
    return {
        "id": line.item,
        **whose,
        "points": line.points,
        "base": line.base,
        "factor": line.factor,
        "amounts": list(line.amounts),
        "rule": line.rule,
    }


@dataclass(frozen=True, slots=True)
class _Parser:
    """Parses a JSON document as a record. Every failed check raises `RecordError`."""

    document: Any
    games: Mapping[str, Game]

    def record(self) -> Record:
        found = self.document.get("format") if isinstance(self.document, dict) else None
        if found != FORMAT:
            raise RecordError(
                "format", f"{format_problem(found, FORMAT, 'deal record')}; /export hands out deal records"
            )
        game = self._game()
        layout = self._layout(game)
        result = self._get("result", dict, {}) if "result" in self.document else None
        return Record(game, layout, self._moves(), result)

    def _get(self, key: str, kind: type, default: object = None) -> Any:
        value = self.document.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RecordError("key", f'"{key}" is missing or not of the right kind', key)
        return value

    def _game(self) -> Game:
        name = self._get("game", str)
        if name not in self.games:
            raise RecordError("game", f"unknown game: {name}", name)
        return self.games[name]

    def _layout(self, game: Game) -> Layout:
        seats, dealer = self._get("seats", int), self._get("dealer", int)
        if seats not in game.seats:
            raise RecordError("seats", f"{game.name} is not played by {seats}", str(seats))
        if not 0 <= dealer < seats:
            raise RecordError("dealer", f"there is no seat {dealer} to deal", str(dealer))
        hands, talon = self._hands(seats), self._cards(self._get("talon", str))
        if tuple(map(len, hands)) != game.hand_sizes(dealer, seats) or len(talon) != game.talon_size:
            raise RecordError("counts", "the hands or the talon have the wrong number of cards")
        if sum(cards.bits for cards in (*hands, talon)) != game.pack.bits:
            raise RecordError("pack", "the hands and the talon do not make up the pack")
        in_order = tuple(map(card, self.document["talon"].split()))
        layout = Layout(hands, in_order, dealer, self._options(game), self._session(game, seats))
        if why := game.impossible(layout):
            raise RecordError("impossible", f"no deal of {game.name}: {why}")
        return layout

    def _hands(self, seats: int) -> tuple[Cards, ...]:
        hands = self._get("hands", list)
        if len(hands) != seats or not all(isinstance(hand, str) for hand in hands):
            raise RecordError("key", f'"hands" is not a list of {seats} texts', "hands")
        return tuple(map(self._cards, hands))

    def _cards(self, text: str) -> Cards:
        try:
            return Cards.of(text)
        except ValueError as error:
            raise RecordError("cards", str(error)) from None

    def _options(self, game: Game) -> Mapping[str, object]:
        options = self._get("options", dict, {})
        for name, value in options.items():
            if not game.allows(name, value):
                raise RecordError("option", f"{game.name} has no option {name} = {json.dumps(value)}", name)
        defaults = {name: values[0] for name, values in game.options.items()}
        return {name: value for name, value in options.items() if value != defaults.get(name)}

    def _session(self, game: Game, seats: int) -> Mapping[str, object]:
        given = self._get("session", dict, {})
        if unknown := sorted(set(given) - set(game.session)):
            raise RecordError("session", f"{game.name} inherits no {unknown[0]}")
        session = {**game.session, **given}
        if not game.inheritable(session, seats):
            raise RecordError("session", f"no deal of {game.name} inherits {json.dumps(given)}")
        return session

    def _moves(self) -> tuple[Move, ...]:
        return tuple([self._move(text) for text in self._get("actions", list, [])])

    @staticmethod
    def _move(text: object) -> Move:
        move = read_move(text) if isinstance(text, str) else None
        if move is None:
            raise RecordError("action", f"not an action: {json.dumps(text)}", str(text))
        return move


def _json_problem(text: str, error: ValueError) -> str:
    if not text.strip():
        return "empty; export the record again"
    if not isinstance(error, json.JSONDecodeError):
        return "not JSON: a number in it has too many digits"
    return f"not JSON from line {error.lineno}, column {error.colno} on; export the record again"


def format_problem(found: object, known: str, kind: str) -> str:
    """Say in English what is wrong with the format that a document names."""
    if isinstance(found, str) and found.startswith(known.rstrip("1")):
        return f'its format is {json.dumps(found)}, and this version of the bot reads "{known}" only'
    return f'no {kind}: "format" is not "{known}"'


def is_nested_within(value: object, levels: int) -> bool:
    """Whether lists and objects are nested in a JSON value at most `levels` deep."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels >= 0 and all(is_nested_within(each, levels - 1) for each in inner)


@lru_cache(maxsize=4096)
def read_move(text: str) -> Move | None:
    seat, _, action = text.partition(" ")
    return Move(int(seat), Action.parse(action)) if seat in SEATS and action else None


CHECKED: Final = ("void", "scores", "next")
"""The keys of a record's result that are compared; `items` is informative."""


@dataclass(frozen=True)
class Flaw:
    """Where a record breaks a rule, or gives another result than its actions do."""

    at: int
    """The index of the action, from 0."""
    action: str
    refusal: Refusal


def checked(record: Record) -> Deal | Flaw:
    """Return the deal that a record leads to, or the first flaw."""
    deal = Deal.start(record.game, record.layout)
    for at, move in enumerate(record.moves):
        acted = deal.act(move.seat, move.action)
        if isinstance(acted, Refusal):
            return Flaw(at, str(move), acted)
        deal = acted
    if differing_key(record, deal):
        return Flaw(len(record.moves), "", Refusal("result_differs", ""))
    return deal


def differing_key(record: Record, deal: Deal) -> str | None:
    """Return the first key of a record's result that a deal does not give, or `None`."""
    reached = result_document(deal.result) if deal.result else {}
    given = record.result or {}
    return next((key for key in CHECKED if key in given and given[key] != reached.get(key)), None)
