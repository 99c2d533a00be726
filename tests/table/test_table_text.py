"""A table in characters: everybody and everything in its place, and a name where there is room for one."""

from __future__ import annotations

from quadrilatero.table.text import Ground, Piece, Sheet, read_step

SIZE = (40000, 20000)


def shown(sheet: Sheet) -> list[str]:
    return ["".join(text for text, _ in line) for line in sheet.lines()]


def laid(ground: list[Ground] | None = None, pieces: list[Piece] | None = None, width: int = 85) -> list[str]:
    sheet = Sheet(SIZE, width, 40)
    sheet.lay(ground or [])
    sheet.stand(pieces or [])
    return shown(sheet)


def test_the_table_has_the_proportions_of_the_real_one() -> None:
    lines = laid()
    assert len(lines) == 1 + 20  # eighty characters of half an inch, lines of one inch
    assert {len(line) for line in lines[1:]} == {5 + 80}
    assert [lines[0].index(f" {x} ") for x in (5, 10, 30)] == [5 + 2 * x - 1 for x in (5, 10, 30)]
    assert [row for row, line in enumerate(lines) if line[:5].strip()] == [5, 10, 15, 20]
    assert [line[:5].strip() for line in lines[5::5]] == ["15", "10", "5", "0"]


def test_north_is_up_and_a_footprint_fills_its_cells() -> None:
    piece = Piece((10000, 16000, 0, 4000, 2000), "↑b1", "▒", "")
    lines = laid(pieces=[piece])
    found = [(row, line.index("▒")) for row, line in enumerate(lines) if "▒" in line]
    assert [row for row, _ in found] == [5, 6]  # four and five inches from the northern edge
    there = [line[5 + 16 : 5 + 24] for line in lines[5:7]]
    assert set(there) == {"▒▒▒▒▒▒▒▒", "↑b1▒▒▒▒▒"}


def test_a_label_that_is_longer_than_its_piece_covers_nobody_else() -> None:
    small = Piece((10000, 10000, 0, 500, 500), "★someone", "▒", "")
    other = Piece((11500, 10000, 0, 1000, 1000), "↑x", "░", "")
    line = next(line for line in laid(pieces=[small, other]) if "★" in line)
    assert "★" in line
    assert "↑x" in line
    assert line.index("★") < line.index("↑x")


def test_ground_is_seen_by_its_sign_and_named_where_it_is_large_enough() -> None:
    wood = Ground("♣", "", [[(20000, 4000), (30000, 4000), (30000, 10000), (20000, 10000)]], name="Rouilly")
    stream = Ground("~", "", line=[(0, 15000), (40000, 15000)])
    tiny = Ground("⌂", "", [[(2000, 2000), (3000, 2000), (3000, 3000), (2000, 3000)]], name="a farm with a long name")
    lines = laid([wood, stream, tiny])
    assert sum("~" * 80 in line for line in lines) == 1
    assert sum("♣Rouilly♣" in line for line in lines) == 1
    assert any("⌂⌂" in line for line in lines)
    assert not any("a farm" in line for line in lines)


def test_a_low_window_gets_a_smaller_table_and_whoever_asks_the_whole() -> None:
    assert Sheet(SIZE, 160, 15).columns == 60
    assert Sheet(SIZE, 160, 25).columns == 100
    assert Sheet(SIZE, 160, 15, whole=True).columns == 155
    assert Sheet(SIZE, 40, 15).columns == 35


def test_what_is_no_manoeuvre_is_not_taken_for_one() -> None:
    for text in ("", "advance", "advance far", "wheel 30", "oblique left 30", "to 4", "about face now"):
        assert read_step(text) is None, text
    assert read_step("to 4 5,5") == {"go": "to", "at": [4000, 5500]}
    assert read_step("obliquo destra 20 1") == {"go": "oblique", "side": "right", "angle": 2000, "by": 1000}
    assert read_step("aside left 1") == {"go": "sideways", "side": "left", "by": 1000}
