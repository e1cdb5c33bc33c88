"""§9, §15 and §19: the score sheet, house rules, the worked examples."""

import json
import re

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.announcements import ITEMS, LITERAL, ROWS, SUIT_CARDS, inferiors, parsed
from bot.games.royal_tarokk.points import HOUSE, points_of
from bot.games.royal_tarokk.scores import Team, base_by_table
from bot.rules.cards import PACK_40, Cards
from bot.rules.deal import Deal
from bot.rules.layout import Layout
from bot.rules.record import Record, RecordError
from bot.rules.results import Result
from bot.rules.state import Board
from tests.games.royal_tarokk.table import BASE, items, royal, rules, scored, sheet, turns
from tests.notation import act, cards, choice, legal, until
from tests.rulebook import PAGES, RULES

PAGE = PAGES["royal_tarokk"]
ALL = "0" * 10
NONE = "2" * 10
TROPHIES = {row.number: row for row in ROWS if row.number >= 35}
FIVE = "0000022222"


def blocked(bonus: str, text: str, *, among: range = range(12, 67)) -> set[int]:
    """The numbers of the announcements beside which a bonus does not count, however they end."""
    assert bonus in sheet(scored("", text))
    found = set()
    for row in ROWS:
        if row.number in among:
            item = next(each for each in ITEMS if parsed(each)[0] is row)
            if bonus not in sheet(scored(f"1 {item}", text)):
                found.add(row.number)
            assert bonus in sheet(scored(f"1 - / 2 {item}", text)), "the other team's blocks nothing"
    return found


@pytest.mark.rule("royal_tarokk 6.11", "royal_tarokk 6.11.67", "royal_tarokk 17.10", "royal_tarokk 6.11.68")
def test_silent_five_and_pagat() -> None:
    assert sheet(scored("", FIVE))["silent_five"] == HOUSE["silent_five"] == 2
    assert sheet(scored("", "0101022222"))["silent_five"] == 2, "both partners together"
    for text in ("0000220000", "2000000000"):
        assert "silent_five" not in sheet(scored("", text))
    assert blocked("silent_five", FIVE) == {*range(12, 18), 49, *range(56, 67)}
    text = "2220222222; 4 T9 - T1"
    assert sheet(scored("", text))["silent_pagat"] == HOUSE["silent_pagat"] == 5
    for other in ("2220222222; 4 T9 T1", "2222222222; 4 T9 - T1"):
        assert "silent_pagat" not in sheet(scored("", other))
    assert blocked("silent_pagat", text) == {36, 50, 63, 66}


@pytest.mark.rule("royal_tarokk 6.11", "royal_tarokk 6.11.69", "royal_tarokk 6.11.70")
def test_silent_kings_and_xxi() -> None:
    text = "0022222222; 1 HK - DK; 2 T9 SK CK"
    assert sheet(scored("", text))["silent_kings"] == HOUSE["silent_kings"] == 4
    assert "silent_kings" not in sheet(scored("", "0022222222; 1 HK - DK; 2 T9 SK; 3 CK"))
    assert blocked("silent_kings", text) == {49, *range(56, 67)}
    text = "2220222222; 4 T22 - T21"
    assert sheet(scored("", text))["silent_xxi"] == HOUSE["silent_xxi"] == 10
    assert "silent_xxi" not in sheet(scored("", "2220222222; 4 T22 T21"))
    assert blocked("silent_xxi", text) == {46, 50, 51, 63, 64, 65, 66}
    raised = "1 pagat_capture / 2 - / 3 - / 0 ordeal"
    assert "silent_pagat" not in sheet(scored(raised, "2220222222; 4 T9 - T1"))
    silent = sheet(scored("1 amazon / 2 - / 3 - / 0 sphinx", "2220222222; 4 T9 - T1"))
    assert silent["silent_pagat"] == 5


