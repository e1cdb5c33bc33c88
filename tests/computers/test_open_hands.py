"""Play-outs with open hands: who can win a trick is known, and who looks plays better than who does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from benchmarks.duel import deals
from bot.computers import open_hands
from bot.computers.open_hands import most_points, seeing_all, yet_to_play
from bot.computers.policies import for_points
from bot.computers.search import card_points
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import CARDS, Cards, card
from bot.rules.determinization import DeterminizedPlay, ended
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.playing import Playing
from bot.rules.tricks import Play
from tests.matches import played


def bits(cards: str) -> int:
    return Cards.of(cards).bits


def followed(able: str, best: str, friendly: str = "", hostile: str = "", *, ours: bool = False) -> str:
    found = open_hands.follow(bits(able), int(card(best)), bits(friendly), bits(hostile), ours=ours)
    return str(CARDS[found])


@pytest.mark.parametrize(
    ("able", "best", "hostile", "ours", "expected"),
    [
        # A friend's trick gets points if no opponent can beat it.
        ("SQ S7", "SK", "S8 SJ", True, "SQ"),
        ("SQ S7", "SK", "", True, "SQ"),
        ("SQ S7", "SK", "S8 T3", True, "S7"),
        # A trick is won with the least that no opponent can beat.
        ("SK S7", "SQ", "SJ S8", False, "SK"),
        ("SK S7", "SQ", "T2", False, "S7"),
        ("T20 T9 T3", "T2", "T8", False, "T9"),
        ("T20 T9 T3", "T2", "T8", True, "T9"),
        ("T1 T9", "SK", "SQ", False, "T1"),
        ("T1 T9", "SK", "T3", False, "T9"),
        ("T1 T9", "SK", "", False, "T1"),
        # A lost trick makes the opponent pay with a higher tarock, or gets the least.
        ("SQ S7", "SK", "", False, "S7"),
        ("T20 T9 T3", "T2", "T22", False, "T9"),
        ("T20 T9 T3", "T2", "T22", True, "T3"),
        ("T20 T3", "T4", "T22", False, "T3"),
        ("T20 T19", "T4", "T22", False, "T19"),
        ("T20 T1", "SK", "T22", False, "T20"),
        ("SQ SC", "SJ", "SK", False, "SC"),
    ],
)
def test_a_trick_is_won_given_to_a_friend_or_made_dear(
    able: str, best: str, hostile: str, ours: bool, expected: str
) -> None:
    assert followed(able, best, hostile=hostile, ours=ours) == expected


@pytest.mark.parametrize(
    ("friendly", "hostile", "expected"),
    [("SK", "SJ", "SC"), ("SK", "T2", "S7"), ("T9", "T2 T8", "SC"), ("T2", "SK T3", "S7")],
)
def test_a_trick_that_a_later_friend_can_win_gets_points(friendly: str, hostile: str, expected: str) -> None:
    assert followed("SC S7", "SQ", friendly, hostile) == expected


def led(able: str, friends: Sequence[str], opponents: Sequence[str], *, draws: bool = False) -> set[str]:
    hands = [*map(bits, (*friends, *opponents))]
    seats = tuple(range(len(hands)))
    sides = seats[: len(friends)], seats[len(friends) :]
    found = (
        open_hands.lead(bits(able), hands, *sides, Random(each).random, draws=draws) for each in range(40)
    )
    return {str(CARDS[each]) for each in found}


@pytest.mark.parametrize(
    ("able", "opponents", "draws", "expected"),
    [
        ("T20 T9 T8 SK", ("T3 S7", "S8"), True, "T20"),
        ("T21 T20 T9 T8", ("T22 T3", "S8"), True, "T20"),
        ("T21 T20 T9 T8", ("T19 T3", "S8"), True, "T21"),
        ("T20 T9 SK", ("T3 S7", "S8"), True, "SK"),
        ("T20 T9 T8 SK", ("T3 S7", "S8"), False, "SK"),
        ("T20 T9 SK", ("S7", "S8"), True, "SK"),
    ],
)
def test_tarocks_are_drawn_with_two_more_than_any_opponent_has(
    able: str, opponents: Sequence[str], draws: bool, expected: str
) -> None:
    assert led(able, (), opponents, draws=draws) == {expected}


@pytest.mark.parametrize(
    ("able", "friends", "opponents", "expected"),
    [
        ("SK SQ H4", (), ("S8 H3", "SJ HK"), {"SK"}),
        ("SK HK CQ", (), ("S8 H3 CJ", "S7 H4 C8"), {"SK", "HK"}),
        ("SQ HQ S7", (), ("S8 H3", "SJ H4"), {"SQ", "HQ"}),
        ("SK H4", (), ("S8 H3", "T2 H2"), {"H4"}),
        ("SQ S7 H4", ("SK", ""), ("S8 HK", "SJ H3"), {"SQ"}),
        ("SQ S7 H4", ("T9 H2", ""), ("S8 HK", "T8 H3"), {"SQ"}),
        ("SQ S7 H4", ("T9 H2", ""), ("S8 HK", "T10 H3"), {"S7"}),
    ],
)
def test_winners_are_led_then_cards_to_a_friends_winner(
    able: str, friends: Sequence[str], opponents: Sequence[str], expected: set[str]
) -> None:
    assert led(able, friends, opponents) == expected


@pytest.mark.parametrize(
    ("able", "opponents", "expected"),
    [
        ("S8 S7 H3 H4", ("SK HJ", "H2"), {"H4"}),
        ("S8 S7 H3 H4", ("SK HK", ""), {"S7", "H4"}),
        ("SC H4", ("SQ HK", ""), {"H4"}),
        ("T9 SC", ("SQ T21", ""), {"T9"}),
        ("T20 T9 T3 S7", ("SK T21", ""), {"T3"}),
        ("T20 T9 T3 S7", ("SJ T21", ""), {"S7"}),
        ("T20 T1", ("T21", ""), {"T20"}),
        ("T1", ("T21", ""), {"T1"}),
    ],
)
def test_otherwise_the_lead_that_loses_least_is_chosen(
    able: str, opponents: Sequence[str], expected: set[str]
) -> None:
    assert led(able, (), opponents) == expected


@pytest.mark.parametrize(
    ("cards", "points"), [("SK SJ", 4), ("SQ", 3), ("SC SJ", 2), ("SJ S7", 1), ("S7", 0), ("SJ T22", 1)]
)
def test_the_most_valuable_card_is_counted_beyond_an_empty_one(cards: str, points: int) -> None:
    assert most_points(bits(cards)) == points


def test_only_who_has_yet_to_play_can_win_a_trick() -> None:
    after = {0: 1, 1: 3, 3: 4, 4: 0}
    assert yet_to_play(1, (1, 3, 4), after) == (((3, 4), (0,)), ((3, 4), ()), ((3,), ()), ((), ()))
    choose = seeing_all(((0,), (1, 3, 4)), after, Random(1))
    hands = [*map(bits, ("SK T22", "SC S7", "", "S9", "S8"))]
    trick = [Play(4, card("S10")), Play(0, card("SJ"))]
    assert choose(1, bits("SC S7"), trick, int(card("SJ")), hands) == card("SC")
    hands = [*map(bits, ("SK T22", "S8", "", "S9", "SC S7"))]
    assert choose(4, bits("SC S7"), [Play(3, card("SJ"))], int(card("SJ")), hands) == card("S7")


def test_a_friend_who_has_played_may_win_the_trick() -> None:
    choose = seeing_all(((0,), (1, 2)), {0: 1, 1: 2, 2: 0}, Random(1))
    hands, king, low = [*map(bits, ("", "", "SC S8"))], card("SK"), card("S7")
    assert choose(2, hands[2], [Play(0, low), Play(1, king)], king, hands) == card("SC")
    assert choose(2, hands[2], [Play(0, king), Play(1, low)], king, hands) == card("S8")


@pytest.mark.parametrize(("seat", "expected"), [(0, "T9"), (1, "SJ")])
def test_the_first_side_draws_tarocks(seat: Seat, expected: str) -> None:
    choose = seeing_all(((0,), (1, 2)), {0: 1, 1: 2, 2: 0}, Random(1))
    hands = [bits("T2 S7")] * 3
    hands[seat] = bits("T9 T8 T7 SJ")
    assert choose(seat, hands[seat], [], -1, hands) == card(expected)


def plays_for_points(game: Game) -> Iterator[DeterminizedPlay]:
    """The play of some deals in which card points count and tarocks are trumps."""
    player = COMPUTERS[game.name]
    for dealt in deals(game, 60, 3):
        deal = played(dealt, [player] * dealt.layout.seats, until="play")
        if isinstance(deal.phase, Playing) and not COMPUTERS[game.name].negative(deal.view(deal.seats()[0])):
            imagined = DeterminizedPlay(game, deal.phase)
            if imagined.trumps:
                yield imagined


def scored(imagined: DeterminizedPlay, *, seeing: frozenset[Seat]) -> float:
    """The card points of the declarer's side if only some seats look at the hands."""
    after, sides, random = imagined.now.terms.next, imagined.sides, Random(1)
    sees, looks_away = seeing_all(sides, after, random), for_points(sides, len(after), random)

    def choose(seat: Seat, able: int, trick: list[Play], best: int, hands: Sequence[int]) -> int:
        return (sees if seat in seeing else looks_away)(seat, able, trick, best, hands)

    return card_points(ended(imagined.game, imagined.now, choose).tricks, sides[0])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_who_sees_all_hands_wins_more_card_points(game: Game) -> None:
    gains = []
    for imagined in plays_for_points(game):
        declarers = frozenset(imagined.sides[0])
        defenders = frozenset(imagined.now.terms.next) - declarers
        gains.append(scored(imagined, seeing=declarers) - scored(imagined, seeing=defenders))
    assert len(gains) > 40
    assert fmean(gains) > 3 * stdev(gains) / sqrt(len(gains))
