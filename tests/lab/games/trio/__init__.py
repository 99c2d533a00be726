"""The kernel's toy by a name of its own: three seats, each a side."""

from tests.lab.teams import TRIO as GAME

__all__ = ["GAME"]
