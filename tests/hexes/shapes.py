"""Grids for the tests: any block of columns and rows, with gaps or without, and the shape of the map of Custoza."""

from typing import Any

from hypothesis import strategies as st

from quadrilatero.hexes import Grid

CUSTOZA = Grid(
    range(10, 71),
    range(4, 35),
    layout="flat",
    shifted="odd",
    missing=[f"{col}34" for col in range(11, 70, 2)],
)
"""Columns 10 to 70, the odd ones half a hex south and one hex shorter."""

LAYOUTS: dict[str, Any] = {
    "layout": st.sampled_from(["pointy", "flat"]),
    "shifted": st.sampled_from(["even", "odd"]),
}
runs = st.builds(lambda first, count: range(first, first + count), st.integers(0, 40), st.integers(1, 9))
blocks = st.builds(Grid, runs, runs, **LAYOUTS)


@st.composite
def with_gaps(draw: st.DrawFn) -> Grid:
    """A block from which some hexes are missing, one at least being left."""
    block = draw(blocks)
    gaps = draw(st.sets(st.sampled_from(block.numbers), max_size=block.size - 1))
    return Grid(block.cols, block.rows, layout=block.layout, shifted=block.shifted, missing=gaps)


grids = blocks | with_gaps()
