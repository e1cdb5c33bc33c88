"""The state of a deal in words, and accounts of whole deals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from bot.games import GAMES
from bot.rules.cards import CARDS, CODES, Card, Cards, card
from bot.rules.deal import Deal
from bot.rules.moves import Action, Move
from bot.rules.state import Group, Item, Open
from bot.rules.tricks import Play
from bot.text import LOCALES, Words, words
from bot.text.announcements import announced_lines, item_lines
from bot.text.cards import long_name
from bot.text.deals import (
    WITH_OWN_LINE,
    account,
    auction_line,
    auction_lines,
    contract_line,
    hands_lines,
    played_lines,
    prompt_line,
    standing_lines,
    talon_in_words,
    trick_in_words,
    trick_line,
    tricks_line,
)
from bot.text.facts import item_name
from bot.text.moves import move_sentence
from tests.text.players import NAMES, SEEDS, moves_told, names, positions, short_pattern, speakers

EN = words("en", "tapp_tarock")
TRICK = (Play(2, card("HQ")), Play(0, card("H3")), Play(1, card("T5")))


@cache
def written(w: Words, named: Card) -> re.Pattern[str]:
    """A card, short or long."""
    ways = (short_pattern(w, named), re.escape(long_name(w, named)))
    edged = ((r"(?<![A-Za-zÀ-ž0-9])" if way[0].isascii() else "") + way for way in ways)
    return re.compile(rf"(?:{'|'.join(edged)})(?![A-Za-zÀ-ž0-9])")


@cache
def named(w: Words, text: str) -> Cards:
    """The cards that a text names."""
    return Cards.of(each for each in CARDS if written(w, each).search(text))


def public_cards(w: Words, deal: Deal) -> Cards:
    """The cards that are public, collected from the public facts."""
    public = deal.open
    said = {item.id for item in public.items}
    called = Cards.of([card(public.called)] if public.called in CODES else [])
    announced = [move.action.argument for move in deal.log if move.action.verb == "announce"]
    seen: Iterable[Cards] = (
        called,
        *(named(w, item_name(w, each)) for each in {*said, *announced}),
        public.discards_shown,
        Cards.of(play.card for play in public.trick),
        *(trick.cards for trick in public.tricks),
        *(group.cards for group in public.talon),
        *((*public.dealt.hands, Cards.of(public.dealt.talon)) if public.dealt else ()),
        *(public.hands or ()),
    )
    return Cards(sum({1 << each for cards in seen for each in cards}))


def spoken(w: Words, deal: Deal) -> str:
    """All public texts about a position."""
    public, said = deal.open, names(deal)
    lines = [*standing_lines(w, public, deal.log, said), *moves_told(w, deal.log, said)]
    lines += [trick_line(w, each.plays, said, each.winner) for each in public.tricks[-1:]]
    lines.append(trick_in_words(w, public.trick, said))
    lines += [talon_in_words(w, public.talon), *hands_lines(w, deal.open, deal.log, said)]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_no_public_line_names_a_card_that_is_not_public(game: str, seed: int) -> None:
    for w in speakers(game):
        told = positions(game, seed)
        for deal in told[:: max(3, len(told) // 12)]:
            text = spoken(w, deal)
            assert "{" not in text
            assert named(w, text) <= public_cards(w, deal)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_has_its_own_turn_line_and_prompt(game: str) -> None:
    phases = {deal.phase.name for seed in SEEDS for deal in positions(game, seed)} - {"over"}
    assert "play" in phases
    for w in speakers(game):
        for kind in ("turn", "prompt"):
            assert [phase for phase in phases if not w.has_term(kind, phase)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_named_after_the_deal(game: str) -> None:
    for w in speakers(game):
        over = positions(game, 0)[-1]
        assert named(w, spoken(w, over)) == GAMES[game].pack


@pytest.mark.parametrize("game", GAMES)
def test_the_standing_counts_tricks_once_one_has_been_taken(game: str) -> None:
    w = words("en", game)
    for deal in (each for each in positions(game, 0) if each.open.phase == "play"):
        public, said = deal.open, names(deal)
        told = standing_lines(w, public, deal.log, said)
        assert (tricks_line(w, public, said) in told) is bool(public.tricks)


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_listed_only_after_the_deal(game: str) -> None:
    for w in speakers(game):
        *running, over = positions(game, 1)
        assert all(hands_lines(w, deal.open, deal.log, names(deal)) == [] for deal in running)
        lines = hands_lines(w, over.open, over.log, names(over))
        assert [name for name, line in zip(names(over), lines, strict=False) if name not in line] == []
        assert (len(lines) > len(names(over))) == bool(over.layout.talon)


def test_the_discards_of_each_seat_are_told_after_the_deal() -> None:
    over = positions("tapp_tarock", 0)[-1]
    told = hands_lines(EN, over.open, over.log, names(over))
    laid = [(name, cards) for name, cards in zip(names(over), over.discards, strict=True) if cards]
    assert laid
    assert [line for line in told if " discarded: " in line] == [
        EN("standing.laid", player=name, cards=cards) for name, cards in laid
    ]


def test_a_trick_is_written_in_one_line() -> None:
    plays = "大輔\u00a0♥Q, Anna\u00a0♥3, Béla\u00a0V"
    assert trick_line(EN, TRICK, NAMES) == plays, "a player and a card are not torn apart"
    assert trick_line(EN, TRICK, NAMES, 1) == f"{plays} → Béla"


def test_a_trick_is_described_in_words() -> None:
    assert trick_in_words(EN, TRICK, NAMES, 1) == (
        "大輔: queen of hearts; Anna: 3 of hearts; Béla: tarock V. Béla wins the trick."
    )
    assert trick_in_words(EN, (), NAMES) == "No card has been played to this trick yet."


def test_the_talon_is_described_in_words() -> None:
    groups = (replace(Group.of("lower", Cards.of("HK T4 S7")), shown=True), Group("upper", 3))
    assert talon_in_words(EN, groups) == (
        "Talon: left half ① tarock IV, 7 of spades, king of hearts; right half ②, face down."
    )


def announced(*items: Item) -> Open:
    """What everybody knows of a deal of Tapp-Tarock with these items."""
    return positions("tapp_tarock", SEEDS[0])[0].open._replace(items=items)


def doubled(seat: int, item: str) -> Move:
    return Move(seat, Action("kontra", item))


def test_announcements_and_doublings_are_listed() -> None:
    items = (Item("game", None, 1), Item("pagat_ultimo", 0, 2))
    log = [doubled(1, "game"), doubled(2, "pagat_ultimo@0"), doubled(0, "pagat_ultimo@0")]
    assert item_lines(EN, announced(*items), log, NAMES) == [
        "Doubled: game, kontra (×2) by Béla",
        "Announced by Anna: Pagat ultimo, kontra by 大輔, rekontra (×4) by Anna",
    ]
    assert item_lines(EN, announced(Item("game")), (), NAMES) == []


def test_doublings_voided_by_an_announced_valat_are_not_listed() -> None:
    log = [doubled(1, "game"), doubled(0, "pagat_ultimo@0"), doubled(2, "game")]
    (line,) = item_lines(EN, announced(Item("game", None, 1)), log, NAMES)
    assert line == "Doubled: game, kontra (×2) by 大輔"


def test_a_doubled_item_states_its_current_value() -> None:
    items = (Item("game", None, 1), Item("pagat", 0, 1), Item("four_kings", 1))
    log = [doubled(1, "game"), doubled(2, "pagat@0")]
    public = announced(*items)._replace(contract="dreier", session={"doubled": 0})
    assert announced_lines(words("en", "koenigrufen"), public, log, NAMES, priced=True) == [
        "Doubled: game, kontra (×2) by Béla, now 80 points",
        "Announced by Anna: Pagat, kontra (×2) by 大輔, now 40 points",
        "Announced by Béla: four kings · 20 points",
    ]
    told = item_lines(words("ja", "koenigrufen"), public, log, NAMES, explained=True)
    assert told[0] == "ゲーム（コントラ・×2：Béla）、現在80点"
    assert told[1].startswith("Annaの予告：パガット（コントラ・×2：大輔）、現在40点：最後の")
    assert told[2].startswith("Bélaの予告：4枚キング、20点：4枚の")


def test_a_valat_shows_the_value_in_place_of_the_game_it_replaces() -> None:
    log = [doubled(1, "game")]
    game, valat = Item("game", None, 1), Item("valat", 0)
    said = {
        name: announced_lines(
            words("en", name),
            announced(game, valat)._replace(contract=bid, session={"doubled": 0}),
            log,
            NAMES,
            priced=True,
        )
        for name, bid in (("tapp_tarock", "solo"), ("koenigrufen", "dreier"))
    }
    assert said["tapp_tarock"] == ["Announced by Anna: valat, kontra (×2) by Béla, now 128 points"]
    assert said["koenigrufen"] == [
        "Doubled: game, kontra (×2) by Béla",
        "Announced by Anna: valat · 320 points",
    ]


def test_a_contra_of_royal_tarokk_does_not_change_the_value_shown() -> None:
    public, log = announced(Item("phoenix", 0, 1)), [doubled(1, "phoenix@0")]
    (line,) = announced_lines(words("en", "royal_tarokk"), public, log, NAMES, priced=True)
    assert line.endswith(" · 30 points")


def test_the_lines_of_what_was_played_name_each_announcer_once() -> None:
    items = (Item("game", None, 1), Item("pagat_ultimo", 0, 1), Item("valat", 1), Item("four_kings", 0))
    log = [doubled(1, "game"), doubled(2, "pagat_ultimo@0")]
    w, public = words("en", "koenigrufen"), announced(*items)
    assert played_lines(w, public, log, NAMES) == [
        contract_line(w, public, NAMES),
        "Doubled: game, kontra (×2) by Béla",
        "Announced by Anna: Pagat ultimo, kontra (×2) by 大輔; four kings",
        "Announced by Béla: valat",
    ]


def test_an_announcement_named_elsewhere_is_repeated_only_if_doubled() -> None:
    items, log = (Item("pagat_ultimo", 0, 1), Item("valat", 1)), [doubled(2, "pagat_ultimo@0")]
    _, *said = played_lines(EN, announced(*items), log, NAMES, {"pagat_ultimo@0", "valat@1"})
    assert said == ["Announced by Anna: Pagat ultimo, kontra (×2) by 大輔"]


def test_an_announcement_in_place_of_the_game_shows_the_doublings_of_the_game() -> None:
    for doublings, english, japanese in (
        (0, "valat", "バラット"),
        (
            2,
            "valat, kontra by Béla, rekontra (×4) by Anna",
            "バラット（コントラ：Béla、レコントラ・×4：Anna）",
        ),
    ):
        items = (Item("game", None, doublings), Item("pagat_ultimo", 0), Item("valat", 0))
        log = [doubled(1, "game"), doubled(0, "game")][:doublings]
        assert item_lines(EN, announced(*items), log, NAMES) == [
            "Announced by Anna: Pagat ultimo",
            f"Announced by Anna: {english}",
        ]
        assert (
            item_lines(words("ja", "tapp_tarock"), announced(*items), log, NAMES)[1]
            == f"Annaの予告：{japanese}"
        )


def test_the_auction_is_written_in_one_line() -> None:
    opening, *_, over = positions("tapp_tarock", 0)
    assert auction_line(EN, opening.open, NAMES) == "No bids yet."
    calls = auction_lines(EN, over.open, NAMES)
    assert calls
    assert auction_line(EN, over.open, NAMES) == ", ".join(calls)
    fitting, cut = (auction_line(EN, over.open, NAMES, last=len(calls) - left) for left in (0, 1))
    assert fitting == ", ".join(calls)
    assert cut == ", ".join(["…", *calls[1:]])
    assert "：" not in auction_line(words("ja", "tapp_tarock"), over.open, NAMES)


@pytest.mark.parametrize("locale", LOCALES)
def test_longest_descriptions_fit_a_picture(locale: str) -> None:
    w = words(locale, "tapp_tarock")
    groups = [Group.of("lower", Cards.of("SC HC DC")), Group.of("upper", Cards.of("T18 T17 CC"))]
    plays = [Play(seat, each) for seat, each in enumerate(Cards.of("SC HC DC CC"))]
    assert len(talon_in_words(w, groups)) <= 1024
    assert len(trick_in_words(w, plays, ["n" * 32] * 4, 0)) <= 1024


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_a_prompt_mentions_doubling_only_if_something_can_be_doubled(game: str, locale: str) -> None:
    w = words(locale, game)
    for deal in (each for seed in SEEDS for each in positions(game, seed)):
        for seat in deal.seats() if deal.open.phase == "announcing" else ():
            view = deal.view(seat)
            doubles = any(action.verb == "kontra" for action in view.actions)
            assert bool(re.search("double|[Kk]ontr|コントラ|dubl|contra", prompt_line(w, view))) is doubles


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_an_account_tells_the_whole_deal(game: str, seed: int) -> None:
    deal = positions(game, seed)[-1]
    assert deal.result is not None
    for w in speakers(game):
        text = account(w, deal, names(deal))
        assert "{" not in text
        assert "\u00a0" not in text, "a terminal breaks no line there"
        assert text.startswith(w(f"game.{game}"))
        assert all(re.search(rf"{short_pattern(w, each)}(?!\w)", text) for each in GAMES[game].pack)
        lines = text.splitlines()
        tricks = [
            w("account.trick", number=number, plays="") for number in range(1, 1 + len(deal.open.tricks))
        ]
        assert all(any(line.startswith(each) for line in lines) for each in tricks)
        assert lines[-1].endswith(w.number(deal.result.scores[-1]).replace("\u00a0", " ")) or deal.result.void


@pytest.mark.parametrize("locale", LOCALES)
def test_an_unfinished_deal_says_whose_turn_it_is(locale: str) -> None:
    deal = positions("tapp_tarock", 0)[-5]
    text = account(words(locale), deal, names(deal))
    assert words(locale)("account.unfinished") in text
    assert names(deal)[deal.seats()[0]] in text.splitlines()[-1]


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_is_told_once_and_in_its_place(game: str) -> None:
    w, overs = words("en", game), (positions(game, seed)[-1] for seed in SEEDS)
    deal = next(over for over in overs if over.open.tricks)
    lines = account(w, deal, names(deal)).splitlines()
    verbs = [move.action.verb for move in deal.log]
    first_play = verbs.index("play")
    said = Counter(
        move_sentence(w, move, names(deal), deal.log[:number]).replace("\u00a0", " ")
        for number, move in enumerate(deal.log)
        if move.action.verb in WITH_OWN_LINE
    )
    assert {line: lines.count(line) for line in said} == said
    after = [verb for verb in verbs[first_play:] if verb in WITH_OWN_LINE]
    beginning = w("account.trick", number=1, plays="")
    first_trick = next(number for number, line in enumerate(lines) if line.startswith(beginning))
    assert sum(line in said for line in lines[first_trick:]) == len(after)


def test_an_unfinished_trick_is_told() -> None:
    w = words("en", "tapp_tarock")
    open_, between = (
        next(
            each
            for each in positions("tapp_tarock", 0)
            if each.open.tricks and bool(each.open.trick) is begun
        )
        for begun in (True, False)
    )
    (card, *_) = (play.card for play in open_.open.trick)
    told = w("standing.trick", plays="")
    last = [line for line in account(w, open_, names(open_)).splitlines() if line.startswith(told)]
    assert len(last) == 1
    assert re.search(rf"{short_pattern(w, card)}(?!\w)", last[0])
    assert told not in account(w, between, names(between))
