"""§2 to §4, §7 to §9.6: pack and deal, play, matches, and who knows what."""

from random import Random

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.announcements import SUIT_CARDS
from bot.games.royal_tarokk.phases import impossible, lay_out, too_few_tarokks
from bot.games.royal_tarokk.values import MAGASITOK, MATADORS, partners, team_of
from bot.rules.cards import KINGS, PACK_40, SUIT, TAROCKS, Card, Cards, card
from bot.rules.game import Misdeal
from bot.rules.layout import Layout
from bot.rules.record import Record, RecordError
from bot.rules.results import Result
from bot.rules.session import Session
from tests.games.royal_tarokk.table import playing, position, royal, royal_layout, scored
from tests.notation import LINE, act, choice, refused, until


def deck(seed: int) -> list[Card]:
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


def hand(said: str, cards: str, trick: str = "", *, seat: int = 0, before: str = "") -> str:
    """What a seat may play with these cards left, after some turns of announcing."""
    return choice(position(playing(said), seat, cards, trick, before))


def why(said: str, cards: str, played: str, trick: str = "", *, before: str = "") -> tuple[str, str]:
    return refused(position(playing(said), 0, cards, trick, before), f"0 play {played}")


WITH_SCALA = ("scala", "spectrum", "scala_troika", "scala_family:S", "scala_bethlehem")
SCALA = ((3, "T18"), (4, "T19"), (5, "T20"), (6, "T21"), (7, "T22"))
LOCKED = [
    *((f"{name}", card, trick) for name, card, trick in (
        ("piccolo", "T18", 3), ("city", "T19", 4), ("centrum", "T20", 5), ("little_bird", "T21", 6),
        ("great_bird", "T22", 7), ("ultimo:T3", "T3", 10), ("uhu:T3", "T3", 9), ("flying_dragon:T3", "T3", 8),
        ("griffin:T3", "T3", 7), ("troll:T3", "T3", 6), ("pheasant:T3", "T3", 1), ("hawk:T3", "T3", 2),
        ("temesvar_pheasant:T2,T3", "T3", 2), ("temesvar_pheasant:T3,T2", "T3", 1),
        ("transylvanian_pheasant:T2,T3", "T3", 3), ("hawk_pair:T3,T2", "T3", 2), ("hawk_pair:T2,T3", "T3", 4),
        ("vulture:T1,T2,T3", "T3", 3), ("vulture_scala:T1,T3,T2", "T3", 2), ("triumph:T1,T3,T2", "T3", 9),
    )),
    *((name, card, trick) for name in WITH_SCALA for trick, card in SCALA),
    *(("vulture_scala:T1,T3,T2", card, trick) for trick, card in SCALA[1:]),
]  # fmt: skip


@pytest.mark.rule("royal_tarokk 8.1.1", "royal_tarokk 8.1.2", "royal_tarokk 8.1.4")
@pytest.mark.parametrize(("item", "card", "trick"), LOCKED)
def test_a_pledged_card_waits_and_then_must_be_played(item: str, card: str, trick: int) -> None:
    for said in (f"1 - / 2 - / 3 - / 0 {item}", f"1 {item}"):
        for number in range(1, trick):
            assert hand(said, f"{card} T5 HK", "T4", before="0" * (number - 1)) == "T5", "it waits"
        assert hand(said, f"{card} T5 HK", "T4", before="0" * (trick - 1)) == card, "it is due"
        if trick < 10:
            assert hand(said, f"{card} T5", "T4", before="0" * trick) == " ".join(
                sorted((card, "T5"), key=lambda code: -int(code[1:]))
            ), "its trick has gone"
    assert len(hand(f"1 - / 2 {item}", f"{card} T5", "T4").split()) == 2, "the other team's binds nobody here"


@pytest.mark.rule("royal_tarokk 8.1.1")
def test_following_suit_comes_first() -> None:
    assert hand("1 ultimo:T3", "T3 HK", "T9") == "T3"
    assert hand("1 ultimo:SK", "SK T5", "SQ") == "SK"
    assert hand("1 pheasant:SK", "SK HK", "HQ") == "HK", "it cannot be played"
    assert why("1 ultimo:T3", "T3 T5 HK", "T3", "T9") == ("kept_back", "royal_tarokk 8.2.2")
    assert why("1 pheasant:T3", "T3 T5 HK", "T5", "T4") == ("owed_now", "royal_tarokk 8.2.1")


