"""`/hint`, when hints are allowed, and the costliest decision of a finished deal."""

from __future__ import annotations

import pytest

from bot.computers.causes import Cause
from bot.computers.hints import HintReason
from bot.rules.moves import Action
from bot.tables import Appraisal, Costly, Hint, Tables, UnreadableLogError, Verdict
from bot.tables.settings import Terms
from bot.text import words
from cogs.hints import costliest_page, hint_page
from tests.cogs.panels import buttons
from tests.cogs.place import Place, ids_of, sent_privately, solo_lost, words_of
from tests.computers.table import caller
from tests.games.koenigrufen.table import koenig
from tests.tables.room import Thinkers


async def test_a_player_alone_with_computers_is_given_a_hint(place: Place) -> None:
    table = await place.start(computers=2)
    assert "Players may ask for hints: </hint:" in words_of(place.shown)
    said = await place.answer(place.anna, "hint")
    assert "**Hint:** " in said
    assert "card points" in said, "a bid says what the hand is worth"
    panel = place.panel(place.anna)
    assert f"p1:{table.id}:hint" in ids_of(panel)
    await place.anna.user.click(panel, label="Hint")
    answer = place.directly(place.anna)
    assert "**Hint:** " in words_of(answer)
    assert not [each for each in place.public if "**Hint:** " in words_of(each)]


async def test_hints_are_not_allowed_among_people_by_default(place: Place) -> None:
    table = await place.start(place.bela, computers=1)
    assert "ask for hints" not in words_of(place.shown)
    assert "Hints are not allowed at this table" in await place.answer(place.anna, "hint")
    assert f"p1:{table.id}:hint" not in ids_of(place.panel(place.anna))


async def test_no_hint_is_given_without_a_table_or_out_of_turn(place: Place) -> None:
    assert "not seated at any table here" in await place.answer(place.anna, "hint")
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", hints="always")
    await place.bela.click(place.shown, label="Join")
    await place.clara.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Start")
    waiting = [each for each in place.everybody if not place.view(each).actions]
    assert "not your turn" in await place.answer(waiting[0], "hint")


@pytest.fixture
def thinkers(monkeypatch: pytest.MonkeyPatch) -> Thinkers:
    """Thinkers of the tables, to which the first action always promises most."""
    thinkers = Thinkers()
    monkeypatch.setattr(Tables, "thinkers", thinkers)
    monkeypatch.setattr(Terms, "computers_think", True)
    return thinkers


async def test_a_player_is_told_which_decision_cost_most(place: Place, thinkers: Thinkers) -> None:
    await solo_lost(place)
    table = place.table
    panel = place.panel(place.anna)
    await place.anna.user.click(panel, label="What could I have done?")
    said = words_of(place.directly(place.anna))
    assert f"deal {table.id}/1" in said
    assert "Your costliest decision" in said
    found = place.directly(place.anna)
    await place.anna.user.click(found, custom_id=ids_of(found)[0])
    assert f"deal {table.id}/1" in words_of(place.directly(place.anna)), (
        "the link to the trick works in direct messages"
    )
    assert {view.seat for _, _, view, *_ in thinkers.appraised} == {table.now.seat_of(place.anna.id)}
    assert all(view.open.dealt is None for _, _, view, *_ in thinkers.appraised)


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_analysis_is_available_after_the_next_deal_has_begun(
    place: Place, thinkers: Thinkers, *, restarted: bool
) -> None:
    await solo_lost(place)
    panel = place.panel(place.anna)
    if restarted:
        await place.restart()
    await place.bela.click(place.shown, label="Next deal")
    await place.settle()
    (before,) = [each for each in place.anna.user.dm_channel.history() if each.id == panel.id]
    assert ids_of(before) == [f"a1:{place.table.id}:1"]
    await place.anna.user.click(before, label="What could I have done?")
    assert "Your costliest decision" in words_of(place.directly(place.anna))


async def test_the_review_offers_the_analysis_only_to_players(place: Place, thinkers: Thinkers) -> None:
    await solo_lost(place)
    control = f"a1:{place.table.id}:1"
    shown = await place.ask(place.bela, "history", deal=f"{place.table.id}/1")
    await place.bela.click(shown, label="Score sheet")
    assert control in ids_of(place.last(place.bela))
    await place.bela.click(place.last(place.bela), custom_id=control)
    found = place.last(place.bela)
    assert "Your costliest decision" in words_of(found)
    await place.bela.click(found, custom_id=ids_of(found)[0])
    stranger, asked = place.come("stranger"), len(thinkers.appraised)
    shown = await place.ask(stranger, "history", deal=f"{place.table.id}/1")
    await stranger.click(shown, label="Score sheet")
    assert control not in ids_of(place.last(stranger))
    await stranger.user.click(await sent_privately(place, stranger, control), label="Forged")
    assert "Only players of that deal" in words_of(place.directly(stranger))
    assert len(thinkers.appraised) == asked


async def test_the_analysis_is_refused_without_time(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terms, "computers_think", True)
    await solo_lost(place)
    label = "What could I have done?"

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    silent = Thinkers(answers=False)
    monkeypatch.setattr(Tables, "thinkers", silent)
    await place.anna.user.click(place.panel(place.anna), label=label)
    assert "no time to work this out" in words_of(place.directly(place.anna))
    assert silent.appraised
    monkeypatch.setattr("cogs.hints.decisions_of", unreadable)
    await place.anna.user.click(place.panel(place.anna), label=label)
    assert "can't read this deal" in words_of(place.directly(place.anna))


