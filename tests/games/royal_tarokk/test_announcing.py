"""§5: announcing, exclusions, contra."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk.announcements import ITEMS
from bot.rules.deal import Deal
from tests.games.royal_tarokk.table import BASE, items, royal, scored, sheet
from tests.notation import act, legal, refused

HANDS = ("SK SQ SC S10", "HK HQ HC HJ T1", "DK DQ DC T5", "CK CQ CC CJ T4")
FIRST = "1 game / 2 - / 3 -"
"""Seat 1 has announced game, seat 0 is to speak."""


HAND = ("suit_count", "tarokk_count", "matador", "full_suit", "four_alike")


def may(deal: Deal, item: str) -> bool:
    """Whether the seat whose turn it is may announce something."""
    return f"announce {item}" in legal(deal)


def why(deal: Deal, item: str) -> tuple[str, str]:
    """Code and rule of the refusal of an announcement by the seat whose turn it is."""
    return refused(deal, f"{deal.seats()[0]} announce {item}")


@pytest.mark.rule("royal_tarokk 5.1.1")
def test_a_feat_that_was_not_announced_does_not_count() -> None:
    silent = scored("", "0000001111; 1 T2; 6 HQ; 10 T1", *BASE[50])
    assert sheet(silent) == {"base": 50, "silent_five": 2}
    assert sheet(scored("1 game", "0000001111"))["game"] == 2


@pytest.mark.rule("royal_tarokk 5.1.2")
def test_a_failed_announcement_costs_as_much_as_it_would_have_gained() -> None:
    assert sheet(scored("1 ultimo:T1", "0202020202"))["ultimo:T1"] == -10


@pytest.mark.rule("royal_tarokk 5.1.3")
def test_anything_may_be_announced_with_any_hand() -> None:
    deal = royal("", "T1 T22 T21")
    assert {"announce " + item for item in ITEMS if item.partition(":")[0] not in HAND} <= legal(deal)


@pytest.mark.rule("royal_tarokk 5.2.1")
def test_the_order_of_speaking() -> None:
    deal = royal()
    assert deal.phase.name == "announcing"
    assert [royal(said).seats() for said in ("", "1 game", "1 game / 2 -", "1 game / 2 - / 3 -")] == [
        (1,),
        (2,),
        (3,),
        (0,),
    ]
    assert refused(deal, "0 announce game") == ("not_your_turn", "royal_tarokk 3.4")
    assert refused(deal, "1 play T20") == ("not_now", "royal_tarokk 5.2.1")


@pytest.mark.rule("royal_tarokk 5.2.2")
def test_any_number_of_statements_a_turn() -> None:
    deal = act(royal(), "1 announce game; 1 announce ultimo:T1; 1 announce honour")
    assert deal.seats() == (1,)
    assert act(deal, "1 done").seats() == (2,)


@pytest.mark.rule("royal_tarokk 5.2.3")
def test_an_empty_turn_excludes_nothing() -> None:
    assert may(royal("1 - / 2 - / 3 - / 0 game"), "six_tricks")


@pytest.mark.rule("royal_tarokk 5.2.4")
def test_three_empty_turns_end_it() -> None:
    assert royal("1 - / 2 - / 3 -").phase.name == "announcing"
    assert royal("1 - / 2 - / 3 - / 0 -").phase.name == "play"
    assert royal("1 - / 2 - / 3 - / 0 game / 1 - / 2 -").phase.name == "announcing"
    assert royal("1 - / 2 - / 3 - / 0 game / 1 - / 2 - / 3 -").phase.name == "play"
    assert royal(f"{FIRST} / 0 -").phase.name == "play"
    assert royal("1 game / 2 - / 3 contra game@1 / 0 - / 1 -").phase.name == "announcing"
    assert royal("1 game / 2 - / 3 contra game@1 / 0 - / 1 - / 2 -").phase.name == "play"


@pytest.mark.rule("royal_tarokk 5.2.5")
def test_announcements_are_kept_in_order() -> None:
    deal = royal("1 ultimo:T1; game; honour / 2 city")
    assert [str(item) for item in deal.open.items] == ["ultimo:T1@1", "game@1", "honour@1", "city@2"]


@pytest.mark.rule("royal_tarokk 5.4.1")
def test_a_team_announces_one_trophy() -> None:
    deal = royal("1 spadille / 2 -")
    assert may(deal, "spadille"), "the other team has its own"
    partner = act(deal, "3 done")
    assert why(partner, "manille") == ("one_trophy", "royal_tarokk 5.4.1")
    assert may(partner, "sphinx"), "superior to spadille"
    two = royal("1 djinn:S10 / 2 - / 3 -")
    assert why(two, "djinn:C10") == ("one_trophy", "royal_tarokk 5.4.1")
    assert items(act(partner, "0 announce sphinx")) == {"spadille@1": "void", "sphinx@0": "live"}
    assert why(act(partner, "0 announce sphinx"), "centaur")[0] == "one_trophy"
    opponent = royal("1 spadille / 2 manille / 3 -")
    assert why(opponent, "manille")[0] == "one_trophy", "nobody in the team has announced it already"
    other = royal("1 ultimo:HK; pagat_capture / 2 - / 3 -")
    assert why(other, "phoenix")[0] == "one_trophy", "it is the partner who may raise the ultimo"


@pytest.mark.rule("royal_tarokk 5.4.2", "royal_tarokk 17.6")
def test_pheasant_or_hawk() -> None:
    deal = royal("1 pheasant:T1 / 2 - / 3 -")
    assert why(deal, "hawk:T2") == ("one_opening_slam", "royal_tarokk 5.4.2")
    assert why(deal, "hawk:T1") == ("one_opening_slam", "royal_tarokk 5.4.2")
    assert may(deal, "pheasant:SK")
    assert may(royal("1 pheasant:T1"), "hawk:T2"), "the other team"
    assert why(royal("1 hawk:T1 / 2 - / 3 -"), "pheasant:T2")[0] == "one_opening_slam"
    void = royal("1 pheasant:T1 / 2 - / 3 - / 0 transylvanian_pheasant:T1,T2 / 1 - / 2 city / 3 - / 0 -")
    assert items(void)["pheasant:T1@1"] == "void"
    assert why(void, "hawk:SK")[0] == "one_opening_slam", "even when the first is void"
    assert may(royal("1 pheasant:T1 / 2 - / 3 -"), "temesvar_pheasant:T1,T2")


@pytest.mark.rule("royal_tarokk 5.4.3", "royal_tarokk 17.9")
def test_one_of_fleet_red_and_black_armada() -> None:
    for first in ("fleet", "red_and_black:H,S", "armada"):
        deal = royal(f"1 {first} / 2 - / 3 -")
        for second in {"fleet", "red_and_black:D,C", "armada"} - {first}:
            assert why(deal, second) == ("one_collection", "royal_tarokk 5.4.3")
        assert may(deal, "legion")
    deal = royal("1 fleet / 2 - / 3 - / 0 legion / 1 - / 2 city / 3 - / 0 -")
    assert not may(deal, "armada")
    assert may(royal("1 red_and_black:H,S"), "red_and_black:H,S"), "the other team"
    assert why(royal("1 red_and_black:H,S / 2 - / 3 -"), "red_and_black:D,C")[0] == "one_collection"


@pytest.mark.rule("royal_tarokk 5.4.4", "royal_tarokk 17.9")
def test_each_player_makes_a_statement_about_the_hand_once() -> None:
    hands = ("SK SQ SC SJ S10 T4 T18 T17 DK", "HK HQ HC HJ T1 CQ CC CJ C10", "DQ DC T5", "CK T2")
    deal = royal("1 matador; full_suit / 2 - / 3 -", *hands)
    assert {"announce matador", "announce full_suit"} <= legal(deal), "whatever the partner has said"
    again = royal("1 matador; full_suit; suit_count:C,4 / 2 - / 3 matador / 0 -", *hands)
    for item in ("matador", "full_suit", "suit_count:C,4"):
        assert why(again, item) == ("already_announced", "royal_tarokk 5.3.7")
    queens = royal("1 four_alike / 2 - / 3 - / 0 game", "", "SQ HQ DQ CQ T1")
    assert why(queens, "four_alike")[0] == "already_announced"


@pytest.mark.rule("royal_tarokk 5.4.5")
def test_any_number_of_streaks() -> None:
    deal = royal("1 great_bird; city; piccolo / 2 - / 3 - / 0 little_bird; centrum")
    assert set(items(deal).values()) == {"live"}
    assert len(items(deal)) == 5


@pytest.mark.rule("royal_tarokk 5.4.6")
def test_collections_stand_apart() -> None:
    assert set(items(royal("1 legion / 2 - / 3 - / 0 volat")).values()) == {"live"}
    assert set(items(royal("1 golgotha / 2 - / 3 - / 0 legion")).values()) == {"live"}


@pytest.mark.rule("royal_tarokk 5.4.7", "royal_tarokk 17.7")
@pytest.mark.parametrize(
    ("slam", "agrees", "clashes"),
    [
        ("pheasant:T1", "temesvar_pheasant:T1,T2", "temesvar_pheasant:T2,T1"),
        ("pheasant:T1", "transylvanian_pheasant:T1,T2", "transylvanian_pheasant:T2,T1"),
        ("pheasant:T1", "vulture:T1,T2,T3", "vulture:T2,T1,T3"),
        ("pheasant:T1", "vulture_scala:T1,T2,T3", "vulture_scala:T3,T2,T1"),
        ("hawk:T1", "temesvar_pheasant:T2,T1", "temesvar_pheasant:T1,T2"),
        ("hawk:T1", "hawk_pair:T1,T2", "hawk_pair:T2,T1"),
        ("hawk:T1", "vulture:T2,T1,T3", "vulture:T1,T2,T3"),
        ("hawk:T1", "vulture_scala:T2,T1,T3", "vulture_scala:T1,T2,T3"),
        ("pheasant:T1", "hawk_pair:T2,T1", ""),
        ("hawk:T1", "transylvanian_pheasant:T1,T2", ""),
    ],
)
def test_announcements_of_two_cards_for_one_trick_clash(slam: str, agrees: str, clashes: str) -> None:
    deal = royal(f"1 {slam} / 2 - / 3 -")
    assert may(deal, agrees)
    if clashes:
        assert why(deal, clashes) == ("other_card_named", "royal_tarokk 5.4.7")
        assert why(royal(f"1 {clashes} / 2 - / 3 -"), slam) == ("other_card_named", "royal_tarokk 5.4.7")


@pytest.mark.rule("royal_tarokk 5.5.1", "royal_tarokk 17.1")
def test_contra_names_an_announcement_of_the_other_team() -> None:
    deal = royal("1 game; matador / 2 -", *HANDS)
    assert {each for each in legal(deal) if each.startswith("kontra")} == {"kontra game@1"}
    assert refused(deal, "3 kontra matador@1") == ("true_of_hand", "royal_tarokk 5.5.1")
    assert refused(deal, "3 kontra city@1") == ("nothing_to_double", "royal_tarokk 5.5.1")
    own = royal(FIRST)
    assert refused(own, "0 kontra game@1") == ("own_item", "royal_tarokk 5.5.1")
    void = royal("1 game / 2 - / 3 - / 0 six_tricks / 1 -")
    assert refused(void, "2 kontra game@1") == ("raised_already", "royal_tarokk 5.5.1")


@pytest.mark.rule("royal_tarokk 5.5.2")
def test_one_contra_and_no_recontra() -> None:
    deal = royal("1 game / 2 contra game@1")
    assert refused(deal, "3 kontra game@1") == ("already_doubled", "royal_tarokk 5.5.2")
    assert refused(act(deal, "3 done"), "0 kontra game@1") == ("own_item", "royal_tarokk 5.5.1")


@pytest.mark.rule("royal_tarokk 5.5.3")
def test_contra_in_a_later_round() -> None:
    later = royal("1 game / 2 - / 3 honour / 0 city / 1 -")
    assert "kontra game@1" in legal(later)


@pytest.mark.rule("royal_tarokk 5.6")
def test_refusal_reasons_are_checked_in_order() -> None:
    deal = royal("1 ultimo:T1; spadille / 2 - / 3 -")
    for nonsense in (
        "ultimo",
        "ultimo:T5",
        "temesvar_pheasant:T1,T1",
        "volat:T1",
        "gang:T",
        "suit_count:S,1",
        "silent_five",
    ):
        assert why(deal, nonsense) == ("no_such_announcement", "royal_tarokk 5.6")
    assert why(deal, "ultimo:T1")[0] == "already_announced"
    assert why(deal, "amazon")[0] == "inferior_to_own", "before the second trophy"
    own = royal("1 ultimo:T1; hawk:T2 / 2 - / 3 - / 0 city / 1 - / 2 honour / 3 - / 0 -")
    assert why(own, "sneaker")[0] == "partner_must_raise"
    assert why(royal("1 hawk:T2; spadille / 2 - / 3 -"), "vulture:T1,T3,T2")[0] == "other_card_named", (
        "before the second trophy"
    )