@pytest.mark.rule("royal_tarokk 6.13", "royal_tarokk 17.13")
def test_the_points_are_those_of_the_page() -> None:
    block = PAGE.partition("## 13.")[2].split("```")[1]
    listed = dict(re.findall(r"(\w+)\|\d+\|\w+\|[\w,]*\|(\S+)", block))
    several = listed.pop("tarokk_count").split(",")
    listed |= {f"tarokk_count:{number}": points for number, points in (each.split(":") for each in several)}
    assert listed == {name: str(points) for name, points in HOUSE.items()}
    assert [points_of(f"tarokk_count:{number}") for number in (8, 9, 10)] == [1, 2, 3]
    assert all(points_of(item) > 100 for item in ITEMS if parsed(item)[0].number >= 46)


@pytest.mark.rule("royal_tarokk 6.4", "royal_tarokk 6.5", "royal_tarokk 6.6", "royal_tarokk 6.7")
@pytest.mark.rule("royal_tarokk 6.8", "royal_tarokk 6.9", "royal_tarokk 6.10")
def test_the_groups() -> None:
    small = [row for row in ROWS if row.group == "small"]
    assert all(points_of(row.id) <= 5 for row in small)
    more = scored("1 game", ALL)
    assert sheet(more)["game"] == 2, "more tricks than announced bring no more"
    streaks = sheet(scored("1 piccolo; great_bird", "0002222222; 3 T18"))
    assert (streaks["piccolo"], streaks["great_bird"]) == (4, -12), "each by itself"
    ends = sheet(scored("1 ultimo:T1; ultimo:HK", "2222222220; 10 T1"))
    assert (ends["ultimo:T1"], ends["ultimo:HK"]) == (10, -10)
    assert sheet(scored("1 pheasant:T1; pheasant:HK", "0222222222; 1 T1"))["pheasant:HK"] == -10
    gangs = sheet(scored("1 gang:H; gang:S / 2 - / 3 - / 0 fleet", "0222222222; 1 HK HQ HC HJ"))
    assert (gangs["gang:S"], gangs["fleet"], "gang:H" in gangs) == (-6, -12, False)
    tiers = {row.group: row.number for row in TROPHIES.values()}
    assert tiers == {"t_small": 45, "t_medium": 49, "t_large": 55, "t_slam": 66}, "the last of each"


BY_TAROKKS = [(6, 60, 80), (8, 60, 80), (10, 60, 80), (11, 50, 70), (12, 50, 70), (13, 40, 60), (16, 40, 60)]