@pytest.mark.rule("royal_tarokk 8.1.2")
@pytest.mark.parametrize(
    "item",
    [
        "sneaker",
        "phoenix",
        "suite",
        "troika",
        "family:S",
        "bethlehem",
        "golgotha",
        "volat",
        "legion",
        "game",
        "xxi_capture",
    ],
)
def test_announcements_that_pledge_no_card(item: str) -> None:
    cards = "T22 T21 T20 T19 T18 T4 T3 T2 T1 SK"
    for before in range(10):
        assert hand(f"1 {item}", cards, before="0" * before) == cards


@pytest.mark.rule("royal_tarokk 8.1.2")
def test_a_djinn_keeps_its_ten() -> None:
    assert hand("1 djinn:S10", "SK S10", "SQ") == "SK"
    assert hand("1 djinn:S10", "SK S10", "SQ", before="0" * 9) == "S10"


@pytest.mark.rule("royal_tarokk 8.1.3", "royal_tarokk 17.3")
def test_a_marriage_locks_until_trick_nine() -> None:
    said = "1 marriage:H"
    for before in range(8):
        assert hand(said, "HK HQ HC SK", "HJ", before="0" * before) == "HC"
    assert hand(said, "HK HQ SK", "HJ", before="0" * 8) == "HK HQ"
    assert set(hand(said, "HK HQ SK", before="0" * 8).split()) == {"HK", "HQ", "SK"}
    assert hand(said, "HK HQ", "S10") == "HK HQ", "both of one announcement"


@pytest.mark.rule("royal_tarokk 8.2", "royal_tarokk 8.2.1")
def test_the_earlier_announced_of_two_due_cards_is_played() -> None:
    for first, second in (("T1", "T2"), ("T2", "T1")):
        assert hand(f"1 uhu:{first}; uhu:{second}", "T1 T2 T5", "T9", before="0" * 8) == first
    assert hand("1 ultimo:T1; city", "T19 T1 T5", "T9", before="000") == "T19", "the other waits"


@pytest.mark.rule("royal_tarokk 8.2.2", "royal_tarokk 8.2.3", "royal_tarokk 8.5")
def test_which_pledge_is_kept_and_which_is_broken() -> None:
    assert hand("1 ultimo:T1; uhu:T2", "T1 T2 T5 HK", "T9") == "T5"
    assert hand("1 ultimo:T1; uhu:T2", "T1 T2 T5 HK") == "T5 HK"
    assert hand("1 ultimo:T1; uhu:T2", "T1 T2 HK", "T9") == "T2"
    assert hand("1 uhu:T2; ultimo:T1", "T1 T2 HK", "T9") == "T1"
    assert hand("1 scala", "T18 T19 T20", "T9") == "T20 T19 T18", "cards of one announcement are equal"
    assert hand("1 uhu:T2 / 2 - / 3 - / 0 ultimo:T1", "T1 T2 HK", "T9") == "T1", "over the whole team"
    assert why("1 ultimo:T1; uhu:T2", "T1 T2 HK", "T1", "T9")[0] == "kept_back"
    said = "1 ultimo:T1; uhu:T4 / 2 - / 3 - / 0 sneaker"
    assert hand(said, "T1 T4 HK", "T9") == "T4", "the ultimo was said first"


@pytest.mark.rule("royal_tarokk 17.2")
def test_the_earliest_live_pledge_governs_a_card() -> None:
    both = "1 ultimo:T1; pheasant:T1"
    assert hand(both, "T1 T5 HK", "T4") == "T5", "kept for the ultimo, said first"
    assert hand("1 pheasant:T1; ultimo:T1", "T1 T5 HK", "T4") == "T1"
    assert hand("1 pheasant:T1; ultimo:T1", "T1 T5", "T4", before="0") == "T5", (
        "its trick gone, the ultimo governs"
    )
    duty = "1 ultimo:T1 / 2 - / 3 - / 0 sneaker; griffin:T1"
    assert hand(duty, "T1 T5", "T4", before="000000") == "T1", "a live pledge before a duty that stays"
    assert hand(duty, "T1 T5", "T4", before="0000000") == "T5", "then the duty"


@pytest.mark.rule("royal_tarokk 8.3", "royal_tarokk 17.4")
@pytest.mark.parametrize(
    "item", ["great_bird", "scala", "spectrum", "scala_troika", "scala_family:S", "scala_bethlehem"]
)
def test_a_lost_trick_releases_the_scala(item: str) -> None:
    assert hand(f"1 {item}", "T22 T5", "T4", before="00") == "T5"
    assert hand(f"1 {item}", "T22 T5", "T4", before="01") == "T5", "a trick of the partner is not lost"
    assert hand(f"1 {item}", "T22 T5", "T4", before="02") == "T22 T5"
    assert hand(f"1 {item}", "T22 T5", "T4", before="020000") == "T22 T5", "the duty is gone too"