async def test_the_analysis_is_not_offered_without_thinkers(place: Place) -> None:
    await solo_lost(place)
    control = f"a1:{place.table.id}:1"
    shown = await place.ask(place.anna, "history", deal=f"{place.table.id}/1")
    await place.anna.click(shown, label="Score sheet")
    assert control not in ids_of(place.panel(place.anna)) + ids_of(place.last(place.anna))
    await place.anna.user.click(await sent_privately(place, place.anna, control), label="Forged")
    assert "Its operator can change that" in words_of(place.directly(place.anna)), "as of an older button"


@pytest.mark.usefixtures("twice")
async def test_a_person_has_one_analysis_at_a_time(place: Place, thinkers: Thinkers) -> None:
    await solo_lost(place)
    await place.anna.user.click(place.panel(place.anna), label="What could I have done?")
    said = "\n".join(map(words_of, place.anna.user.dm_channel.history(viewer=place.anna.user)))
    assert said.count("Your costliest decision") == 1
    assert said.count("still being worked on") == 1


VIEW = caller(after="0 play T6; 1 play T8; 2 play T4").view(3)
EN, JA = words("en", "koenigrufen"), words("ja", "koenigrufen")


def appraised(card: str, points: float | None, error: float = 0.5, *alike: str) -> Appraisal:
    same = tuple(Action("play", each) for each in alike)
    return Appraisal(Action("play", card), points, error, 300, same)


HINT = Hint(
    VIEW,
    (appraised("T16", 12.34, 0.5, "T18"), appraised("T19", 3.0), appraised("T1", -7.0)),
    Cause(HintReason.WINS_CHEAPLY),
)


def test_a_hint_names_the_best_and_the_next_best_option() -> None:
    assert hint_page(EN, HINT).text.splitlines()[:-1] == [
        "**Hint:** XVI · tarock 16: +12.3 game points on average (±\u00a01.0)",
        "You play last: this is the cheapest card that wins.",
        "Just as good: XVIII · tarock 18",
        "Next best: XIX · tarock 19, +3.0 (±\u00a01.0)",
    ]
    assert "-# Based on 300 imagined deals that fit what you can see" in hint_page(EN, HINT).text
    assert "最後の番なので" in hint_page(JA, HINT).text


def test_a_hint_names_all_cards_of_a_discard() -> None:
    best = Appraisal(Action("lay", "S7"), 1.0, 0.5, 300, (Action("lay", "S8"),))
    discard = Hint(
        VIEW, (best, Appraisal(Action("lay", "H4"), 0.9)), Cause("lay_least"), (Action("lay", "H4"),)
    )
    first, *others = hint_page(EN, discard).text.splitlines()
    assert first.startswith("**Hint:** ♠7, ♥4: ")
    assert not any("♠8" in each or "♥4" in each for each in others)


def test_an_option_that_promises_more_is_not_called_next_best() -> None:
    saving = HINT._replace(options=(appraised("T16", 3.0), appraised("T19", 3.5)))
    text = hint_page(EN, saving).text
    assert "Next best" not in text
    assert "+3.5" not in text


def test_the_costliest_decision_is_named_and_links_to_its_trick() -> None:
    found = Costly(VIEW, appraised("T1", -7.0), appraised("T16", 12.3))
    page = costliest_page(EN, "k3m9xp/4", Verdict(12, found))
    assert page.text.splitlines()[:-1] == [
        "### Königrufen · deal k3m9xp/4: what could I have done?",
        "Your costliest decision was in trick 1.",
        "You chose I · Pagat, tarock 1: −7.0 game points (±\u00a01.0)",
        "Better was **XVI · tarock 16**: +12.3 game points (±\u00a01.0)",
        "Going by what you could see then, that cost you 19.3 game points on average.",
    ]
    assert "-# 12 of your decisions were reviewed" in page.text
    assert [(each.id, each.label) for each in buttons(page)] == [("d1:k3m9xp:4:2", "Trick 1")]
    assert "最も損をした選択" in costliest_page(JA, "k3m9xp/4", Verdict(12, found)).text


def test_a_costly_decision_before_the_play_links_to_the_auction() -> None:
    deal = koenig()
    view = deal.view(deal.seats()[0])
    bids = [Appraisal(view.actions[at], points, 0.5, 300) for at, points in enumerate((9.0, 1.0))]
    page = costliest_page(EN, "k3m9xp/4", Verdict(2, Costly(view, bids[1], bids[0])))
    assert "came before the first card" in page.text
    assert [(each.id, each.label) for each in buttons(page)] == [("d1:k3m9xp:4:1", "Auction")]


def test_no_decision_is_named_if_none_was_costly() -> None:
    page = costliest_page(EN, "k3m9xp/4", Verdict(1, None))
    assert "none of the decisions reviewed clearly cost you anything" in page.text
    assert "1 of your decisions was reviewed" in page.text
    assert not page.rows
    nothing = costliest_page(EN, "k3m9xp/4", Verdict(0, None)).text
    assert "no choice that can be reviewed" in nothing
    assert "none of your decisions" not in nothing
