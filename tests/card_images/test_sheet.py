from __future__ import annotations

from collections.abc import Sequence

import pytest

from card_images import Amount, Badge, Row, Sheet
from card_images.avatars import Badges
from card_images.palette import FACE, FACE_EDGE, LINE, SEATS, SUIT
from card_images.sheet import HIGHEST, sheet, shown, signed
from card_images.tiles import MARGIN, PICTURE_WIDTH

from .conftest import players
from .test_charts import FELT, Box, colours, where

HEAD: Box = (0, 0, PICTURE_WIDTH, MARGIN + 110)


def row(label: str, *points: int) -> Row:
    return Row(label, tuple(Amount(each, signed(each)) for each in points))


def sheet_of(
    rows: Sequence[Row],
    *,
    totals: Row | None = None,
    roles: tuple[str, ...] = (),
    heading: tuple[str, ...] = (),
) -> Sheet:
    columns = zip(*(each.amounts for each in rows), strict=True)
    sums = row("This deal", *(sum(amount.points for amount in column) for column in columns))
    foot = (sums, totals) if totals else (sums,)
    return Sheet(players(len(sums.amounts)), tuple(rows), foot, "More below", roles, heading)


def below(top: float, bottom: float, left: float = 480, right: float = PICTURE_WIDTH) -> Box:
    return (round(left), round(top), round(right), round(bottom))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_sheet_has_a_column_for_every_seat_and_for_no_other(seats: int, badges: Badges) -> None:
    image = sheet(badges, sheet_of([row("Game won", *[0] * seats)]))
    columns = [where(image, colour, HEAD) for colour in SEATS]
    assert [column is not None for column in columns] == [number < seats for number in range(5)]
    lefts = [column[0] for column in columns if column]
    assert lefts == sorted(lefts)


def test_a_gain_and_a_loss_stand_below_their_players(badges: Badges) -> None:
    image = sheet(badges, sheet_of([row("Game won", 1, -1, 0)]))
    heads = (where(image, colour, HEAD) for colour in SEATS[:3])
    body = below(MARGIN + 152, image.height - MARGIN - 8, 540, PICTURE_WIDTH - MARGIN - 8)
    amounts = (where(image, ink, body) for ink in (SUIT["C"], SUIT["H"], FACE_EDGE))
    for head, amount in zip(heads, amounts, strict=True):
        assert head is not None
        assert amount is not None
        assert head[0] - 10 <= 540 + (amount[0] + amount[2]) / 2 <= head[2] + 10


def test_the_role_of_a_player_stands_below_the_name(badges: Badges) -> None:
    rows = [row("Game won", 0, 0, 0)]
    plain = sheet(badges, sheet_of(rows))
    assert where(plain, SUIT["C"], below(HEAD[3], plain.height - 80)) is None
    for seat in (0, 2):
        roles = tuple("declarer" if each == seat else "" for each in range(3))
        image = sheet(badges, sheet_of(rows, roles=roles))
        badge, word = where(image, SEATS[seat], HEAD), where(image, SUIT["C"], below(HEAD[3], HEAD[3] + 150))
        assert badge is not None
        assert word is not None
        assert abs((badge[0] + badge[2]) / 2 - 480 - (word[0] + word[2]) / 2) < 10


def test_a_role_too_wide_for_its_column_is_shrunk_instead_of_cut(badges: Badges) -> None:
    rows = [row("Game won", 0, 0, 0, 0, 0)]
    image = sheet(badges, sheet_of(rows, roles=("", "デクレアラー", "", "", "")))
    word = where(image, SUIT["C"], below(HEAD[3], HEAD[3] + 150, 0))
    assert word is not None
    assert 120 < word[2] - word[0] <= 166


def test_the_heading_stands_above_the_players(badges: Badges) -> None:
    rows = [row("Game won", 1, -1, 0)]
    short, headed = (sheet(badges, sheet_of(rows, heading=each)) for each in ((), ("Contract: Solo",) * 3))
    assert headed.height == short.height + 3 * 54
    badge = where(headed, SEATS[0])
    assert badge is not None
    assert badge[1] > MARGIN + 3 * 54


