"""Sets of hexes that read like words and cost no more than the arithmetic inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

FEW: Final = 12
"""Up to so many hexes arithmetic finds them faster than a search in the digits."""

USUAL: Final = 2048
BITS: Final = tuple([1 << hex for hex in range(USUAL)])
"""The masks of single hexes, as far as boards usually go: to make one costs more than to look it up."""
_NUMBERS: Final[tuple[Any, ...]] = tuple(range(USUAL))
"""The hexes themselves: Any, so that the compiled build hands these objects on instead of making others."""


def bit(hex: int) -> int:
    """The mask of one hex."""
    return BITS[hex] if 0 <= hex < USUAL else 1 << hex


class HexSet:
    """Some hexes of a board; never changed once made.

    Inside it is one number with a bit for each hex. `mask` is that number, for searches that try so many sets that
    words would cost too much. Whether a hex is among them is read from the bytes of the mask, made when first asked:
    to shift it would move all of it. The last byte is empty, for what lies off the map.

    >>> woods = HexSet.of([7, 3, 4])
    >>> 3 in woods, 5 in woods, -1 in woods
    (True, False, False)
    >>> list(woods), len(woods), bool(woods - woods)
    ([3, 4, 7], 3, False)
    >>> woods & HexSet.of([4, 5]), woods | HexSet.of([5]), woods - HexSet.of([3])
    (HexSet(4), HexSet(3, 4, 5, 7), HexSet(4, 7))
    """

    __slots__ = ("_bytes", "mask")

    def __init__(self, mask: int = 0) -> None:
        self.mask: Final = mask
        self._bytes: bytes | None = None

    @classmethod
    def of(cls, hexes: Iterable[int]) -> HexSet:
        """The set of these hexes."""
        if isinstance(hexes, tuple) and len(hexes) > FEW:
            return cls(_mask_of_many(hexes))
        mask = 0
        for hex in hexes:
            mask |= BITS[hex] if 0 <= hex < USUAL else 1 << hex
        return cls(mask)

    @classmethod
    def union(cls, sets: Iterable[HexSet]) -> HexSet:
        """The hexes that are in any of these sets.

        >>> HexSet.union([HexSet.of([1, 2]), HexSet.of([2, 9])])
        HexSet(1, 2, 9)
        """
        mask = 0
        for one in sets:
            mask |= one.mask
        return cls(mask)

    def __contains__(self, hex: int) -> bool:
        """Whether a hex is one of them; -1, off the map, never is."""
        spread = self._bytes
        if spread is None:
            spread = self._bytes = self.mask.to_bytes(self.mask.bit_length() // 8 + 2, "little")
        place = hex >> 3
        return place < len(spread) and spread[place] >> (hex & 7) & 1 == 1

    def __iter__(self) -> Iterator[int]:
        """The hexes in board order; looked for from the first of them on, because most sets lie close together."""
        mask = self.mask
        found: list[Any] = []
        if not mask:
            return iter(found)
        first = (mask & -mask).bit_length() - 1
        mask >>= first
        usual = mask.bit_length() + first <= USUAL
        if mask.bit_count() > FEW:
            digits = bin(mask)[:1:-1]
            place = 0
            while place >= 0:
                found.append(_NUMBERS[place + first] if usual else place + first)
                place = digits.find("1", place + 1)
            return iter(found)
        while mask:
            last = mask.bit_length() - 1
            found.append(_NUMBERS[last + first] if usual else last + first)
            mask ^= BITS[last] if last < USUAL else 1 << last
        found.reverse()
        return iter(found)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: HexSet) -> HexSet:
        return HexSet(self.mask | other.mask)

    def __and__(self, other: HexSet) -> HexSet:
        return HexSet(self.mask & other.mask)

    def __sub__(self, other: HexSet) -> HexSet:
        return HexSet(self.mask & ~other.mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"HexSet({', '.join(map(str, self))})"

    def meets(self, other: HexSet) -> bool:
        """Whether a hex is in both: the same as `bool(self & other)`, without making the set.

        >>> HexSet.of([1, 2]).meets(HexSet.of([2, 3])), HexSet.of([1, 2]).meets(HexSet.of([3]))
        (True, False)
        """
        return self.mask & other.mask != 0

    def shared(self, other: HexSet) -> int:
        """How many hexes are in both.

        >>> HexSet.of([1, 2, 4]).shared(HexSet.of([2, 3, 4]))
        2
        """
        return (self.mask & other.mask).bit_count()

    def plus(self, hex: int) -> HexSet:
        """These hexes and one more."""
        return HexSet(self.mask | (BITS[hex] if 0 <= hex < USUAL else 1 << hex))

    def minus(self, hex: int) -> HexSet:
        """These hexes without one.

        >>> HexSet.of([1, 2]).plus(5).minus(2).minus(2)
        HexSet(1, 5)
        """
        return HexSet(self.mask & ~(BITS[hex] if 0 <= hex < USUAL else 1 << hex))

    def first(self) -> int:
        """The first hex in board order, -1 if there is none.

        >>> HexSet.of([8, 6]).first(), HexSet().first()
        (6, -1)
        """
        return (self.mask & -self.mask).bit_length() - 1


def _mask_of_many(hexes: tuple[int, ...]) -> int:
    """The mask of many hexes, put together byte by byte: each `|` would make another number of all its bits."""
    spread = [0] * (max(hexes) // 8 + 1)
    for hex in hexes:
        if hex < 0:
            raise ValueError("a hex off the map is in no set")
        spread[hex >> 3] |= 1 << (hex & 7)
    return int.from_bytes(bytes(spread), "little")


NO_HEXES = HexSet()