@pytest.mark.rule("royal_tarokk 8.3", "royal_tarokk 17.4")
def test_a_lost_trick_releases_no_other_pledges() -> None:
    for item in ("ultimo:T3", "triumph:T1,T2,T3", "vulture:T1,T2,T3", "hawk_pair:T1,T3"):
        assert hand(f"1 {item}", "T3 T5", "T4", before="2") == "T5", item
    said = "1 vulture_scala:T1,T2,T3"
    assert hand(said, "T18 T5", "T4") == "T18 T5", "the XVIII is not pledged"
    assert hand(said, "T22 T3", "T4", before="2") == "T22", "the matador waits, the scala is released"
    assert hand(said, "T22 T3", "T4", before="22") == "T3"
    assert hand("1 piccolo; ultimo:T3", "T18 T3 T5", "T4", before="2") == "T18 T5"


@pytest.mark.rule("royal_tarokk 8.4", "royal_tarokk 8.4.1")
@pytest.mark.parametrize(("item", "before"), [("pheasant", ""), ("hawk", "0")])
def test_the_partner_leads_no_tarokk(item: str, before: str) -> None:
    said = f"1 {item}:T3"
    assert hand(said, "T5 T9 HK SQ", before=before) == "SQ HK"
    assert hand(said, "T5 T3 HK", before=before) == "T3", "the named card is due"
    assert hand(said, "T5 T9", before=before) == "T9 T5", "nothing else to lead"
    assert hand(said, "T5 HK SQ", "T4", before=before) == "T5", "a lead only"
    assert hand(said, "T5 HK", before=f"{before}0") == "T5 HK", "its trick only"
    own = f"1 - / 2 - / 3 - / 0 {item}:T3"
    assert hand(own, "T5 HK", before=before) == "T5 HK", "the announcer may"
    assert why(said, "T5 HK", "T5", before=before) == ("no_such_lead", "royal_tarokk 8.4")


@pytest.mark.rule("royal_tarokk 8.4.2")
@pytest.mark.parametrize(("item", "before"), [("pheasant", ""), ("hawk", "0")])
def test_both_partners_lead_the_kings_suit(item: str, before: str) -> None:
    for said in (f"1 {item}:HK", f"1 - / 2 - / 3 - / 0 {item}:HK"):
        assert hand(said, "T5 HQ HJ SK", before=before) == "HQ HJ"
        assert hand(said, "T5 HK HQ", before=before) == "HK", "the king itself is due"
    assert hand(f"1 {item}:HK", "T5 SK", before=before) == "SK"
    assert hand(f"1 - / 2 - / 3 - / 0 {item}:HK", "T5 SK", before=before) == "T5 SK"


@pytest.mark.rule("royal_tarokk 8.4.3", "royal_tarokk 17.6")
def test_rules_of_leading_apply_one_by_one_after_pledges() -> None:
    assert hand("1 pheasant:T3; city", "T19 T5 HK") == "HK"
    assert hand("1 pheasant:HK; uhu:SK", "T5 SK") == "T5", "the tarokk is all that the pledge leaves"
    assert hand("1 pheasant:HK; pheasant:SK", "HQ SQ T5") == "HQ", "the second would leave nothing"
    assert hand("1 pheasant:SK; pheasant:HK", "HQ SQ T5") == "SQ"
    raised = "1 pheasant:T3 / 2 - / 3 - / 0 temesvar_pheasant:T3,T2"
    assert hand(raised, "T5 HK") == "T5 HK", "void with the pheasant"
    assert hand("1 temesvar_pheasant:T3,T2", "T5 HK") == "T5 HK"


@pytest.mark.rule("royal_tarokk 8.5", "royal_tarokk 17.5")
@pytest.mark.parametrize(
    ("lower", "card", "trick", "raising"),
    [
        ("ultimo", "T1", 10, "sneaker"),
        ("uhu", "T1", 9, "sneaker"),
        ("ultimo", "HK", 10, "phoenix"),
        ("uhu", "HK", 9, "phoenix"),
        ("ultimo", "T1", 10, "troika"),
        ("uhu", "T1", 9, "troika"),
        ("flying_dragon", "T1", 8, "troika"),
    ],
)
def test_a_raised_card_is_still_due(lower: str, card: str, trick: int, raising: str) -> None:
    said = f"1 {lower}:{card} / 2 - / 3 - / 0 {raising}"
    led, other = ("T4", "T5") if card == "T1" else ("HJ", "HQ")
    assert hand(said, f"{card} {other}", led) == other
    assert hand(said, f"{card} {other}", led, before="0" * (trick - 1)) == card


