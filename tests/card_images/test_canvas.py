"""Outlines, and names in pictures."""

from __future__ import annotations

import math

import pytest
from PIL import Image, ImageChops, ImageDraw

from card_images.canvas import ellipse, mirror, path, petal, placed, star
from card_images.lettering import ELLIPSIS, fitted, initials, legible, shortened, width, wrapped, write


def test_lines_are_read_point_by_point() -> None:
    assert path("M 1 2 L 3 4 5 6") == [(1, 2), (3, 4), (5, 6)]


def test_a_curve_passes_through_its_end_points() -> None:
    points = path("M 0 0 C 0 10 10 10 10 0 C 10 -5 20 -5 20 0")
    assert points[28] == pytest.approx((10, 0))
    assert points[-1] == pytest.approx((20, 0))
    assert points[14] == pytest.approx((5, 7.5))


@pytest.mark.parametrize("broken", ["M 1", "M 1 2 L x 3", "M 0 0 C 1 2 3 4 5", "M 0 0 L"])
def test_a_broken_path_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match=r"could not convert|is shorter"):
        path(broken)


def test_a_mirrored_half_closes_the_outline() -> None:
    assert mirror("M 0 0 L -4 5", 0) == [(0, 0), (-4, 5), (4, 5), (0, 0)]


def test_shapes_are_turned_clockwise() -> None:
    [(x, y)] = placed([(0, -1)], 10, 20, scale=2, turn=math.pi / 2)
    assert (x, y) == pytest.approx((12, 20))


def test_shapes_have_the_requested_size() -> None:
    assert max(y for _, y in ellipse(0, 0, 5, 3)) == pytest.approx(3)
    assert min(y for _, y in star(5, 10, 4)) == pytest.approx(-10)
    assert min(y for _, y in petal(7, 60)) == pytest.approx(-60)


SIZE = 40


def drawn(text: str, anchor: str = "l") -> tuple[int, int, int, int] | None:
    image = Image.new("L", (600, 100))
    write(ImageDraw.Draw(image), 300, 50, text, SIZE, "#FFFFFF", anchor)
    return image.getbbox()


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Kovácsné Őrsi",
        "Ștefan Țăranu",
        "Jörg Weiß",
        "大輔",
        "さくら",
        "ローマ",
        "山田 花子",
        "Nguyễn",
        "Анна Їжак",
        "Ελένη",
    ],
)
def test_names_in_supported_scripts_are_unchanged(name: str) -> None:
    assert legible(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Anna 🎉", "Anna"),
        ("\u2068Anna\u2069", "Anna"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Ｔａｒｏ", "Taro"),
        ("A\u030arne", "Årne"),
        ("한글", ""),
        ("🎉🎉🎉", ""),
        ("?", "?"),
        ("", ""),
    ],
)
def test_other_letters_become_base_letters_or_are_left_out(name: str, kept: str) -> None:
    assert legible(name) == kept


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("anna", "A"),
        ("Kata Őrsi Ágota", "KŐ"),
        ("大輔", "大"),
        ("山田 花子", "山"),
        ("Anna 大輔", "A"),
        ("", ""),
    ],
)
def test_initials(name: str, first: str) -> None:
    assert initials(name) == first


def test_a_long_name_is_shortened_to_the_width() -> None:
    name = "Bartholomäus von Hohenlohe"
    assert shortened(name, SIZE, width(name, SIZE)) == name
    for widest in (100, 150.5, 200):
        short = shortened(name, SIZE, widest)
        assert short.endswith(ELLIPSIS)
        assert name.startswith(short[:-1])
        assert width(short, SIZE) <= widest
    assert shortened(name, SIZE, 0) == ELLIPSIS


