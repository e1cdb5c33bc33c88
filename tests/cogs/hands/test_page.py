"""A player's panel: what it shows, its buttons, and when it must be rendered again or sent at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.cards import Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.tables import Hints, Table, TableSettings, TableState
from bot.tables.settings import Terms
from bot.tables.table import Occupant
from bot.text import words
from bot.text.deals import trick_in_words, turn_line
from bot.text.scores import scores_line
from card_images import Style
from cogs.discord.page import Look, Page
from cogs.discord.pictures import HandPicture, ScoreSheetPicture, TalonPicture, TrickPicture
from cogs.hands.page import player_page
from cogs.hands.panel import SeatPanelKey, panel_key
from cogs.table.page import (
    deal_page,
    spectator_page,
    table_page,
)
from tests.cogs.panels import (
    NAMES,
    as_held,
    at_a_table,
    buttons,
    choice_pages,
    labels,
    over,
    panel,
    panel_of,
    wishing,
)
from tests.games.koenigrufen.table import besserrufer, koenig
from tests.games.romanian.table import three, won_by
from tests.games.royal_tarokk.table import playing, royal
from tests.games.tapp_tarock.table import solo, tapp
from tests.notation import act, until, with_open
from tests.text.players import SEEDS, positions


def hand_of(page: Page) -> HandPicture:
    return next(each for each in page.pictures if isinstance(each, HandPicture))


def test_a_secret_partner_is_named_only_in_the_partners_own_panel() -> None:
    deal = koenig("SK", "HK", after="1 pass; 2 pass; 3 pass; 0 bid rufer; 0 call HK")
    told = [panel_of(deal, seat).text for seat in range(4)]
    assert ["Anna's partner" in each for each in told] == [False, True, False, False]
    assert ["against Anna" in each for each in told] == [False, False, True, True]
    public = table_page(at_a_table(deal)).text
    assert "Anna's partner" not in public
    assert "against Anna" not in public


def test_a_fixed_side_is_named_with_its_tricks() -> None:
    assert "Attackers: you and Béla" in panel_of(royal(), 0).text
    assert "Defenders: you and Clara" in panel_of(royal(), 3).text
    deal = playing()
    assert "Tricks" not in panel_of(deal, 0).text
    while len(deal.open.tricks) < 5:
        deal = act(deal, f"{deal.open.turn[0]} {deal.actions(deal.open.turn[0])[0]}")
    own = deal.open.tricks_won[0] + deal.open.tricks_won[1]
    assert f"Tricks: your team {own}, the others {5 - own}" in panel_of(deal, 0).text
    assert f"Tricks: your team {5 - own}, the others {own}" in panel_of(deal, 2).text


def test_cards_from_the_talon_are_marked_until_the_first_card_is_played() -> None:
    deal = act(tapp(), "0 bid dreier; 1 pass; 2 pass; 0 take upper")
    drawn = deal.open.talon[-1].cards
    assert len(drawn) == 3
    assert hand_of(panel_of(deal, 0)).marked == drawn
    assert ". From the talon: " not in hand_of(panel_of(deal, 0)).description, "the text names its taker"
    discarded = until(deal, "announcing")
    assert ". From the talon: " in hand_of(panel_of(discarded, 0)).description
    assert "。タロンから：" in hand_of(panel_of(discarded, 0, locale="ja")).description
    assert hand_of(panel_of(deal, 1)).marked == Cards()
    playing = until(deal, "play")
    first = act(playing, f"0 {playing.actions(0)[0]}")
    trick = act(first, f"1 {first.actions(1)[0]}")
    trick = act(trick, f"2 {trick.actions(2)[0]}")
    kept = playing.view(0).hand & drawn
    assert [hand_of(panel_of(each, 0)).marked for each in (playing, first, trick)] == [kept, Cards(), Cards()]
    assert hand_of(panel_of(deal, 0)).style is Style.STANDARD


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_does_not_change_while_others_play(game: str) -> None:
    shown: dict[tuple[Seat, SeatPanelKey], HandPicture] = {}
    for deal in positions(game, SEEDS[0]):
        for seat in range(deal.layout.seats):
            key, page = panel_key(as_held(deal), seat), player_page(words("en", game), as_held(deal), seat)
            if key and page and any(isinstance(each, HandPicture) for each in page.pictures):
                assert shown.setdefault((seat, key.own), hand_of(page)) == hand_of(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_trick_is_shown_before_the_result(game: str) -> None:
    ends, w = (positions(game, seed)[-1] for seed in range(100)), words("ja", game)
    deal = next(each for each in ends if each.open.tricks)
    table = at_a_table(deal, state=TableState.BETWEEN)
    over = panel_key(table, 0)
    table = replace(table, last_look=True)
    trick, names = deal.open.tricks[-1], NAMES[: deal.layout.seats]
    described = trick_in_words(w, trick.plays, names, trick.winner)
    mine = player_page(w, table, 0)
    assert mine is not None
    for page in (mine, table_page(table, w), spectator_page(w, table, 99)):
        first = next(iter(page.pictures))
        assert isinstance(first, TrickPicture)
        assert first.description == described
        assert not any(isinstance(each, ScoreSheetPicture) for each in page.pictures)
        assert scores_line(w, deal.result.scores, names) not in page.text if deal.result else False
    assert w("turn.over") in mine.text
    looking = panel_key(table, 0)
    before = panel_key(at_a_table(deal, state=TableState.PLAYING), 0)
    assert looking is not None
    assert before is not None
    assert over is not None
    assert looking.own == replace(before.own, over=False, may_end=False, may_announce_end=False)
    assert over.is_urgent(looking)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_was_broken_off_shows_no_turn(game: str) -> None:
    deal, w = positions(game, SEEDS[0])[1], words("en", game)
    assert deal.result is None
    now = turn_line(w, deal.open, NAMES)
    states = TableState.PLAYING, TableState.ENDED
    playing, ended = (deal_page(at_a_table(deal, state=state)) for state in states)
    assert playing is not None
    assert ended is not None
    assert now in playing.text
    assert now not in ended.text
    assert "Deal 1 is not finished and does not count." in ended.text


@pytest.mark.parametrize("held", ["T2 T3 T5", "T5 T6"])
def test_a_player_who_owes_a_bird_is_told_why_the_turn_cannot_end(held: str) -> None:
    owed = "In a Besserrufer you must announce Pagat, Uhu or Kakadu before your first turn ends"
    deal = besserrufer(held, "2 - / 3 - / 0 -")
    assert f"-# {owed}" in panel_of(deal, 1).text
    table = at_a_table(deal)
    explained = "\n".join(page.text for page in choice_pages(words("en", "koenigrufen"), table, 1))
    assert f"- **Done**: {owed}" in explained
    paid = act(deal, "1 announce uhu")
    assert owed not in panel_of(paid, 1).text
    open_now = choice_pages(words("en", "koenigrufen"), at_a_table(paid), 1)
    assert not any(owed in page.text for page in open_now)


W = words("en", "tapp_tarock")


def verbs(table: Table, seat: int) -> list[str]:
    """The verbs of the buttons of a panel that do not act in the deal."""
    ids = (each.id for each in buttons(panel(words("en", table.game.name), table, seat)))
    return [each.rpartition(":")[2] for each in ids if each.startswith("p1:")]


REVIEW = "What could I have done?"


def test_a_refusal_is_shown_in_the_panel() -> None:
    table = at_a_table(tapp())
    for each, state in ((table, "asked"), (over(), "over")):
        page, plain = player_page(W, each, 0, notice="Too late."), player_page(W, each, 0)
        assert page is not None
        assert plain is not None
        assert W("panel.notice", notice="Too late.") in page.text, state
        assert len(plain.text) < len(page.text), state


def test_only_useful_information_buttons_are_offered() -> None:
    table = at_a_table(tapp())
    assert verbs(table, 0) == ["now", "auction"]
    assert verbs(table, 1) == ["now", "auction", "again"]
    table = replace(table, settings=TableSettings(hints=Hints.ALWAYS))
    assert verbs(table, 0) == ["now", "auction", "hint"]
    assert verbs(table, 1) == ["now", "auction", "again"], "there is nothing to advise"
    assert "Announced" in labels(panel(words("en", "royal_tarokk"), at_a_table(royal()), 1)), "no auction"


def test_folded_announcements_have_a_button() -> None:
    said = "1 game; tarokk_18; honour; spadille; tarokk_19; tarokk_20"
    six, seven = at_a_table(royal(said)), at_a_table(royal(f"{said}; city"))
    texts = [panel(words("en", "royal_tarokk"), each, 0).text for each in (six, seven)]
    hidden = [each.partition(" announcements before these")[0].rpartition(" ")[2] for each in texts]
    assert [*map(int, hidden)] == [2, 2]


def test_a_requested_pause_can_be_joined_or_withdrawn() -> None:
    assert not {"pause", "no_pause"} & {*verbs(at_a_table(tapp()), 0)}
    assert verbs(wishing(0), 0)[0] == "no_pause"
    assert verbs(wishing(0), 1)[0] == "pause"


def test_the_button_of_the_only_playable_card_says_so() -> None:
    deal = solo("HK H3", "HQ T22", after="0 play H3")
    (only,) = (each for each in buttons(panel(W, at_a_table(deal), 1)) if each.id.startswith("t1:"))
    assert (only.label, only.look) == (f"{W('choice.only', label='♥Q')}", Look.PRIMARY)
    before = solo("HK H3", "HQ T22")
    assert not any("only" in each for each in labels(panel(W, at_a_table(before), 0)))


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot try out what would have been better."""
    monkeypatch.setattr(Terms, "computers_think", True)


