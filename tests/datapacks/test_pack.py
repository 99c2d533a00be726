"""A folder of data files: what each may hold, what is said of a fault, and a folder that replaces another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from quadrilatero.datapacks import BadData, Files, Hex, Hexes, Label, Pack, Provenance, Record, Size, Text, repeated

VARIABLE = "QUADRILATERO_TEST_DATA"


Cost = Annotated[str, Meta(pattern=r"^\d+(/\d+)?$", description='points such as "1" or "1/2"')]


class ChartSource(Record, frozen=True):
    cost: Provenance
    note: Provenance | None = None


class Ground(Record, frozen=True):
    id: str
    kind: Literal["wood", "field"]
    source: ChartSource
    cost: Annotated[int, Meta(ge=1)] = 1


class Charts(Record, frozen=True):
    title: Text
    size: Size
    ground: tuple[Ground, ...]
    costs: dict[str, Cost]
    bridges: Hexes = ()
    label: tuple[Label, ...] = ()
    levels: tuple[int, ...] = ()


class Scenario(Record, frozen=True):
    start: Hex


class Data(msgspec.Struct):
    charts: Charts
    starts: list[str]
    digest: str


def build(files: Files) -> Data:
    charts = files.one(Charts)
    if twice := repeated((("ground", n, "id"), each.id) for n, each in enumerate(charts.content.ground)):
        raise charts.bad(twice.way, f"{twice.value} is already on line {charts.line(twice.earlier)}", "name it anew")
    return Data(charts.content, [doc.content.start for doc in files.all(Scenario)], files.digest)


CHARTS = """\
size = 7
[title]
en = "Charts"
it = "Tabelle"
[costs]
road = "1/2"
[[ground]]
id = "w"
kind = "wood"
source = { cost = "rulebook" }
[[ground]]
id = "f"
kind = "field"
cost = 2
source = { cost = "estimate" }
"""


@pytest.fixture
def pack(tmp_path: Path) -> Pack[Data]:
    folder = tmp_path / "built_in"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "charts.toml").write_text(CHARTS, encoding="utf-8")
    (folder / "scenarios" / "one.toml").write_text('start = "0101"', encoding="utf-8")
    return Pack(folder, {"charts.toml": Charts, "scenarios/*.toml": Scenario}, VARIABLE, build)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    (folder / "scenarios").mkdir(parents=True)
    return folder


def fault(pack: Pack[Data], own: Path, old: str, new: str) -> BadData:
    assert old in CHARTS
    (own / "charts.toml").write_text(CHARTS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData) as caught:
        pack.load(own)
    return caught.value


def test_the_environment_names_a_folder_that_replaces_files(
    pack: Pack[Data], own: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert pack.chosen() is pack.load()
    (own / "scenarios" / "two.toml").write_text('start = "0202"', encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(own))
    mine = pack.chosen()
    assert (pack.load().starts, mine.starts) == (["0101"], ["0101", "0202"])
    assert mine.charts == pack.load().charts
    assert mine.digest != pack.load().digest


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("size = 7", "size = 100", 1, "size: expected an integer from 1 to 99, got 100"),
        ('"wood"', '"sea"', 9, 'ground "w": kind: expected "wood" or "field", got "sea"'),
        ("cost = 2", "cost = 0", 14, 'ground "f": cost: expected an integer from 1, got 0'),
        ("cost = 2", 'cost = "2"', 14, 'ground "f": cost: expected an integer from 1, got "2"'),
        ('"estimate"', '"hearsay"', 15, 'ground "f": source: cost: expected "rulebook", "history" or "estimate", got'),
        ('{ cost = "estimate" }', "1", 15, 'source: expected a table with cost and so on, each "rulebook", "history"'),
        ('road = "1/2"', "road = 2", 6, 'costs: road: expected points such as "1" or "1/2", got 2'),
        ('[title]\nen = "Charts"\nit = "Tabelle"', "", 1, "title: expected a table [title] with en and it, which is"),
        ('id = "w"', "id = 1", 8, "ground, entry 1: id: expected a text in quotes, got 1"),
        ("size = 7", 'size = 7\nlabel = "none"', 2, 'label: expected [[label]] blocks, got "none"'),
        ("size = 7", 'size = 7\nbridges = ["1"]', 2, "bridges, entry 1: expected a hex number of four digits"),
        ("size = 7", 'size = 7\nlevels = "high"', 2, 'levels: expected a list, each an integer, got "high"'),
    ],
)
def test_what_a_key_wants_is_told_from_its_type(pack: Pack[Data], own: Path, old: str, new: str, line: int, said: str):
    bad = fault(pack, own, old, new)
    assert (bad.file, bad.line) == ("charts.toml", line)
    assert said in bad.fault


def test_a_fault_has_its_remedy(pack: Pack[Data], own: Path):
    bad = fault(pack, own, "cost = 2", "csot = 2")
    assert (bad.line, bad.fault, bad.remedy) == (14, 'ground "f": csot: unknown key', 'did you mean "cost"?')
    assert str(bad) == 'charts.toml, line 14: ground "f": csot: unknown key; did you mean "cost"?'
    bad = fault(pack, own, 'id = "f"', 'id = "w"')
    assert str(bad) == 'charts.toml, line 12: ground "w": id: w is already on line 8; name it anew'


def test_a_file_that_does_not_belong_there(pack: Pack[Data], own: Path):
    (own / "scenarios" / "deep").mkdir()
    (own / "scenarios" / "deep" / "one.toml").touch()
    with pytest.raises(BadData, match=r"the files are charts.toml and scenarios/\*.toml: rename it"):
        pack.load(own)
    with pytest.raises(BadData, match="there is no such folder; name a folder"):
        pack.load(own / "nowhere")


def test_a_built_in_file_that_does_not_fit_is_named_as_such(pack: Pack[Data], own: Path):
    (pack.built_in / "scenarios" / "one.toml").write_text("start = 1", encoding="utf-8")
    with pytest.raises(BadData) as caught:
        pack.load(own)
    assert caught.value.remedy.startswith("this file is the built-in one: put a scenarios/one.toml of your own")
