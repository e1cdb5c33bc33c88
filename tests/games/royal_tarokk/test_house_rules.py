"""§15: house rules, and other points."""

from __future__ import annotations

import json

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.announcements import ITEMS, LITERAL, inferiors
from bot.games.royal_tarokk.points import HOUSE, points_of
from bot.rules.record import Record, RecordError
from tests.games.royal_tarokk.table import BASE, items, royal, scored, sheet
from tests.notation import legal, until
from tests.rulebook import PAGES

NONE = "2" * 10
ENDS = {
    item for item in ITEMS if item.partition(":")[0] in ("ultimo", "uhu", "flying_dragon", "griffin", "troll")
}


def besides(item: str, reading: str) -> set[str]:
    """The announcements that an announcement raises only under a house rule."""
    return set(inferiors(item, frozenset((reading,))) - inferiors(item))


def test_the_page_lists_every_house_rule() -> None:
    rows = {
        cells[1].strip("` "): cells[2].replace("`", "").replace(" ", "").split(",")
        for cells in (line.split("|") for line in PAGES["royal_tarokk"].splitlines())
        if len(cells) == 5 and cells[1].strip().startswith("`")
    }
    assert rows == {
        name: [json.dumps(value).strip('"') for value in values]
        for name, values in ROYAL_TAROKK.options.items()
    }


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