@pytest.mark.usefixtures("thinking")
def test_only_the_host_has_an_end_button() -> None:
    assert labels(panel(W, over(), 0)) == [
        "Last trick",
        "Score sheet",
        "All hands",
        "Next deal",
        "End",
        REVIEW,
    ]
    assert labels(panel(W, over(), 1)) == ["Last trick", "Score sheet", "All hands", "Next deal", REVIEW]


@pytest.mark.usefixtures("thinking")
def test_the_review_button_is_offered_only_to_players_of_the_deal() -> None:
    table = over()
    other = Occupant("Dóra", 7)
    taken = over(played_by=(other, *table.occupants[1:]))
    assert [REVIEW in labels(panel(W, taken, seat)) for seat in (0, 1)] == [False, True]
    assert REVIEW not in labels(panel(W, over(given="k3m9xp/4"), 0)), "given cards have no review here"
    deal = positions("tapp_tarock", SEEDS[0])[-1]
    assert deal.result is not None
    phase: Any = deal.phase
    void = replace(phase, board=with_open(phase.board, result=replace(deal.result, void=True)))
    assert REVIEW not in labels(panel(W, at_a_table(deal._replace(phase=void), state=TableState.BETWEEN), 0))


def test_no_review_is_offered_without_thinkers() -> None:
    assert REVIEW not in labels(panel(W, over(), 0))