def test_factors_get_a_line_of_their_own_only_if_they_are_long(badges: Badges) -> None:
    long = "Pagat ultimo missed (announced by the defenders)"
    without, with_factors, longer = (
        sheet(badges, sheet_of([row(long, 8, -8, 0)._replace(reckoning=each)]))
        for each in ("", "2 x 4", "2 x 4 (rekontra) x 2 (doubled deal)")
    )
    assert with_factors.height == without.height, "beside the amounts"
    assert longer.height > without.height, "above them"
    assert with_factors.tobytes() != without.tobytes()


def test_a_short_label_stands_beside_the_amounts(badges: Badges) -> None:
    one, other = (sheet(badges, sheet_of([row(each, 1, -1, 0)])) for each in ("1", "Trull made (announced)"))
    assert other.height == one.height + 54


def test_all_rows_of_a_busy_deal_are_shown(badges: Badges) -> None:
    busy = [row(f"Kakadu missed (announced by the defenders), {number}", 1, -1, 0) for number in range(20)]
    content = sheet_of(busy, heading=("Announced by Anna: trull; king ultimo",) * 6)
    assert shown(content) == tuple(busy)


def test_letters_can_be_read_on_a_telephone(badges: Badges) -> None:
    image = sheet(badges, sheet_of([row("H", 0, 0, 0)]))
    letter = where(image, LINE, below(HEAD[3] + 90, image.height - 130, 60, 200))
    assert letter is not None
    assert (letter[3] - letter[1]) * 390 / PICTURE_WIDTH >= 10, "pixels of a capital letter"


def test_totals_stand_below_the_sums(badges: Badges) -> None:
    rows = [row("Game won", 3, -3, 0)]
    with_totals = sheet(badges, sheet_of(rows, totals=row("Totals", 5, -5, 0)))
    assert with_totals.height > sheet(badges, sheet_of(rows)).height


def test_only_the_most_important_of_too_many_rows_are_shown_in_order(badges: Badges) -> None:
    rows = [row(f"Line {number}", points, -points, 0) for number, points in enumerate([1, 9] * 60)]
    content = sheet_of(rows)
    kept = shown(content)
    assert kept[-1].label == "More below"
    numbers = [int(each.label.split()[1]) for each in kept[:-1]]
    assert numbers == sorted(numbers)
    assert all(number % 2 for number in numbers)
    assert sheet(badges, content).height <= HIGHEST
    assert shown(sheet_of(rows[:5])) == tuple(rows[:5])


def test_a_long_sentence_makes_its_row_higher(badges: Badges) -> None:
    long = "Pagat ultimo missed (the declarer's Pagat was taken in the last trick)"
    one, other = (sheet(badges, sheet_of([row(each, 1, -1, 0)])) for each in ("Game won", long))
    assert other.height > one.height + 30


@pytest.mark.parametrize("amount", [0, 7, -99999, 123456])
def test_a_sheet_stays_within_its_margin(amount: int, badges: Badges) -> None:
    rows = [row("ろくじゅうろく 66 " * 20, *[amount] * 5)] * 30
    image = sheet(badges, sheet_of(rows, totals=row("W" * 80, *[amount] * 5)))
    for box in (
        (0, 0, PICTURE_WIDTH, MARGIN - 4),
        (0, 0, MARGIN - 4, image.height),
        (PICTURE_WIDTH - MARGIN + 4, 0, PICTURE_WIDTH, image.height),
        (0, image.height - MARGIN + 4, PICTURE_WIDTH, image.height),
    ):
        assert colours(image, box) <= FELT
    assert where(image, FACE, (0, image.height - MARGIN - 8, PICTURE_WIDTH, image.height)) is not None


def test_a_different_name_gives_a_different_sheet(badges: Badges) -> None:
    content = sheet_of([row("Game won", 1, -1, 0)])
    renamed = Sheet((Badge("Anne", 0), *content.players[1:]), content.rows, content.sums, content.more)
    assert sheet(badges, content).tobytes() != sheet(badges, renamed).tobytes()