@pytest.mark.rule("royal_tarokk 9.1.1")
@pytest.mark.parametrize(("tarokks", "having", "lacking"), BY_TAROKKS)
def test_base_points_of_the_attackers(tarokks: int, having: int, lacking: int) -> None:
    for honours, points in (("T22", having), ("T21", having), ("T22 T21", having), ("", lacking)):
        for dealer in (0, 2):
            (line,) = base_by_table(Team.of(attackers(honours, tarokks, dealer), dealer // 2, ()))
            assert line.base == line.figures["base"] == points
            assert line.figures["least"] <= line.figures["tarokks"] == tarokks <= line.figures["most"]
            assert line.sentence == ("base.with_honour" if honours else "base.without_honour")


def attackers(honours: str, tarokks: int, dealer: int) -> Board:
    """The board of a deal in which the dealer's team holds this number of tarokks and these honours."""
    low = [f"T{number}" for number in range(1, 19)][: tarokks - 2 - len(honours.split())]
    half = (tarokks + 1) // 2 - 1
    mine, theirs = low[:half], [*low[half:], *honours.split()]
    suits = map(str, SUIT_CARDS & PACK_40)
    both = [[*group, own] for group, own in ((mine, "T19"), (theirs, "T20"))]
    team = [" ".join([*group, *(next(suits) for _ in range(10 - len(group)))]) for group in both]
    hands = (*team, "", "") if dealer == 0 else ("", "", *team)
    assert sum(each.suit == "T" for text in team for each in cards(text)) == tarokks
    return royal("", *hands, dealer=dealer).phase.board


@pytest.mark.rule("royal_tarokk 9.1.2")
def test_base_points_of_the_defenders() -> None:
    for hands in BASE.values():
        assert sheet(scored("", ALL, *hands), 1)["base"] == 60
    assert sheet(scored("", ALL, dealer=2), 0)["base"] == 60


@pytest.mark.rule("royal_tarokk 9.2")
def test_an_announcement_gains_if_achieved_and_costs_if_missed() -> None:
    for item in ("game", "ultimo:T1", "amazon", "legion", "golgotha", "honour"):
        assert sheet(scored(f"1 {item}", NONE))[item] == -points_of(item)
    assert sheet(scored("1 volat", ALL))["volat"] == 30
    result = scored("1 game / 2 - / 3 - / 0 volat", ALL)
    assert "game" not in sheet(result)


@pytest.mark.rule("royal_tarokk 9.3.1")
def test_contra_to_an_announcement_that_fails() -> None:
    for item, gain in (("game", 2), ("nine_tricks", 15), ("amazon", 20), ("golgotha", 20)):
        result = scored(f"1 {item} / 2 contra {item}@1", NONE)
        assert (sheet(result)[item], sheet(result, 1)[f"contra:{item}"]) == (-points_of(item), gain)
    two = sheet(scored("1 amazon; legion / 2 contra amazon@1; contra legion@1", NONE), 1)
    assert (two["contra:amazon"], two["contra:legion"]) == (20, 20), "20 for each contra"


@pytest.mark.rule("royal_tarokk 9.3.2")
def test_contra_to_an_announcement_that_succeeds() -> None:
    for item in ("game", "volat"):
        result = scored(f"1 {item} / 2 contra {item}@1", ALL)
        assert (sheet(result)[item], sheet(result, 1)[f"contra:{item}"]) == (
            points_of(item),
            -points_of(item),
        )


@pytest.mark.rule("royal_tarokk 9.3.3")
def test_a_contra_does_not_change_the_announcers_score() -> None:
    for text in (ALL, NONE):
        without, doubled = scored("1 game", text), scored("1 game / 2 contra game@1", text)
        assert sheet(without) == sheet(doubled)
    void = scored("1 game / 2 contra game@1 / 3 - / 0 volat", NONE)
    assert "contra:game" not in sheet(void, 1)


CLASHES = [
    ("1 gang:D / 2 - / 3 - / 0 amazon", "0022222222; 1 DQ DK DC DJ", True),
    ("1 amazon / 2 - / 3 - / 0 gang:D", "0022222222; 1 DQ DK DC DJ", True),
    ("1 gang:D / 2 - / 3 - / 0 amazon", "0022222222; 1 DQ DK DC DJ; 2 HJ", False),
    ("1 gang:D / 2 - / 3 - / 0 amazon", "0222222222; 1 DQ DK DC; 2 DJ", False),
    ("1 gang:D; amazon", "0022222222; 1 DQ DK DC DJ", False),
    ("1 gang:D / 2 - / 3 - / 0 amazon", "0022222222; 1 T9 DK DC DJ; 2 HJ DQ", False),
    ("1 gang:D; gang:H / 2 - / 3 - / 0 amazon", "0022222222; 1 DQ DK DC DJ; 2 HJ HQ HC HK", True),
    ("1 gang:D / 2 - / 3 - / 0 amazon; gang:H", "0022222222; 1 DQ DK DC DJ; 2 HJ HQ HC HK", False),
    ("1 fleet / 2 - / 3 - / 0 amazon", "0022222222; 1 DQ DK DC DJ; 2 HJ HQ HC HK", True),
]


@pytest.mark.rule("royal_tarokk 9.4", "royal_tarokk 17.11")
@pytest.mark.parametrize(("said", "text", "clash"), CLASHES)
def test_amazon_clash(said: str, text: str, clash: bool) -> None:
    result = scored(said, text)
    assert sheet(result)["amazon"] == (0 if clash else 20)
    seat = 1 if said.startswith("1 amazon") or said == "1 gang:D; amazon" else 0
    turn = f"{said} / 1 - / 2 contra amazon@{seat}" if " / " in said else f"{said} / 2 contra amazon@{seat}"
    assert sheet(scored(turn, text), 1)["contra:amazon"] == (0 if clash else -20)


@pytest.mark.rule("royal_tarokk 9.4")
def test_a_missed_amazon_does_not_clash() -> None:
    said = "1 gang:D / 2 - / 3 - / 0 amazon / 1 - / 2 contra amazon@0"
    result = scored(said, "0222222222; 1 DK DQ DC DJ")
    assert (sheet(result)["gang:D"], sheet(result)["amazon"], sheet(result, 1)["contra:amazon"]) == (
        6,
        -20,
        20,
    )


@pytest.mark.rule("royal_tarokk 9.5.1")
def test_scores_are_bounded_by_0_and_100() -> None:
    low = scored("1 golgotha; legion", NONE, *BASE[40])
    assert low.scores == (0, 0, 62, 62)
    high = scored("1 volat; legion; great_bird", "0000000000; 7 T22", *BASE[70])
    assert sheet(high)["base"] + 30 - 24 + 12 == 88
    full = scored("1 volat; great_bird", "0000000000; 7 T22", *BASE[70])
    assert (sum(each for name, each in sheet(full).items() if name != "bounds"), full.scores[0]) == (112, 100)
    assert sheet(full)["bounds"] == -12


@pytest.mark.rule("royal_tarokk 9.5.2")
def test_a_great_trophy_lifts_the_limit() -> None:
    capture = "0222222222; 1 T22 - T21"
    assert scored("1 xxi_capture", capture, *BASE[50]).scores[:2] == (110, 110)
    assert scored("1 xxi_capture; volat; legion", capture, *BASE[50]).scores[0] == 106, "it may be less"
    assert scored("1 marriage:H; nine_tricks", "0000000000; 9 HK; 10 HQ", *BASE[50]).scores[0] == 100, (
        "a small one does not"
    )
    missed = scored("1 xxi_capture; volat; city; great_bird", "0000000000; 4 T19; 7 T22", *BASE[70])
    assert missed.scores[0] == 70 - 110 + 30 + 6 + 12
    silent = scored("1 volat; great_bird; city", "0000000000; 4 T19; 7 T22 - T21", *BASE[70])
    assert silent.scores[0] == 100, "nor one that was not announced"
    missed = scored("1 xxi_capture; volat", ALL, *BASE[70], points={"volat": 250})
    assert (sum(each for name, each in sheet(missed).items() if name != "bounds"), missed.scores[0]) == (
        210,
        100,
    ), "neither a missed one nor a more valuable one does"


@pytest.mark.rule("royal_tarokk 9.5.3")
def test_both_partners_write_their_teams_score() -> None:
    result = scored("", NONE, *BASE[40])
    assert result.scores == (40, 40, 62, 62)
    assert sum(result.scores) != 0, "each team scores for itself"


def test_every_line_cites_a_rule() -> None:
    said = "1 gang:D; ultimo:T1 / 2 contra ultimo:T1@1 / 3 - / 0 amazon; volat / 1 - / 2 contra volat@0"
    for text in (ALL, NONE, "0000022222; 1 DQ DK DC DJ; 2 T9 SK CK T1; 3 T8 HK; 4 T22 - T21"):
        cited = {f"royal_tarokk {number}" for number in rules(scored(said, text)).values()}
        assert cited <= RULES


def test_the_rule_that_each_line_cites() -> None:
    clash = rules(
        scored("1 gang:D / 2 - / 3 - / 0 amazon / 1 - / 2 contra amazon@0", "0022222222; 1 DQ DK DC DJ")
    )
    assert {clash["amazon"], clash["contra:amazon"]} == {"9.4"}
    assert rules(scored("1 game / 2 contra game@1", ALL))["contra:game"] == "9.3.2"
    assert rules(scored("1 game / 2 contra game@1", NONE))["contra:game"] == "9.3.1"
    silent = rules(scored("", "0000022222; 1 T22 - T21; 2 T9 - T1; 3 HK DK SK CK"))
    assert [silent[name] for name in ("silent_five", "silent_pagat", "silent_kings", "silent_xxi")] == [
        f"6.11.{number}" for number in range(67, 71)
    ]
    assert rules(scored("1 golgotha", NONE))["bounds"] == "9.5.1"
    assert rules(scored("1 volat; great_bird", "0000000000; 7 T22", *BASE[70]))["bounds"] == "9.5.1"
    assert rules(scored("1 xxi_capture", "0222222222; 1 T22 - T21", *BASE[50]))["bounds"] == "9.5.2"


def both(result: Result) -> tuple[int, int]:
    """The scores of attackers and defenders; seat 0 has dealt."""
    return result.scores[0], result.scores[2]


@pytest.mark.rule("royal_tarokk 10.1")
def test_a_deal_without_announcements() -> None:
    assert both(scored("", "0202020202", *BASE[40])) == (40, 60)


HANDS = (
    "T19 T14 T9 SQ SC HC DK DQ DJ CC",
    "T20 T18 T17 T13 T8 T4 T3 T2 HK CK",
    "T21 T16 T15 T12 T6 T5 S10 HJ DC CJ",
    "T22 T11 T10 T7 T1 SK SJ HQ CQ C10",
)
SAID = (
    "1 matador; tarokk_count:8; tarokk_20 / 2 honour / 3 - / 0 suit_count:D,3; centrum / 1 ultimo:T3"
    " / 2 contra ultimo:T3@1 / 3 - / 0 six_tricks / 1 seven_tricks / 2 - / 3 - / 0 -"
)
TRICKS = (
    "T8 T12 T11 T14", "HC HK HJ HQ", "T17 T6 T7 T9", "T2 T16 T1 T19", "SC T20 S10 SK",
    "T18 T5 T10 DJ", "T13 T15 T22 CC", "CQ SQ CK CJ", "T4 T21 C10 DK", "DC SJ DQ T3",
)  # fmt: skip


@pytest.mark.rule("royal_tarokk 10.2")
def test_a_whole_deal_card_by_card() -> None:
    deal = Deal.start(ROYAL_TAROKK, Layout(tuple(map(Cards.of, HANDS)), (), 0))
    deal = act(deal, turns(SAID))
    assert deal.phase.name == "play"
    assert items(deal)["six_tricks@0"] == "void"
    assert items(deal)["ultimo:T3@1"] == "contra"
    leaders = []
    for trick in TRICKS:
        leaders.append(deal.seats()[0])
        for code in trick.split():
            deal = act(deal, f"{deal.seats()[0]} play {code}")
    assert leaders == [1, 0, 1, 1, 0, 1, 1, 3, 1, 2]
    assert [trick.winner for trick in deal.open.tricks] == [0, 1, 1, 0, 1, 1, 3, 1, 2, 1]
    assert deal.result is not None
    assert sheet(deal.result) == {
        "base": 70, "matador": 0, "tarokk_count:8": 1, "tarokk_20": 1, "suit_count:D,3": 0, "centrum": 8,
        "ultimo:T3": 10, "seven_tricks": 7, "silent_pagat": 5, "bounds": -2,
    }  # fmt: skip
    assert sheet(deal.result, 1) == {"base": 60, "honour": 1, "contra:ultimo:T3": -10}
    assert deal.result.scores == (100, 100, 51, 51)


MARRIED = "1 - / 2 marriage:S / 3 - / 0 contra marriage:S@2"


@pytest.mark.rule("royal_tarokk 10.3", "royal_tarokk 10.4")
def test_contras_won_and_lost() -> None:
    assert both(scored(MARRIED, "0202020202", *BASE[50])) == (70, 10)
    assert both(scored(MARRIED, "0202020222; 9 SK; 10 SQ", *BASE[50])) == (0, 100)


@pytest.mark.rule("royal_tarokk 10.5")
def test_a_trophy_above_a_hundred() -> None:
    said = "1 volat / 2 - / 3 - / 0 scala / 1 legion / 2 contra scala@0"
    suits = "1 SK SQ SC SJ; 2 HK HQ HC HJ; 8 DK DQ DC; 9 CK CQ"
    text = f"{ALL}; {suits}; 3 T18 S10 C10; 4 T19 DJ; 5 T20 CJ; 6 T21 CC; 7 T22"
    result = scored(said, text, *BASE[40])
    assert {"volat", "silent_kings"}.isdisjoint(sheet(result))
    assert (sheet(result)["scala"], sheet(result)["legion"]) == (120, 24)
    assert both(result) == (120, 0)


@pytest.mark.rule("royal_tarokk 10.6")
def test_a_trophy_and_failures() -> None:
    said = "1 xxi_capture; volat; ultimo:HK; fleet / 2 contra volat@1; contra ultimo:HK@1"
    assert both(scored(said, "2220222222; 4 T22 - T21", *BASE[50])) == (108, 90)


@pytest.mark.rule("royal_tarokk 10.7")
def test_a_raised_announcement_with_contra() -> None:
    said = "1 ultimo:T3 / 2 contra ultimo:T3@1 / 3 - / 0 sneaker / 1 - / 2 contra sneaker@0"
    assert items(royal(said)) == {"ultimo:T3@1": "void", "sneaker@0": "contra"}
    assert both(scored(said, "2020202200; 9 T2; 10 T3", *BASE[70])) == (100, 30)
    assert both(scored(said, "2020202200; 9 T2", *BASE[70])) == (40, 80)
    kept = royal(f"{said} / 3 - / 0 - / 1 -", "", "T3 T5 T6")
    assert "T3" not in choice(kept).split(), "the raised ultimo"


@pytest.mark.rule("royal_tarokk 10.8")
def test_bounded_below_and_above() -> None:
    four = ("eight_tricks", "temesvar_pheasant:T1,T2", "armada", "uhu:CK")
    said = f"1 - / 2 {'; '.join(four)} / 3 - / 0 {'; '.join(f'contra {each}@2' for each in four)}"
    result = scored(said, "0202020202", *BASE[50])
    assert sheet(result, 1)["bounds"] == 8
    assert sheet(result)["bounds"] == -8
    assert both(result) == (100, 0)


@pytest.mark.rule("royal_tarokk 10.9", "royal_tarokk 10.10", "royal_tarokk 10.11", "royal_tarokk 10.12")
def test_an_amazon_and_unannounced_bonuses() -> None:
    said = "1 gang:D / 2 - / 3 - / 0 amazon"
    assert both(scored(said, "0202020202; 1 DQ DK DC DJ", *BASE[50])) == (56, 60)
    assert both(scored(said, "0202020202; 1 DQ DK DC DJ; 3 HJ", *BASE[50])) == (76, 60)
    text = "0000022222; 1 T22 - T21; 2 T9 - T1; 3 HK DK SK CK"
    assert both(scored("", text, *BASE[40])) == (61, 60)
    result = scored("", "0202020202", *BASE[40])
    assert (sheet(result)["base"], sheet(result, 1)["base"]) == (40, 60)
    result = scored("1 game", f"{ALL}; 3 HK DK SK CK", *BASE[40])
    assert sheet(result) == {"base": 40, "game": 2, "silent_kings": 4}


ENDS = {
    item for item in ITEMS if item.partition(":")[0] in ("ultimo", "uhu", "flying_dragon", "griffin", "troll")
}


def besides(item: str, reading: str) -> set[str]:
    """The announcements that an announcement raises only under a house rule."""
    return set(inferiors(item, frozenset((reading,))) - inferiors(item))


@pytest.mark.rule("royal_tarokk 15.1")
@pytest.mark.parametrize(
    ("hands", "lines"),
    [
        (BASE[40], {"base": 40}),
        (BASE[50], {"base": 40, "base_tarokks": 10}),
        (BASE[70], {"base": 40, "base_tarokks": 10, "base_honours": 20}),
    ],
)
def test_base_points_by_components(hands: tuple[str, ...], lines: dict[str, int]) -> None:
    found = sheet(scored("", "0202020202", *hands, base_points="components"))
    assert found == lines


@pytest.mark.rule("royal_tarokk 15.1", "royal_tarokk 10.11")
def test_the_limit_of_base_points_by_components() -> None:
    weak = ("T1-T4 T21 T22 HK SK T19 CK", "T5-T10 DK T11 T20 T12")
    found = sheet(scored("", "0202020202", *weak, base_points="components"), 1)
    assert found == {"base": 50, "base_tarokks": 20, "base_honours": 20, "base_kings": 20, "base_limit": -20}
    mine = ("T1-T4 HQ SQ T19 CQ HC SC", "T5-T7 DQ T20 DC DJ SJ SK CJ")
    attacking = sheet(scored("", "0202020202", *mine, base_points="components"), 0)
    assert attacking == {"base": 40, "base_tarokks": 20, "base_honours": 20, "base_kings": 10}


@pytest.mark.rule("royal_tarokk 15.2", "royal_tarokk 17.15")
def test_the_scala_may_raise_the_end() -> None:
    assert besides("scala", "scala_raises_end") == ENDS
    said = "1 troll:T1 / 2 - / 3 - / 0 scala"
    assert items(royal(said)) == {"troll:T1@1": "live", "scala@0": "live"}
    assert items(royal(said, scala_raises_end=True)) == {"troll:T1@1": "void", "scala@0": "live"}


@pytest.mark.rule("royal_tarokk 15.3", "royal_tarokk 17.15")
def test_troika_and_marriage_may_raise_with_any_card() -> None:
    last = {item for item in ENDS if item.startswith(("ultimo", "uhu"))}
    dragons = {item for item in ENDS if item.startswith("flying_dragon")}
    matching = {item for item in last | dragons if ":T" in item}
    assert besides("troika", "any_card_raised") == (last | dragons) - matching
    assert besides("marriage:H", "any_card_raised") == last - {"ultimo:HK", "uhu:HK"}
    said = "1 uhu:SK / 2 - / 3 - / 0 marriage:H"
    assert items(royal(said, any_card_raised=True))["uhu:SK@1"] == "void"
    assert items(royal(said))["uhu:SK@1"] == "live"


@pytest.mark.rule("royal_tarokk 15.4", "royal_tarokk 17.15")
def test_golgotha_may_raise_every_triumph() -> None:
    triumphs = {item for item in ITEMS if item.startswith("triumph")}
    assert besides("golgotha", "golgotha_raises_all") == {item for item in triumphs if "T1" in item}
    assert "announce golgotha" not in legal(royal("1 triumph:T1,T2,T3 / 2 - / 3 -"))
    raised = royal("1 triumph:T1,T2,T3 / 2 - / 3 - / 0 golgotha", golgotha_raises_all=True)
    assert items(raised) == {"triumph:T1,T2,T3@1": "void", "golgotha@0": "live"}


@pytest.mark.parametrize("reading", LITERAL)
def test_no_announcement_is_superior_to_itself_in_a_literal_reading(reading: str) -> None:
    assert not [item for item in ITEMS if item in inferiors(item, frozenset((reading,)))]


@pytest.mark.rule("royal_tarokk 15.5", "royal_tarokk 17.13")
def test_a_deal_is_scored_with_the_points_it_was_dealt_under() -> None:
    changed = {"ultimo": 13, "silent_five": 3, "tarokk_count:8": 7}
    found = sheet(scored("1 ultimo:T1", "0000022222", points=changed))
    assert (found["ultimo:T1"], found["silent_five"]) == (-13, 3)
    numbers = [points_of(f"tarokk_count:{number}", {"points": changed}) for number in (8, 9)]
    assert numbers == [7, HOUSE["tarokk_count:9"]]
    lifted = scored("1 xxi_capture", "0222222222; 1 T22 - T21", *BASE[50], points={"xxi_capture": 140})
    assert lifted.scores == (140, 140, 60, 60)
    cheap = scored("1 xxi_capture; volat", "0000000000; 1 T22 - T21", *BASE[50], points={"xxi_capture": 40})
    assert cheap.scores[0] == 100, "a trophy lifts the limit and never lowers it"


@pytest.mark.rule("royal_tarokk 15.5")
def test_other_points_stand_in_the_record() -> None:
    deal = until(royal("1 ultimo:T1", points={"ultimo": 13}), "over")
    record = Record.parse(Record.of(deal).json(), {"royal_tarokk": ROYAL_TAROKK})
    assert record.layout.options == {"points": {"ultimo": 13}}
    assert record.result == Record.of(deal).result
    for wrong in ({"ultima": 1}, {"ultimo": -1}, {"ultimo": True}, {"ultimo": 10}, 7, [["ultimo", 3]]):
        document = {**record.document(), "options": {"points": wrong}}
        with pytest.raises(RecordError, match="royal_tarokk has no option points"):
            Record.parse(json.dumps(document), {"royal_tarokk": ROYAL_TAROKK})