def test_a_sentence_is_broken_between_words() -> None:
    text = "Pagat ultimo missed (a defender's Pagat was taken in the last trick)"
    lines = wrapped(text, SIZE, 400, 4)
    assert " ".join(lines) == text
    assert all(width(line, SIZE) <= 400 for line in lines)
    cut = wrapped(text, SIZE, 400, 2)
    assert cut[0] == lines[0]
    assert cut[1].endswith(ELLIPSIS)
    assert wrapped("Game won", SIZE, 400, 2) == ["Game won"]


def test_japanese_is_broken_anywhere_but_before_a_closing_sign() -> None:
    text = "パガット・ウルティモ失敗（宣言あり）ゲーム。"
    lines = wrapped(text, SIZE, 200, 9)
    assert "".join(lines) == text
    assert all(width(line, SIZE) <= 200 for line in lines)
    assert not any(line[0] in "）。ーッ" for line in lines[1:])
    assert not any(line[-1] == "（" for line in lines)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("相手の高いカードの点数", "カード"),
        ("合計に、プールは8チップ", "8チップ"),
        ("連続の連続コントラ・×2の支払い", "コントラ・×2"),
        ("つぎの次のタロック18の保持者", "タロック18"),
        ("ゲームに勝利するのに必要な点数", "必要"),
        ("大輔の点数は94点中48点、必要な点は36点", "94点中"),
        ("このセッションの第1ディールの合計", "第1ディール"),
        ("宣言した切り札の枚数による得点", "切り札"),
    ],
)
def test_a_word_and_a_number_with_its_counter_stay_whole(text: str, whole: str) -> None:
    for number in range(len(whole), len(text)):
        lines = wrapped(text, SIZE, width("あ" * number, SIZE), 99)
        assert "".join(lines) == text
        assert any(whole in line for line in lines), lines


def test_a_word_wider_than_a_line_is_broken_all_the_same() -> None:
    assert "".join(wrapped("W" * 40, SIZE, 100, 99)) == "W" * 40


def test_a_number_stays_with_the_word_that_it_counts() -> None:
    text = "Game won (Anna has 47 card points, 36 needed)"
    for widest in range(round(width("Game won (Anna", SIZE)), round(width(text, SIZE)), 20):
        lines = wrapped(text, SIZE, widest, 9)
        assert " ".join(lines) == text
        assert not any(line[-1].isdigit() for line in lines)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Anna", ["Anna"]),
        ("Kovácsné Őrsi Ágota", ["Kovácsné", "Őrsi Ágota"]),
        ("Bartholomäus von Hohenlohe", ["Bartholo…"]),
        ("一二三四五六七八", ["一二三四", "五六七八"]),
    ],
)
def test_a_name_is_whole_if_there_is_room_and_no_word_is_broken(name: str, lines: list[str]) -> None:
    assert fitted(name, (44, 40), 160, 2)[1] == lines


def test_a_name_gets_a_smaller_size_before_a_second_line() -> None:
    name = "Ioan Țepeș"
    assert fitted(name, (44, 40), width(name, 40), 2) == (40, [name])
    assert fitted(name, (44, 40), width(name, 44), 2) == (44, [name])


def test_text_is_aligned_by_its_anchor() -> None:
    left, middle, right = (drawn("Hö大", anchor) for anchor in "lmr")
    assert left is not None
    assert middle is not None
    assert right is not None
    assert left[0] == pytest.approx(300, abs=4)
    assert (middle[0] + middle[2]) / 2 == pytest.approx(300, abs=3)
    assert right[2] == pytest.approx(300, abs=4)
    capital = drawn("H")
    assert capital is not None
    assert (capital[1] + capital[3]) / 2 == pytest.approx(50, abs=1.5)


def test_each_script_is_drawn_with_its_own_letters() -> None:
    images = []
    for text in ("ő", "o", "大", "犬", "ț", "t"):
        image = Image.new("L", (80, 80))
        write(ImageDraw.Draw(image), 10, 40, text, SIZE, "#FFFFFF")
        images.append(image)
    for one, other in zip(images[::2], images[1::2], strict=True):
        assert ImageChops.difference(one, other).getbbox()
