from __future__ import annotations

import math

import pytest

from card_images.canvas import ellipse, mirror, path, petal, placed, star


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
    assert mirror([(0, 0), (-4, 5)], 0) == [(0, 0), (-4, 5), (4, 5), (0, 0)]


def test_shapes_are_turned_clockwise() -> None:
    [(x, y)] = placed([(0, -1)], 10, 20, scale=2, turn=math.pi / 2)
    assert (x, y) == pytest.approx((12, 20))


def test_shapes_have_the_requested_size() -> None:
    assert max(y for _, y in ellipse(0, 0, 5, 3)) == pytest.approx(3)
    assert min(y for _, y in star(5, 10, 4)) == pytest.approx(-10)
    assert min(y for _, y in petal(7, 60)) == pytest.approx(-60)
