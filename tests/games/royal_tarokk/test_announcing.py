"""§5 and §6.3: announcing, raising, statements about the hand."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.games.royal_tarokk.announcements import ITEMS, ROWS, TeamTricks, Won, feat_of, inferiors, parsed
from bot.games.royal_tarokk.points import points_of
from bot.rules.cards import KINGS
from bot.rules.deal import Deal
from tests.conformance.random_deals import random_layout
from tests.examples import examples
from tests.games.royal_tarokk.table import BASE, TEAMS, items, royal, scored, sheet
from tests.notation import act, legal, refused

HANDS = ("SK SQ SC S10", "HK HQ HC HJ T1", "DK DQ DC T5", "CK CQ CC CJ T4")
FIRST = "1 game / 2 - / 3 -"
"""Seat 1 has announced game, seat 0 is to speak."""


HAND = ("suit_count", "tarokk_count", "matador", "full_suit", "four_alike")


def may(deal: Deal, item: str) -> bool:
    return f"announce {item}" in legal(deal)


def why(deal: Deal, item: str) -> tuple[str, str]:
    return refused(deal, f"{deal.seats()[0]} announce {item}")


@pytest.mark.rule("royal_tarokk 5.1.1", "royal_tarokk 5.1.2", "royal_tarokk 5.1.3")
def test_only_what_was_announced_counts() -> None:
    silent = scored("", "0000001111; 1 T2; 6 HQ; 10 T1", *BASE[50])
    assert sheet(silent) == {"base": 50, "silent_five": 2}
    assert sheet(scored("1 game", "0000001111"))["game"] == 2
    assert sheet(scored("1 ultimo:T1", "0202020202"))["ultimo:T1"] == -10
    deal = royal("", "T1 T22 T21")
    assert {"announce " + item for item in ITEMS if item.partition(":")[0] not in HAND} <= legal(deal)


def hopeless(deal: Deal, seat: int) -> set[str]:
    return set(GAMES[deal.game.name].hopeless(deal.view(seat)))


@pytest.mark.rule("royal_tarokk 4.1", "royal_tarokk 6.4.10", "royal_tarokk 6.10.66")
@pytest.mark.parametrize(
    ("hand", "item", "without"),
    [
        ("T1 T22", "honours_and_pagat", "T22"),
        ("T22 T21", "two_honours", "T22"),
        ("T1", "pagat_capture", "T2"),
        ("T21", "centaur", "T22"),
        ("T4 T3 T2", "golgotha", "T4 T3"),
    ],
)
def test_a_hand_can_make_an_announcement_impossible(hand: str, item: str, without: str) -> None:
    assert item in hopeless(royal("", "", hand), 1)
    assert item not in hopeless(royal("", "", without), 1)
    assert may(royal("", "", hand), item), "it is legal nevertheless"


@pytest.mark.rule("royal_tarokk 4.1")
@pytest.mark.parametrize("item", ["city", "centrum", "scala", "vulture_scala"])
def test_defenders_have_neither_xx_nor_xix(item: str) -> None:
    deal = royal()
    assert [item in hopeless(deal, seat) for seat in range(4)] == [False, False, True, True]
    assert "piccolo" not in hopeless(deal, 2)


@examples(10)
@given(chance=st.randoms(use_true_random=True))
def test_nobody_makes_an_announcement_called_impossible(chance: Random) -> None:
    game = GAMES["royal_tarokk"]
    deal = start = Deal.start(game, random_layout(game, chance))
    while asked := deal.seats():
        playing = deal.open.phase == "play"
        deal = act(deal, f"{asked[0]} {chance.choice(deal.actions(asked[0])) if playing else 'done'}")
    won = tuple(map(Won.of, deal.open.tricks))
    for seat in range(4):
        team = TeamTricks(TEAMS[seat // 2], won)
        names = hopeless(start, seat)
        feats = {item: feat_of(item) for item in ITEMS if parsed(item)[0].id in names}
        assert [item for item, feat in feats.items() if feat is None or feat(team)] == []


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


@pytest.mark.rule("royal_tarokk 5.2.2", "royal_tarokk 5.2.3", "royal_tarokk 5.2.4", "royal_tarokk 5.2.5")
def test_turns_of_announcing() -> None:
    deal = act(royal(), "1 announce game; 1 announce ultimo:T1; 1 announce honour")
    assert deal.seats() == (1,)
    assert act(deal, "1 done").seats() == (2,)
    assert may(royal("1 - / 2 - / 3 - / 0 game"), "six_tricks")
    assert royal("1 - / 2 - / 3 -").phase.name == "announcing"
    assert royal("1 - / 2 - / 3 - / 0 -").phase.name == "play"
    assert royal("1 - / 2 - / 3 - / 0 game / 1 - / 2 -").phase.name == "announcing"
    assert royal("1 - / 2 - / 3 - / 0 game / 1 - / 2 - / 3 -").phase.name == "play"
    assert royal(f"{FIRST} / 0 -").phase.name == "play"
    assert royal("1 game / 2 - / 3 contra game@1 / 0 - / 1 -").phase.name == "announcing"
    assert royal("1 game / 2 - / 3 contra game@1 / 0 - / 1 - / 2 -").phase.name == "play"
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


@pytest.mark.rule("royal_tarokk 5.4.5", "royal_tarokk 5.4.6")
def test_streaks_and_collections_exclude_nothing() -> None:
    deal = royal("1 great_bird; city; piccolo / 2 - / 3 - / 0 little_bird; centrum")
    assert set(items(deal).values()) == {"live"}
    assert len(items(deal)) == 5
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


@pytest.mark.rule("royal_tarokk 5.5.2", "royal_tarokk 5.5.3")
def test_one_contra_and_no_recontra() -> None:
    deal = royal("1 game / 2 contra game@1")
    assert refused(deal, "3 kontra game@1") == ("already_doubled", "royal_tarokk 5.5.2")
    assert refused(act(deal, "3 done"), "0 kontra game@1") == ("own_item", "royal_tarokk 5.5.1")
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


COUNTS = "game six_tricks seven_tricks eight_tricks nine_tricks"
STREAKS = "piccolo city centrum little_bird great_bird"
SUITE = "ultimo:k uhu:k amazon phoenix spadille manille djinn marriage sphinx"
SCALA = f"{COUNTS} volat {STREAKS}"
ENDS = "ultimo uhu flying_dragon griffin troll"
TROIKA = "ultimo:m uhu:m flying_dragon:m sneaker"
VULTURES = "pheasant hawk temesvar_pheasant transylvanian_pheasant vulture"
CLOSURE = {
    "two_honours": "honour",
    "honours_and_pagat": "honour two_honours",
    "six_tricks": "game",
    "seven_tricks": "game six_tricks",
    "eight_tricks": "game six_tricks seven_tricks",
    "nine_tricks": "game six_tricks seven_tricks eight_tricks",
    "volat": COUNTS,
    "uhu:T3": "ultimo:T3",
    "flying_dragon:T3": "ultimo:T3 uhu:T3",
    "griffin:T3": "ultimo:T3 uhu:T3 flying_dragon:T3",
    "troll:HK": "ultimo:HK uhu:HK flying_dragon:HK griffin:HK",
    "fleet": "gang:H gang:D",
    "red_and_black:D,S": "gang:D gang:S",
    "armada": "gang:S gang:C",
    "legion": "gang fleet red_and_black armada",
    "temesvar_pheasant:T1,SK": "pheasant:T1 hawk:SK",
    "transylvanian_pheasant:T1,SK": "pheasant:T1",
    "hawk_pair:T1,SK": "hawk:T1",
    "sneaker": "ultimo:m uhu:m",
    "phoenix": "ultimo:k uhu:k",
    "spadille": "amazon",
    "manille": "amazon",
    "djinn:S10": "amazon",
    "marriage:S": "amazon ultimo:SK uhu:SK",
    "marriage:H": "amazon ultimo:HK uhu:HK spadille",
    "vulture:T1,SK,T2": "pheasant:T1 hawk:SK temesvar_pheasant:T1,SK transylvanian_pheasant:T1,T2",
    "suite": SUITE,
    "scala": SCALA,
    "ordeal": "xxi_capture pagat_capture",
    "centaur": "xxi_capture amazon",
    "troika": TROIKA,
    "family:S": f"{SUITE} suite",
    "bethlehem": f"{SUITE} suite",
    "sphinx": "amazon spadille manille",
    "four_suit_run": f"{ENDS} {VULTURES} {SUITE} suite bethlehem {COUNTS} volat",
    "four_matador_run": f"{ENDS} {VULTURES} sneaker troika {COUNTS} volat",
    "spectrum": f"{SCALA} {SUITE} suite scala",
    "vulture_scala:T1,SK,T2": f"{SCALA} -piccolo pheasant:T1 hawk:SK temesvar_pheasant:T1,SK"
    " transylvanian_pheasant:T1,T2 vulture:T1,SK,T2",
    "scala_troika": f"{SCALA} {TROIKA} troika scala",
    "scala_family:S": f"{SCALA} {SUITE} suite scala spectrum family:S",
    "scala_bethlehem": f"{SCALA} {SUITE} suite scala spectrum bethlehem",
    "grand_ordeal": f"xxi_capture pagat_capture amazon ordeal centaur {COUNTS} volat",
    "triumph:T2,T3,T4": f"xxi_capture {COUNTS} volat {TROIKA} troika",
    "suit_triumph": f"xxi_capture {COUNTS} volat {SUITE} suite",
    "golgotha": f"xxi_capture pagat_capture ordeal {COUNTS} volat {TROIKA} troika"
    " triumph:T2,T3,T4 triumph:T2,T4,T3 triumph:T3,T2,T4 triumph:T3,T4,T2 triumph:T4,T2,T3 triumph:T4,T3,T2",
}
"""Everything inferior: an id alone is all its parameters, `:m` each matador, `:k` each king."""


def meant(text: str) -> set[str]:
    """The announcements that a row of the table names; `-` takes one out again."""
    found: set[str] = set()
    for name in text.split():
        if name.startswith("-"):
            found -= meant(name[1:])
        elif name[-2:] in (":m", ":k"):
            group = "T1 T2 T3 T4" if name[-1] == "m" else str(KINGS)
            found |= {f"{name[:-2]}:{each}" for each in group.split()}
        else:
            found |= {item for item in ITEMS if item == name or item.startswith(f"{name}:")}
    return found


@pytest.mark.rule("royal_tarokk 6.12.1", "royal_tarokk 17.8", "royal_tarokk 5.3.1", "royal_tarokk 6.12.2")
@pytest.mark.rule("royal_tarokk 17.15")
@pytest.mark.parametrize("item", CLOSURE)
def test_inferiors_of_each_announcement(item: str) -> None:
    assert inferiors(item) == meant(CLOSURE[item])


@pytest.mark.rule("royal_tarokk 6.12.2")
def test_no_other_announcement_raises_anything() -> None:
    raising = {parsed(item)[0].id for item in CLOSURE}
    assert all(not inferiors(item) for item in ITEMS if parsed(item)[0].id not in raising)


@pytest.mark.rule("royal_tarokk 6.12.3")
def test_an_announcement_raises_only_one_with_matching_cards() -> None:
    assert "uhu:T3" not in inferiors("flying_dragon:T4")
    assert not {"pheasant:SK", "hawk:T1"} & inferiors("temesvar_pheasant:T1,SK")
    assert "ultimo:DK" not in inferiors("marriage:H")
    assert "spadille" not in inferiors("marriage:C")
    assert "family:H" not in inferiors("scala_family:S")
    assert "triumph:T1,T2,T3" not in inferiors("golgotha")
    deal = royal("1 ultimo:HK / 2 - / 3 - / 0 sneaker")
    assert items(deal) == {"ultimo:HK@1": "live", "sneaker@0": "live"}
    assert items(royal("1 gang:S / 2 - / 3 - / 0 fleet"))["gang:S@1"] == "live"


@pytest.mark.rule("royal_tarokk 6.12.4", "royal_tarokk 6.12.5")
def test_superior_announcements() -> None:
    for item in ITEMS:
        assert item not in inferiors(item)
        assert all(points_of(item) >= points_of(below) for below in inferiors(item)), item


@pytest.mark.rule("royal_tarokk 5.3.2")
def test_a_raised_announcement_is_void_and_so_is_its_contra() -> None:
    deal = royal("1 game; honour / 2 contra game@1 / 3 - / 0 seven_tricks / 1 -")
    assert items(deal) == {"game@1": "void", "honour@1": "live", "seven_tricks@0": "live"}
    assert "kontra seven_tricks@0" in legal(deal)
    result = scored("1 game / 2 contra game@1 / 3 - / 0 seven_tricks", "0" * 10)
    assert "game" not in sheet(result)
    assert "contra:game" not in sheet(result, 1)
    assert sheet(result)["seven_tricks"] == 7
    assert items(royal("1 game / 2 six_tricks"))["game@1"] == "live", "the other team raises nothing"


@pytest.mark.rule("royal_tarokk 5.3.3")
def test_players_cannot_raise_their_own_announcements() -> None:
    own = ("partner_must_raise", "royal_tarokk 5.3.3")
    assert refused(act(royal(), "1 announce game"), "1 announce six_tricks") == own
    assert refused(royal("1 game / 2 - / 3 honour / 0 -"), "1 announce volat") == own
    assert "announce volat" in legal(royal("1 game / 2 - / 3 -"))


@pytest.mark.rule("royal_tarokk 5.3.4", "royal_tarokk 17.14")
def test_an_announcement_raised_by_the_partner_may_be_raised_again() -> None:
    assert "announce seven_tricks" in legal(royal("1 game / 2 - / 3 - / 0 six_tricks"))
    between = royal("1 ultimo:T3 / 2 - / 3 - / 0 troll:T3")
    assert "announce four_suit_run" in legal(between), "the troll lies between, the ultimo is void"
    beside = royal("1 ultimo:T1 / 2 - / 3 - / 0 griffin:T1")
    assert items(beside)["ultimo:T1@1"] == "void"
    assert refused(beside, "1 announce sneaker")[0] == "partner_must_raise", "the griffin does not lie below"
    deal = royal("1 amazon; ultimo:HK / 2 - / 3 - / 0 spadille")
    assert items(deal)["amazon@1"] == "void"
    assert refused(deal, "1 announce marriage:H") == ("partner_must_raise", "royal_tarokk 5.3.3"), (
        "the spadille lies over the amazon, but nothing over the ultimo"
    )


@pytest.mark.rule("royal_tarokk 5.3.5", "royal_tarokk 5.3.6", "royal_tarokk 5.3.7")
def test_what_raises_what() -> None:
    assert items(royal("1 game / 2 - / 3 - / 0 volat"))["game@1"] == "void"
    assert {"announce volat", "announce golgotha", "announce troll:T1"} <= legal(royal())
    deal = royal("1 eight_tricks / 2 - / 3 -")
    assert refused(deal, "0 announce game") == ("inferior_to_own", "royal_tarokk 5.3.6")
    assert refused(act(royal(), "1 announce eight_tricks"), "1 announce game")[0] == "inferior_to_own"
    assert "announce game" in legal(royal("1 eight_tricks")), "the other team may"
    deal = royal("1 city; ultimo:T3 / 2 - / 3 -")
    for item in ("city", "ultimo:T3"):
        assert refused(deal, f"0 announce {item}") == ("already_announced", "royal_tarokk 5.3.7")
    assert "announce ultimo:T4" in legal(deal)
    assert "announce city" in legal(royal("1 city"))


def told(hand: str) -> set[str]:
    """The statements about its hand that are legal for seat 1."""
    deal = royal("", "", hand)
    said = {each.removeprefix("announce ") for each in legal(deal)}
    return {each for each in said if each.partition(":")[0] in HAND}


@pytest.mark.rule("royal_tarokk 6.2")
def test_sixty_six_numbers() -> None:
    assert [row.number for row in ROWS] == list(range(1, 67))
    groups = {row.number: row.group for row in ROWS}
    first: dict[str, int] = {}
    for number, group in groups.items():
        first.setdefault(group, number)
    assert first == {
        "hand": 1, "small": 6, "tricks": 12, "streak": 18, "end": 23, "opening": 28, "suits": 30,
        "t_small": 35, "t_medium": 46, "t_large": 50, "t_slam": 56,
    }  # fmt: skip


@pytest.mark.rule("royal_tarokk 6.3")
def test_they_are_true_and_always_score() -> None:
    deal = royal("", "", "T5-T8 SK SQ HK DK DQ T20")
    assert refused(deal, "1 announce matador") == ("not_true_of_hand", "royal_tarokk 6.3")
    assert refused(act(deal, "1 announce game"), "1 announce matador")[0] == "not_true_of_hand"
    partner = royal("1 matador / 2 - / 3 -", "T5-T8 SK SQ HK DK DQ T19", "T1")
    assert refused(partner, "0 announce matador")[0] == "not_true_of_hand", "though the partner has made it"
    hand = "HK HQ HC HJ T1 T20 T5 T6 T7 T8"
    result = scored("1 full_suit; matador", "2" * 10, "", hand)
    assert {"full_suit": 2, "matador": 0}.items() <= sheet(result).items()


@pytest.mark.rule("royal_tarokk 6.3.1")
def test_length_of_suits() -> None:
    assert told("SK SQ CK CQ CC CJ HK T5 T6 T20") == {"suit_count:S,2", "suit_count:C,4"}
    assert told("SK SQ SC HK HQ HC DK T5 T6 T20") == {"suit_count:S,3", "suit_count:H,3"}
    assert told("DK DQ CK CQ SK T5 T6 T7 T8 T20") == {"suit_count:D,2", "suit_count:C,2"}
    assert told("HK HQ HC HJ SK DK T5 T6 T7 T20") == {"full_suit"}, "the whole suit is no length"
    two = royal("1 suit_count:S,2; suit_count:C,4", "", "SK SQ CK CQ CC CJ HK T5 T6 T20")
    assert len(items(two)) == 2


@pytest.mark.rule("royal_tarokk 6.3.2")
def test_number_of_tarokks() -> None:
    for number, points in ((8, 1), (9, 2), (10, 3)):
        suits = " ".join(["SK", "HK"][: 10 - number])
        hand = " ".join(["T20", *(f"T{each}" for each in range(5, 4 + number)), suits])
        assert told(hand) == {f"tarokk_count:{number}"}
        assert (
            sheet(scored(f"1 tarokk_count:{number}", "2" * 10, "", hand))[f"tarokk_count:{number}"] == points
        )
    assert told("T20 T5-T10 SK HK DK") == set(), "seven"


@pytest.mark.rule("royal_tarokk 6.3.3", "royal_tarokk 6.3.4", "royal_tarokk 6.3.5")
def test_matador_whole_suit_and_four_of_a_rank() -> None:
    for each in ("T1", "T2", "T3", "T4"):
        assert "matador" in told(f"{each} T20 T6 T7 T8 T9 T10 SK HK DK")
    assert "matador" not in told("T20 T5-T9 SK HK DK CK")
    assert "full_suit" in told("SK SQ SC SJ S10 T20 T5-T8")
    assert "full_suit" not in told("SK SQ SC SJ HK T20 T5-T8")
    for rank in "KQCJ":
        assert "four_alike" in told(f"S{rank} H{rank} D{rank} C{rank} T20 T5-T9")
    assert "four_alike" not in told("SK HK DK CQ T20 T5-T10")
    assert "four_alike" not in told("S10 C10 DK CQ T20 T5-T9")
