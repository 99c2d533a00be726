"""How soon the board is there and how smoothly it moves: frames beside an empty page's of the same run, and the time
that the page's own thread works for each of them, which does not depend on what else the machine has to do."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

import quadrilatero as q
from quadrilatero.games.custoza import GAME as CUSTOZA
from quadrilatero.kernel import Match
from tests.browser.helpers import at_rest, question, sit, study, table
from tests.games.camposanto.support import austria, begin, spain

Visit = Callable[..., Page]
REPORTS = Path(__file__).resolve().parents[2] / "reports"
FRAMES = """ms => new Promise(done => {
  const at = []; const start = performance.now();
  const step = now => { at.push(now); now - start < ms ? requestAnimationFrame(step) : done(at) };
  requestAnimationFrame(step);
})"""
SECONDS = 1.6
FRAME = 1000 / 60
WATER = ("lake", "mincio", "tione")


def rate(at: list[float]) -> float:
    return (len(at) - 1) / (at[-1] - at[0]) * 1000


def crowded() -> bool:
    """Whether others want the processors too: then no figure in seconds says anything of the page."""
    return (os.getloadavg()[0] if hasattr(os, "getloadavg") else 0) >= (os.cpu_count() or 1)


def moved(page: Page, move: Callable[[int], None]) -> tuple[float, float]:
    """Frames a second while the map is moved, and the milliseconds of work of the page's thread for each frame."""
    thread = page.context.new_cdp_session(page)
    thread.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        return float(
            next(
                one["value"]
                for one in thread.send("Performance.getMetrics")["metrics"]
                if one["name"] == "TaskDuration"
            )
        )

    before = worked()
    page.evaluate(f"() => {{ window.frames_ = ({FRAMES})({SECONDS * 1000}) }}")
    end, number = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        number += 1
        move(number)
    at = page.evaluate("() => window.frames_")
    return rate(at), (worked() - before) * 1000 / len(at)


def panned(page: Page) -> tuple[float, float]:
    """The map drawn to and fro by its ground."""
    box = page.get_by_test_id("map").bounding_box()
    assert box
    page.mouse.move(box["x"] + 500, box["y"] + 12)
    page.mouse.down()
    found = moved(page, lambda n: page.mouse.move(box["x"] + 500 + 160 * ((n % 40) - 20) / 20, box["y"] + 12 + n % 50))
    page.mouse.up()
    return found


def zoomed(page: Page) -> tuple[float, float]:
    """In and out by the wheel, past the height at which counters are drawn plainer."""
    box = page.get_by_test_id("map").bounding_box()
    assert box
    page.mouse.move(box["x"] + 400, box["y"] + 300)
    return moved(page, lambda n: page.mouse.wheel(0, -60 if n % 40 < 20 else 60))


def report(name: str, **found: float) -> None:
    print(found)
    REPORTS.mkdir(exist_ok=True)
    (REPORTS / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def shown_cold(visit: Visit, page: Page, id: str) -> tuple[float, float, float]:
    """A cold load: another context, empty cache, the cookie alone brought along. Seconds to the board, then panning."""
    cold = visit("api/health", storage_state=page.context.storage_state())
    start = time.monotonic()
    sit(cold, id)
    cold.locator("g.piece").first.wait_for()
    first = time.monotonic() - start
    at_rest(cold)
    return first, *panned(cold)


def soon_and_smooth(visit: Visit, page: Page, id: str, name: str, most: float) -> None:
    """A table is there within so many seconds, and its map follows the hand."""
    idle = rate(visit("api/health").evaluate(FRAMES, 1000))
    first, panning, work = shown_cold(visit, page, id)
    for _ in range(2):  # others make a page slower, never quicker
        if crowded() or (first < most and panning > 0.8 * min(60, idle)):
            break
        first, panning, work = shown_cold(visit, page, id)
    report(
        name,
        first_view_s=round(first, 2),
        panning_fps=round(panning, 1),
        empty_page_fps=round(idle, 1),
        panning_work_ms=round(work, 1),
    )
    assert work < FRAME / 2
    if not crowded():
        assert first < most
        assert panning > 0.8 * min(60, idle)


def test_first_view_and_panning(visit: Visit) -> None:
    page = visit()
    soon_and_smooth(visit, page, table(page, scenario="battle"), "browser", 2)


def campaign() -> Match:
    """As many counters as the largest game to come has: 132 a side, in close order."""
    wings = ("left", "centre", "right")
    places = [(col, row) for row in range(9) for col in range(2, 26)][:132]
    return begin(
        *(spain(f"S{n}", "inf", f"{c:02}{9 + r:02}", wing=wings[c // 9]) for n, (c, r) in enumerate(places)),
        *(austria(f"A{n}", "inf", f"{c:02}{8 - r:02}", wing=wings[c // 9]) for n, (c, r) in enumerate(places)),
        board="camposanto",
    )


def test_a_board_of_264_counters_moves_smoothly(visit: Visit) -> None:
    page = visit()
    idle = rate(visit("api/health").evaluate(FRAMES, 1000))
    study(page, campaign())
    question(page, "move")
    assert page.locator("g.piece").count() == 264
    at_rest(page)
    panning, panning_work = panned(page)
    at_rest(page)
    zooming, zooming_work = zoomed(page)
    report(
        "many_counters",
        panning_fps=round(panning, 1),
        panning_work_ms=round(panning_work, 1),
        zooming_fps=round(zooming, 1),
        zooming_work_ms=round(zooming_work, 1),
        empty_page_fps=round(idle, 1),
    )
    assert panning_work < FRAME / 2
    assert zooming_work < FRAME


def field_of_custoza() -> Match:
    """All the counters that are printed, 132 a side, one to a hex on either side of the Mincio's hills."""
    board = CUSTOZA.ground.board()
    dry = [number for hex, number in enumerate(board.grid.numbers) if board.terrain[hex] not in WATER]
    north = [number for number in dry if int(number[:2]) >= 25 and 8 <= int(number[2:]) <= 15][:132]
    south = [number for number in dry if int(number[:2]) >= 25 and 18 <= int(number[2:]) <= 25][:132]
    kinds = ("line", "line", "light", "cavalry", "artillery")
    return q.start(
        "custoza",
        position={
            "gt": 8,
            "units": [
                {"id": f"{side}{n}", "side": side, "type": kinds[n % 5], "hex": hex}
                for side, hexes in (("italy", south), ("austria", north))
                for n, hex in enumerate(hexes)
            ],
        },
        options={"fog": "open"},
    )


def test_the_field_of_custoza_is_soon_there_and_moves_smoothly_under_264_counters(visit: Visit) -> None:
    page = visit()
    id = study(page, field_of_custoza())
    question(page, "activate")
    soon_and_smooth(visit, page, id, "custoza", 2.5)