@pytest.mark.usefixtures("thinking")
def test_an_ended_table_offers_a_rematch_unless_its_cards_were_given() -> None:
    assert labels(panel(W, over(TableState.ENDED), 0)) == ["Rematch", REVIEW]
    assert labels(panel(W, over(TableState.ENDED, given="k3m9xp/4"), 0)) == []
    assert labels(panel(W, at_a_table(tapp(), state=TableState.ENDED), 0)) == ["Rematch"], (
        "the deal was broken off"
    )
    anna, *others = over().occupants
    left = over(TableState.ENDED, occupants=(anna and replace(anna, user_id=None, away_id=0), *others))
    assert labels(panel(W, left, 0)) == ["Rematch"], "a computer has played the deal to its end"


def test_the_talon_group_being_viewed_is_lifted() -> None:
    deal = won_by(three(), "unu2")
    w = words("en", "romanian_taper")
    for lifted in (1, 2):
        (talon,) = (each for each in panel(w, at_a_table(deal), 0).pictures if isinstance(each, TalonPicture))
        assert talon.lifted == lifted
        assert not any(isinstance(each, TalonPicture) for each in panel(w, at_a_table(deal), 1).pictures), (
            "only the player who may take it sees it"
        )
        deal = act(deal, "0 refuse")


SHOWN = SeatPanelKey(1, TableState.PLAYING, hand=Cards.of("T5 T7"), revision=None)
"""The key of a panel whose player has nothing to do."""


