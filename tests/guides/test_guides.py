"""Every guided deal: its record is legal, and each decision of the learner has a sentence."""

from __future__ import annotations

import json

import pytest

from bot.games import GAMES
from bot.guides import FOLDER, Guide, GuideError, guide_to
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action, Move
from bot.text import LOCALES, words
from bot.text.topics import figures_of

GUIDED = [game for game in GAMES.values() if guide_to(game)]
LONGEST = 165
"""Characters of a sentence that leave the controls in view on a phone."""


def guide_of(game: Game) -> Guide:
    guide = guide_to(game)
    assert guide is not None
    return guide


def text_of(game: Game) -> str:
    return (FOLDER / f"{game.name}.json").read_text(encoding="utf-8")


def test_every_game_has_a_guided_deal() -> None:
    assert [*GAMES.values()] == GUIDED


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_a_guided_deal_has_ten_to_fifteen_lessons_and_a_gain(game: Game) -> None:
    guide = guide_of(game)
    assert 10 <= len({step.key for step in guide.steps}) <= 15
    assert guide.net[guide.seat] > 0


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_each_step_belongs_to_a_decision_or_to_the_result(game: Game) -> None:
    guide = guide_of(game)
    own = sum(move.seat == guide.seat for move in guide.moves)
    places = [step.at for step in guide.steps]
    assert places == sorted({*places})
    assert (places[0], places[-1]) == (0, own)


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_a_learner_sees_that_the_record_is_followed(game: Game) -> None:
    guide = guide_of(game)
    deal = Deal.start(game, guide.layout)
    for move in guide.moves:
        log = deal.view(guide.seat).log
        assert guide.step(log) is not None
        planned = guide.next_of(move.seat, log)
        assert move.action in planned
        if move.seat == guide.seat:
            assert {*planned} <= {*deal.actions(guide.seat)} or len(planned) > 1
        acted = deal.act(move.seat, move.action)
        assert isinstance(acted, Deal)
        deal = acted
    assert guide.step(deal.view(guide.seat).log) == guide.steps[-1]
    assert not guide.next_of(guide.seat, deal.log)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_each_sentence_is_short_in_every_language(game: Game, locale: str) -> None:
    w = words(locale, game.name)
    guide = guide_of(game)
    for step in guide.steps:
        said = w.term("guide", step.key, **figures_of(game), held=guide.held)
        assert len(said) <= LONGEST, step.key


def test_actions_made_together_may_come_in_any_order() -> None:
    guide = guide_of(GAMES["koenigrufen"])
    begun = [each for each in guide.moves if each.action.verb not in ("lay", "done", "play")]
    discards = [each.action for each in guide.moves if each.action.verb == "lay"]
    assert guide.agrees(begun, discards[::-1])
    assert guide.next_of(guide.seat, [*begun, Move(guide.seat, discards[2])]) == tuple(discards[:2])
    assert not guide.agrees(begun, [discards[0], discards[0]])
    assert not guide.agrees(begun, [*discards[:2], Action("lay", "D1")])


def test_whoever_leaves_the_record_is_guided_no_longer() -> None:
    guide = guide_of(GAMES["tapp_tarock"])
    other = [Move(guide.seat, Action("pass"))]
    assert not guide.is_followed(other)
    assert guide.step(other) is None
    assert guide.next_of(0, other) == ()


def test_a_file_that_does_not_fit_the_rules_is_refused() -> None:
    game = GAMES["tapp_tarock"]
    document = json.loads(text_of(game))
    actions = document["record"]["actions"]
    for wrong in (actions[:-1], [*actions[:10], "1 play C9"]):
        changed = {**document, "record": {**document["record"], "actions": wrong}}
        with pytest.raises(GuideError):
            Guide.of(json.dumps(changed), game)
