"""Lists of answers that are made when they are looked at behave like lists, in both builds, and are told from them."""

from __future__ import annotations

import pytest

from quadrilatero.kernel.listing import Listing


def test_a_listing_is_told_from_a_list():
    """The server asks, because only a listing can write itself."""
    assert isinstance(Listing([]), Listing)
    assert not isinstance([], Listing)
    assert not isinstance((), Listing)


def test_a_listing_counts_and_finds_what_its_parts_hold():
    parts = [[{"do": "move"}, {"do": "fire"}], [], [{"do": "done"}]]
    listing, whole = Listing(parts), [{"do": "move"}, {"do": "fire"}, {"do": "done"}]
    assert [listing[place] for place in range(-3, 3)] == [*whole, *whole]
    assert len(listing) == 3
    assert listing == whole
    assert listing.encoded() == b'[{"do":"move"},{"do":"fire"},{"do":"done"}]'
    for outside in (3, -4):
        with pytest.raises(IndexError):
            listing[outside]
    assert (len(Listing([])), list(Listing([])), Listing([]).encoded()) == (0, [], b"[]")
