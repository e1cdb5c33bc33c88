"""§2 to §4: pack, seats and teams, deal."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.feats import SUIT_CARDS
from bot.games.royal_tarokk.phases import hand_sizes, impossible, lay_out, too_few_tarokks
from bot.games.royal_tarokk.tables import MAGASITOK, MATADORS, partners, team_of
from bot.rules.cards import KINGS, PACK_40, SUIT, TAROCKS, Card, Cards, card
from bot.rules.game import Misdeal
from bot.rules.layout import Layout
from bot.rules.record import Record, RecordError
from bot.rules.results import Result
from bot.rules.session import Session
from tests.games.royal_tarokk.table import royal, royal_layout, scored
from tests.notation import act


def deck(seed: int) -> list[Card]:
    """The pack in some order."""
    cards = list(PACK_40)
    Random(seed).shuffle(cards)
    return cards


@pytest.mark.rule("royal_tarokk 2.1")
def test_forty_cards() -> None:
    assert ROYAL_TAROKK.pack == PACK_40
    assert (len(PACK_40), len(PACK_40 & TAROCKS), len(PACK_40 - TAROCKS)) == (40, 22, 18)


@pytest.mark.rule("royal_tarokk 2.2", "royal_tarokk 2.3", "royal_tarokk 2.4")
def test_ranks() -> None:
    for suit in "SC":
        assert (PACK_40 & SUIT[suit]).sorted == tuple(
            card(f"{suit}{rank}") for rank in ("K", "Q", "C", "J", "10")
        )
    for suit in "HD":
        assert (PACK_40 & SUIT[suit]).sorted == tuple(card(f"{suit}{rank}") for rank in "KQCJ")
    ranked = [f"T{number}" for number in range(22, 0, -1)]
    assert [str(each) for each in sorted(PACK_40 & TAROCKS, reverse=True)] == ranked


@pytest.mark.rule("royal_tarokk 2.5")
def test_sets_of_cards() -> None:
    assert Cards.of("T1 T2 T3 T4") == MATADORS
    assert MAGASITOK == MATADORS | KINGS
    assert SUIT_CARDS & PACK_40 == PACK_40 - TAROCKS


@pytest.mark.rule("royal_tarokk 3.1")
def test_neighbours_are_partners() -> None:
    assert ROYAL_TAROKK.seats == (4,)
    assert [team_of(seat) for seat in range(4)] == [0, 0, 1, 1]
    assert (partners(0), partners(1)) == ((0, 1), (2, 3))


@pytest.mark.rule("royal_tarokk 3.2", "royal_tarokk 17.12")
def test_the_catchers_deal_by_turns() -> None:
    assert ROYAL_TAROKK.dealers(4) == (0, 2)
    session = Session.first(ROYAL_TAROKK, {}, 4, 0)
    dealers = []
    for _ in range(4):
        dealers.append(session.dealer)
        session = session.after(scored("", "0" * 10, dealer=session.dealer))
    assert dealers == [0, 2, 0, 2]


@pytest.mark.rule("royal_tarokk 3.3")
def test_the_dealers_team_attacks() -> None:
    assert [royal().view(seat).side for seat in range(4)] == ["declarer"] * 2 + ["defenders"] * 2
    assert [royal(dealer=2).view(seat).side for seat in range(4)] == ["defenders"] * 2 + ["declarer"] * 2
    assert royal().open.sides == ("declarer", "declarer", "defenders", "defenders"), "everybody knows"


@pytest.mark.rule("royal_tarokk 3.4")
@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 3, 0]), (2, [3, 0, 1, 2])])
def test_the_right_neighbour_speaks_and_leads_first(dealer: int, order: list[int]) -> None:
    deal = royal(dealer=dealer)
    speakers: list[int] = []
    players: list[int] = []
    while deal.phase.name == "announcing":
        speakers += deal.seats()
        deal = act(deal, f"{deal.seats()[0]} done")
    for _ in range(4):
        players += deal.seats()
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[0]}")
    assert speakers == players == order


@pytest.mark.rule("royal_tarokk 4.1")
@pytest.mark.parametrize(("dealer", "neighbour"), [(0, 1), (2, 3)])
def test_xx_and_xix_have_their_places(dealer: int, neighbour: int) -> None:
    for seed in range(20):
        hands = lay_out(deck(seed), dealer, 4).hands
        assert card("T20") in hands[neighbour]
        assert card("T19") in hands[dealer]


@pytest.mark.rule("royal_tarokk 4.2", "royal_tarokk 4.3")
def test_two_cards_at_a_time() -> None:
    order = [each for each in PACK_40 if str(each) not in ("T20", "T19")]
    hands = lay_out(list(PACK_40), 0, 4).hands
    assert all(len(hand) == 10 for hand in hands)
    assert hands[1] == Cards.of(
        (card("T20"), *order[0:2], *order[8:10], *order[16:18], *order[24:26], order[32])
    )
    assert hands[2] == Cards.of((*order[2:4], *order[10:12], *order[18:20], *order[26:28], *order[33:35]))
    assert hands[0] == Cards.of(
        (card("T19"), *order[6:8], *order[14:16], *order[22:24], *order[30:32], order[37])
    )
    assert hand_sizes(0, 4) == (10, 10, 10, 10)
    assert ROYAL_TAROKK.talon_size == 0


@pytest.mark.rule("royal_tarokk 4.4")
def test_two_tarokks_are_too_few() -> None:
    poor = royal_layout("", "", "", "SK SQ SC SJ HK HQ HC T1 T2 T3")
    assert impossible(poor) is None
    hands = list(poor.hands)
    hands[3] = Cards.of("SK SQ SC SJ HK HQ HC HJ T1 T2")
    assert impossible(Layout(tuple(hands), (), 0)) == "a hand with two tarokks or fewer is dealt again"
    assert too_few_tarokks(Layout(tuple(hands), (), 0)) == (3,)
    hands[2] = Cards.of("T20 T19 CK CQ CC CJ DK DQ DC DJ")
    layout = Layout(tuple(hands), (), 0)
    assert Misdeal.of(ROYAL_TAROKK, layout) == Misdeal(((2, hands[2]), (3, hands[3]))), "all are shown"
    assert Misdeal.of(ROYAL_TAROKK, poor) is None


@pytest.mark.rule("royal_tarokk 17.12")
def test_invalid_layouts() -> None:
    layout = royal_layout()
    assert impossible(layout) is None
    first, right, *others = layout.hands
    one_exchanged = Layout((others[0], right, first, others[1]), (), 0)
    both = Layout((right, first, *others), (), 0)
    assert impossible(Layout(both.hands, (), 1)) == "only seats 0 and 2 deal", "wherever XX and XIX are"
    for other in (one_exchanged, both, *(Layout(layout.hands, (), dealer) for dealer in (1, 2, 3))):
        why = impossible(other)
        assert why is not None
        text = Record(ROYAL_TAROKK, other, ()).json()
        with pytest.raises(RecordError, match=f"no deal of royal_tarokk: {why}"):
            Record.parse(text, {"royal_tarokk": ROYAL_TAROKK})
    result = scored("", "0" * 10)
    assert isinstance(result, Result)
    assert not result.void
