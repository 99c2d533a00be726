"""Hex geometry: printed numbers such as "1219" outside, small integers inside."""

from quadrilatero.hexes.flood import distances, flood, path
from quadrilatero.hexes.grid import FACINGS, FLAT_DIRECTIONS, POINTY_DIRECTIONS, Grid, vertex_front

__all__ = ["FACINGS", "FLAT_DIRECTIONS", "POINTY_DIRECTIONS", "Grid", "distances", "flood", "path", "vertex_front"]
