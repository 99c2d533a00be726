"""Hex geometry: printed numbers such as "1219" outside, small integers inside."""

from quadrilatero.hexes.facing import EASTWARD_FACINGS, FACINGS, Facings
from quadrilatero.hexes.flood import Travel, cheapest, distances, flood, path, price
from quadrilatero.hexes.grid import FLAT_DIRECTIONS, POINTY_DIRECTIONS, Grid
from quadrilatero.hexes.hexset import NO_HEXES, HexSet
from quadrilatero.hexes.sides import Feature, Hexsides, Side
from quadrilatero.hexes.sight import Blocks, Sight

__all__ = [
    "EASTWARD_FACINGS",
    "FACINGS",
    "FLAT_DIRECTIONS",
    "NO_HEXES",
    "POINTY_DIRECTIONS",
    "Blocks",
    "Facings",
    "Feature",
    "Grid",
    "HexSet",
    "Hexsides",
    "Side",
    "Sight",
    "Travel",
    "cheapest",
    "distances",
    "flood",
    "path",
    "price",
]