def key(table: Table, user_id: int) -> SeatPanelKey:
    found = panel_key(table, user_id)
    assert found is not None
    return found


def left(table: Table, seat: int) -> Table:
    """The same table after the person on a seat has left it to a computer."""
    occupants = list(table.occupants)
    occupants[seat] = Occupant("Gone", None, away_id=seat)
    return replace(table, occupants=tuple(occupants))


@pytest.mark.parametrize(
    ("now", "before", "is_result"),
    [
        (replace(SHOWN, over=True), SHOWN, True),
        (replace(SHOWN, over=True), None, False),
        (replace(SHOWN, over=True), replace(SHOWN, over=True), False),
        (replace(SHOWN, number=2, over=True), SHOWN, False),
        (SHOWN, SHOWN, False),
    ],
)
def test_a_result_follows_only_the_panel_of_its_own_deal(
    now: SeatPanelKey, before: SeatPanelKey | None, *, is_result: bool
) -> None:
    assert now.is_result_of(before) is is_result


def test_a_panel_is_urgent_if_its_player_must_act_or_has_new_cards() -> None:
    asked = replace(SHOWN, actions=(Action("pass"),), revision=3)
    assert asked.is_urgent(SHOWN)
    assert asked.is_urgent(None)
    assert not asked.is_urgent(replace(asked, awaited=(1,))), "moves of others can wait"
    assert not SHOWN.is_urgent(asked), "the old panel only offers what was done elsewhere"
    assert replace(SHOWN, hand=Cards.of("T5 T7 T9")).is_urgent(SHOWN)
    assert not replace(SHOWN, hand=Cards.of("T5")).is_urgent(SHOWN), "a card was played elsewhere"
    assert replace(SHOWN, number=2).is_urgent(SHOWN)


def test_moves_of_others_do_not_change_the_panel_of_an_absent_player() -> None:
    before, after = (left(at_a_table(each), 2) for each in (tapp(), act(tapp(), "0 bid dreier; 1 pass")))
    assert key(before, 2) == key(after, 2)
    assert key(before, 2).away
    assert key(before, 2).is_urgent(key(at_a_table(tapp()), 2)), "it offers the way back"
    assert key(before, 2).is_urgent(replace(key(before, 2), asleep=True))
    assert not key(before, 2).is_result_of(key(at_a_table(tapp()), 2))


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (TableState.PLAYING, TableState.PLAYING),
        (TableState.OFFER, TableState.PLAYING),
        (TableState.ENDED, TableState.ENDED),
    ],
)
def test_an_absent_player_learns_of_the_end_of_the_table_alone(now: TableState, told: TableState) -> None:
    assert key(left(at_a_table(tapp(), state=now), 2), 2).state is told


def test_a_panel_is_urgent_once_its_deal_is_broken_off() -> None:
    playing, ended = (at_a_table(tapp(), state=state) for state in (TableState.PLAYING, TableState.ENDED))
    assert key(ended, 1).is_urgent(key(playing, 1))


def test_only_the_host_may_end_the_table_once_a_deal_is_over() -> None:
    over = at_a_table(positions("tapp_tarock", SEEDS[0])[-1], state=TableState.BETWEEN)
    assert [key(over, seat).may_end for seat in range(3)] == [True, False, False]
    assert not key(at_a_table(tapp()), 0).may_end
