"""Whole numbers that the compiled build keeps in a machine word, and rows of them; plain Python has int and list.

Searches count small numbers. Coordinates and lengths on a table stay below 2^28, so products of two of them fit; what
may grow beyond (squares of such products) is an ordinary int, which has no bounds in either build. A row (`vec`) is as
long as it was made; nothing is added to it. This module itself is never compiled: it has nothing to run.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64
else:
    i64 = int
    vec = list

__all__ = ["i64", "vec"]
