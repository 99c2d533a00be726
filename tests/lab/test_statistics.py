"""Intervals and ratings, against figures from elsewhere and by simulation."""

from __future__ import annotations

import random

import pytest

from quadrilatero.lab.statistics import Meeting, difference, median, paired, ratings, wilson


def test_wilson_against_published_figures():
    assert wilson(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, method 3
    assert wilson(0, 20)[1:] == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(0, 0) == (0.5, 0.0, 1.0)


def test_a_difference_against_published_figures():
    found = difference((48, 80), (56, 70))  # Newcombe 1998, method 10, the other way round
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_pairs_cover_the_truth_about_as_often_as_they_say():
    rng = random.Random(1)
    inside = 0
    for _ in range(400):
        counts: dict[float, int] = {}
        for _ in range(60):
            points = 1.0 if rng.random() < 0.5 else float(2 * (rng.random() < 0.6))  # half of the pairs are split
            counts[points] = counts.get(points, 0) + 1
        found = paired(counts)
        inside += found.low <= 0.55 <= found.high
    assert 0.92 < inside / 400 < 0.99
    perfect = paired({2.0: 10})
    assert perfect.value == 1.0
    assert perfect.low < 1.0


def test_ratings_find_the_strengths_that_made_the_results():
    won = 10 ** (200 / 400) / (1 + 10 ** (200 / 400))
    meetings = [Meeting(0, 1, won * 1000, 1000), Meeting(1, 2, won * 1000, 1000), Meeting(0, 2, 909.09, 1000)]
    first, second, third = ratings(3, meetings)
    assert tuple(first) == (0, 0, 0)
    assert second.value == pytest.approx(-200, abs=3)
    assert third.value == pytest.approx(-400, abs=3)
    assert third.low < third.value < third.high
    unbeaten = ratings(2, [Meeting(0, 1, 0, 100)])[1]
    assert 700 < unbeaten.value < 1100


def test_the_middle():
    assert median({}) == 0
    assert median({3: 5}) == 3