@pytest.mark.rule("royal_tarokk 17.5")
@pytest.mark.parametrize(
    ("lower", "raising", "free"),
    [
        ("ultimo:HK", "marriage:S", False),
        ("ultimo:HK", "suite", True),
        ("ultimo:HK", "bethlehem", True),
        ("griffin:HK", "four_suit_run", True),
        ("pheasant:HK", "four_suit_run", True),
        ("uhu:HK", "griffin:HK", False),
    ],
)
def test_some_raising_announcements_release_the_raised_card(lower: str, raising: str, free: bool) -> None:
    deal = position(playing(f"1 {lower} / 2 - / 3 - / 0 {raising}"), 0, "HK HQ", "HJ", won="")
    assert (choice(deal) == "HK HQ") is free
    higher = playing("1 uhu:HK / 2 - / 3 - / 0 griffin:HK")
    assert choice(position(higher, 0, "HK HQ", "HJ", won="0" * 8)) == "HK HQ", (
        "only the griffin's trick counts"
    )


HAND = "HK HQ HC HJ T1 T20 T5 T6 T7 T8"


@pytest.mark.rule("royal_tarokk 16.2", "royal_tarokk 16.3")
def test_statements_name_no_card_and_all_cards_lie_open_at_the_end() -> None:
    deal = royal("1 full_suit; matador / 2 game", "", HAND)
    assert [str(item) for item in deal.open.items] == ["full_suit@1", "matador@1", "game@2"]
    assert [str(move.action) for move in deal.view(3).log] == [
        "announce full_suit", "announce matador", "done", "announce game", "done",
    ]  # fmt: skip
    deal = until(royal(), "over")
    assert deal.open.dealt == deal.layout
    assert refused(deal, "0 play T1") == ("deal_over", "royal_tarokk 7.1")
    assert royal().open.dealt is None


def result(attackers: int, defenders: int, dealer: int) -> Result:
    """A result with points for the dealer's team and for the other."""
    both = (attackers, attackers, defenders, defenders)
    amounts = both if dealer == 0 else (*both[2:], *both[:2])
    return Result(4, 2 - dealer, (LINE._replace(amounts=amounts),))


def after(deals: int, attackers: int = 60, defenders: int = 60, **options: object) -> Session:
    """A match after a number of deals with equal results."""
    session = Session.first(ROYAL_TAROKK, options, 4, 0)
    for _ in range(deals):
        session = session.reseated().after(result(attackers, defenders, session.dealer))
    return session


@pytest.mark.rule("royal_tarokk 9.5.4")
def test_a_team_gains_the_difference() -> None:
    session = after(1, 100, 51)
    assert session.totals == (100, 100, 51, 51)
    assert session.net == (49, 49, -49, -49)


@pytest.mark.rule("royal_tarokk 9.6", "royal_tarokk 9.6.1")
@pytest.mark.parametrize("deals", ROYAL_TAROKK.options["deals_per_match"])
def test_an_even_number_of_deals(deals: int) -> None:
    options = {} if deals == 8 else {"deals_per_match": deals}
    assert deals % 2 == 0
    assert ROYAL_TAROKK.deals(options) == deals
    assert not after(deals - 1, **options).is_over
    assert after(deals, **options).is_over


@pytest.mark.rule("royal_tarokk 9.6.2")
def test_a_match_for_points_ends_after_an_even_number_of_deals() -> None:
    assert ROYAL_TAROKK.deals({"match_target": 500}) is None
    assert not after(9, 40, 60, match_target=500).is_over, "440 and 460"
    assert after(10, 40, 60, match_target=500).is_over, "500 and 500"
    uneven = after(5, 110, 100, match_target=500)
    assert (max(uneven.totals), uneven.is_over) == (530, False)
    assert after(6, 110, 100, match_target=500).is_over


@pytest.mark.rule("royal_tarokk 9.6.3")
def test_partners_change_seats_after_half() -> None:
    moved = [after(deals, swap_after_half=True).seating for deals in range(8)]
    assert moved == [(), (), (), (), (1, 0, 3, 2), (), (), ()]
    assert after(6, swap_after_half=True, deals_per_match=12).seating == (1, 0, 3, 2)
    assert after(4).seating == ()
    assert after(4, swap_after_half=True, match_target=500).seating == (), "a match for points has no half"
    assert after(4, 100, 50, swap_after_half=True).reseated().totals == (300, 300, 300, 300)
