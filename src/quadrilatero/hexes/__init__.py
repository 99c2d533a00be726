"""Hex geometry: printed numbers such as "1219" outside, small integers inside."""

from quadrilatero.hexes.facing import EASTWARD_FACINGS, FACINGS, Facings
from quadrilatero.hexes.flood import distances, flood, path
from quadrilatero.hexes.grid import FLAT_DIRECTIONS, POINTY_DIRECTIONS, Grid
from quadrilatero.hexes.hexset import NO_HEXES, HexSet

__all__ = [
    "EASTWARD_FACINGS",
    "FACINGS",
    "FLAT_DIRECTIONS",
    "NO_HEXES",
    "POINTY_DIRECTIONS",
    "Facings",
    "Grid",
    "HexSet",
    "distances",
    "flood",
    "path",
]
