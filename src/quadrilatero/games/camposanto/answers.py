"""The answers a player can give, one type for each verb."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Points = dict[str, int]


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", gc=False):
    pass


class Orders(_Answer, frozen=True, tag="orders", gc=False):
    left: int
    centre: int
    right: int


class General(_Answer, frozen=True, tag="general", gc=False):
    pass


class Pass(_Answer, frozen=True, tag="pass", gc=False):
    pass


class Fire(_Answer, frozen=True, tag="fire", gc=False):
    unit: str
    hex: str


class Move(_Answer, frozen=True, tag="move", gc=False):
    unit: str
    path: list[str]


class Done(_Answer, frozen=True, tag="done", rename={"start": "from"}, gc=False):
    start: Literal["left", "right"] | None = None


class GoOn(_Answer, frozen=True, tag="go_on", gc=False):
    path: list[str]


class Stop(_Answer, frozen=True, tag="stop", gc=False):
    pass


class Face(_Answer, frozen=True, tag="face", gc=False):
    unit: str
    facing: Facing


class Stay(_Answer, frozen=True, tag="stay", gc=False):
    pass


class FallBack(_Answer, frozen=True, tag="fall_back", gc=False):
    """As a reaction one unit falls back by a path (6.4), in an Assault the whole side by its paths (7.1)."""

    unit: str | None = None
    path: list[str] | None = None
    paths: dict[str, list[str]] | None = None


class Flee(_Answer, frozen=True, tag="flee", gc=False):
    unit: str
    path: list[str]


class Assault(_Answer, frozen=True, tag="assault", gc=False):
    unit: str
    targets: list[str]


class Next(_Answer, frozen=True, tag="next", gc=False):
    unit: str


class Fight(_Answer, frozen=True, tag="fight", gc=False):
    pass


class Reroll(_Answer, frozen=True, tag="reroll", gc=False):
    marshal: str


class Hit(_Answer, frozen=True, tag="hit", gc=False):
    unit: str


class Advance(_Answer, frozen=True, tag="advance", gc=False):
    unit: str
    hex: str


class Swap(_Answer, frozen=True, tag="swap", gc=False):
    pass


class Keep(_Answer, frozen=True, tag="keep", gc=False):
    pass


ALL: tuple[type[Any], ...] = (
    Orders,
    General,
    Pass,
    Fire,
    Move,
    Done,
    GoOn,
    Stop,
    Face,
    Stay,
    FallBack,
    Flee,
    Assault,
    Next,
    Fight,
    Reroll,
    Hit,
    Advance,
    Swap,
    Keep,
)
