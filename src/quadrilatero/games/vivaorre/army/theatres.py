"""19: the terrain of the theatres of operations."""

from __future__ import annotations

from collections.abc import Mapping

from quadrilatero.games.vivaorre.datapack import DataPack, ListFile

EVERYWHERE = (
    "open",
    "open_wood",
    "dense_wood",
    "rough",
    "bushes",
    "marsh",
    "sand",
    "gentle_hill",
    "steep_hill",
    "building",
    "light_works",
    "heavy_works",
    "hedge",
    "wall",
    "stream",
    "gully",
    "road",
    "bridge",
    "ford",
)


def elements(data: DataPack, theatre: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """19-a, 19-c, 19-d, 19-e, 19-f, 19-g, 19-h. In tournaments a theatre has only its own elements, or open ground.

    Otherwise there are all.
    """
    if options["tournament_terrain"] == "off":
        return EVERYWHERE
    return ("open", *data.theatres[theatre].terrain)


def is_colonial(one: ListFile, other: ListFile) -> bool:
    """19-b: a battle of an army of Europe against one that is not."""
    return one.european != other.european


def theatres_of(data: DataPack, one: ListFile, other: ListFile) -> list[str]:
    """19-b. Where two armies may meet: a colonial battle is never fought in Europe."""
    return [theatre for theatre in data.theatres if theatre != "europe" or not is_colonial(one, other)]
