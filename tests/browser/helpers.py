"""Hands for the tests: set up a table, wait for a question, point at a hex, play on by the socket."""

from __future__ import annotations

import json
import math
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, FloatRect, Locator, Page, expect
from websockets.sync.client import connect

from quadrilatero.kernel import Match

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
BOTH_LANGUAGES = """async () => {
    const root = document.documentElement, key = "quadrilatero.lang", own = root.lang, stored = localStorage[key];
    const speak = async (lang) => {  // as if chosen in another window
        if (lang === undefined) delete localStorage[key]; else localStorage[key] = lang;
        dispatchEvent(new Event("storage"));
        await new Promise((done) => setTimeout(done));
    };
    const found = { [own]: (await axe.run(document, { resultTypes: ["violations"] })).violations };
    await speak(own === "en" ? "it" : "en");
    if (root.lang === own) throw new Error("the page has kept its language");
    const words = ["cat.language", "cat.name-role-value", "cat.text-alternatives", "cat.forms"];
    const about = { type: "tag", values: words };  // what words can spoil; the rest takes long and stays the same
    found[root.lang] = (await axe.run(document, { resultTypes: ["violations"], runOnly: about })).violations;
    await speak(stored);
    return found;
}"""
ONE_LANGUAGE = """async () => ({
    [document.documentElement.lang]: (await axe.run(document, { resultTypes: ["violations"] })).violations,
})"""
SIZE, MARGIN = 40, 44  # of the drawing: web/src/lib/hex.ts, Board.svelte
STILL: dict[str, Any] = {"reduced_motion": "reduce"}  # for whole games: most of their time went into gliding maps


def enter(page: Page, name: str = "Anna") -> None:
    page.get_by_label(re.compile("Your name|Il tuo nome")).fill(name)
    page.get_by_role("button", name=re.compile("^(Enter|Entra)$")).click()
    page.locator("#new-title").wait_for()


def table(
    page: Page,
    *,
    scenario: str = "learning",
    opponent: str = "bot",
    side: str = "spain",
    assistance: str = "standard",
    level: str = "recluta",
) -> str:
    """A table set up as the lobby does it; the page goes there."""
    foe = {"kind": "bot", "level": level} if opponent == "bot" else {"kind": opponent}
    asked = {
        "game": "camposanto",
        "scenario": scenario,
        "options": {},
        "seat": side,
        "opponent": foe,
        "pace": {"kind": "none"},
        "assistance": assistance,
        "public": True,
    }
    headers = {"X-Quadrilatero": "1"}
    page.request.post("/api/session", headers=headers, data={"name": "Anna"})
    answer = page.request.post("/api/tables", headers=headers, data=asked)
    assert answer.ok, answer.text()
    found: str = answer.json()["id"]
    return found


def study(page: Page, match: Match) -> str:
    """A table of one's own at which a match stands where this one does; the page goes there as the seat asked."""
    headers = {"X-Quadrilatero": "1"}
    page.request.post("/api/session", headers=headers, data={"name": "Anna"})
    body = {"game": match.game.name, "position": match.state()}
    answer = page.request.post("/api/studies", headers=headers, data=body, timeout=120_000)
    assert answer.ok, answer.text()
    id: str = answer.json()["id"]
    page.goto(f"/#/table/{id}")
    page.locator("main.cover, #decision-panel").first.wait_for()
    if page.locator("main.cover").count():
        page.locator("main.cover button").click()
    page.get_by_test_id("map").wait_for()
    return id


def sit(page: Page, id: str) -> None:
    page.goto(f"/#/table/{id}")
    page.get_by_test_id("map").wait_for()


QUESTIONS = (
    *("move", "fire", "general", "react", "face", "assault", "stand", "flee"),
    *("hit", "advance", "reroll", "next", "go_on"),
)
LEAST = re.compile(
    r"^\s*(End|Keep|Stay|Stop|Stand|Fight|Let|No Assault|The Marshal is done|Chiudi|Tienilo|Resta)|takes it|next$"
)


def question(page: Page, *wanted: str) -> str:
    """Wait until one of these questions is asked of this page and none of its answers is on its way."""
    asked = page.wait_for_function(
        """wanted => {
            const panel = document.querySelector("#decision-panel");
            return panel?.ariaBusy !== "true" && wanted.includes(panel?.dataset.question) && panel.dataset.question;
        }""",
        arg=list(wanted),
    )
    return str(asked.json_value())


def answered(page: Page, answer: Locator) -> None:
    """Press what answers, twice where the page asks whether one is sure, and wait for what follows from it."""
    version = page.locator("#decision-panel").get_attribute("data-version")
    answer.click()
    told = page.locator(f"#decision-panel:not([data-version='{version}'])[aria-busy=false]")
    sure = page.locator(".sure button.main")
    told.or_(sure).first.wait_for()
    if sure.count():
        sure.click()
    told.wait_for()


def on_to(page: Page, wanted: str = "move") -> None:
    """Do as little as possible until that is asked."""
    for _ in range(60):
        asked = question(page, "orders", *QUESTIONS)
        if asked == wanted:
            return
        if asked == "orders":
            lay_orders(page)
        else:
            answered(page, page.locator("#decision-panel button:enabled").filter(has_text=LEAST).first)
    raise AssertionError(f"{wanted} was never asked")


def lay_orders(page: Page, left: int = 1, centre: int = 3, right: int = 9) -> None:
    """Seal orders, each so many points up from the lowest, and wait until the page has heard that they are."""
    question(page, "orders")
    for wing, times in (("left", left), ("centre", centre), ("right", right)):
        page.locator(f"#slot-{wing}").focus()
        for _ in range(times):
            page.keyboard.press("ArrowUp")
    seal = page.get_by_role("button", name=re.compile("Seal the orders|Sigilla gli ordini"))
    expect(seal).to_be_enabled()
    version = page.locator("#decision-panel").get_attribute("data-version")
    seal.click()
    page.locator(f"#decision-panel[data-question=orders][data-version='{version}']").wait_for(state="detached")


def pause(page: Page) -> bool:
    """Stop what is shown of the computer's moves; False where they were over before the pointer was there."""
    try:
        page.get_by_role("button", name="Pause").click(timeout=2_000)
    except Error:
        return False
    return page.get_by_role("button", name="Continue").count() == 1


def at_rest(page: Page) -> FloatRect:
    """Where the map lies once it has stopped moving."""
    sheet, before = page.locator(".sheet").bounding_box(), None
    while sheet != before:
        page.wait_for_timeout(400)
        sheet, before = page.locator(".sheet").bounding_box(), sheet
    assert sheet
    return sheet


def point(page: Page, hex: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    sheet = at_rest(page)
    width = page.locator(".sheet").evaluate("e => e.offsetWidth")
    col, row = int(hex[:2]), int(hex[2:])
    scale = sheet["width"] / width
    x = math.sqrt(3) * SIZE * (col - 0.5 + (0.5 if row % 2 == 0 else 0)) + MARGIN
    y = SIZE * (1.5 * (row - 1) + 1) + MARGIN
    return sheet["x"] + x * scale, sheet["y"] + y * scale


def soon(page: Page, check: Callable[[], bool], why: Callable[[], str] = str, within: float = 30) -> None:
    """Wait until something that `expect` has no word for has come true."""
    deadline = time.monotonic() + within
    while not check():
        assert time.monotonic() < deadline, why()
        page.wait_for_timeout(100)


def unfold(page: Page, wanted: Locator) -> None:
    """Open parts of the log, the oldest first, until what is wanted is there."""
    folded = page.locator("#panel h3 button[aria-expanded=false]")
    while True:
        wanted.or_(folded).first.wait_for()
        if wanted.count():
            return
        folded.first.click()


def apart(a: str, b: str) -> int:
    (q1, r1), (q2, r2) = (((2 * int(h[:2]) + (int(h[2:]) % 2 == 0) - int(h[2:])) // 2, int(h[2:])) for h in (a, b))
    return max(abs(q2 - q1), abs(r2 - r1), abs(q2 - q1 + r2 - r1))


def play_until(
    page: Page, id: str, seat: str, wanted: str, least: int = 1, seed: int = 4, within: float = 240
) -> dict[str, Any] | None:
    """Answer for a seat, marching on the enemy, until it is asked `wanted`; None when the game ends before."""
    cookies = "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())
    place = urlsplit(page.url)
    chance = random.Random(seed)
    deadline = time.monotonic() + within
    address = f"ws://{place.netloc}/ws/tables/{id}?seat={seat}"
    headers = {"Cookie": cookies, "Origin": f"{place.scheme}://{place.netloc}"}
    with connect(address, additional_headers=headers, max_size=None) as socket:
        count = 0
        while time.monotonic() < deadline:
            message: dict[str, Any] = json.loads(socket.recv(timeout=30))
            if message["t"] != "state":
                continue
            if message["table"]["status"] == "over":
                return None
            asked, options = message["question"], message["options"]
            if not asked or not options:
                continue
            if asked["what"] == wanted and sum(o["do"] == wanted for o in options) >= least:
                return message
            count += 1
            answer = _choose(message, seat, chance)
            body = {"t": "answer", "id": f"t{seed}-{count}", "version": message["version"], "seat": seat}
            socket.send(json.dumps({**body, "answer": answer}))
    raise AssertionError(f"{wanted} was not asked within {within:.0f} seconds")


def _choose(message: dict[str, Any], seat: str, chance: random.Random) -> dict[str, Any]:
    options: list[dict[str, Any]] = message["options"]
    what = message["question"]["what"]
    if what == "face":
        return next(o for o in options if o["facing"] == ("N" if seat == "spain" else "S"))
    if what != "move":
        return chance.choice(options)
    units = message["view"]["units"]
    enemies = [u["hex"] for u in units if u["side"] != seat]
    at = {u["id"]: u["hex"] for u in units}

    def gap(hex: str) -> int:
        return min(apart(hex, enemy) for enemy in enemies)

    closer = [o for o in options if o.get("path") and gap(o["path"][-1]) < gap(at[o["unit"]])]
    return min(closer, key=lambda o: gap(o["path"][-1]), default={"do": "done"})


def story(page: Page, id: str) -> list[dict[str, Any]]:
    """What was told of a game up to its last moment, each event with the frame at which it came."""
    index = page.request.get(f"/api/tables/{id}/replay").json()
    told: list[dict[str, Any]] = []
    while len(told) < index["told"]:
        place = f"/api/tables/{id}/replay/{index['stops'][-1]}/events?from={len(told)}&count=200"
        told += page.request.get(place).json()["events"]
    return told


def serious(page: Page, languages: str = BOTH_LANGUAGES) -> list[str]:
    """What axe finds serious or worse on the page as it stands, in its language and then in the other one.

    A page that is written in one language is looked at with ONE_LANGUAGE.
    """
    page.evaluate(AXE.read_text(encoding="utf-8"))  # not as a script tag: the page's policy forbids inline ones
    return [
        f"{lang}, {v['id']}: {v['help']} ({len(v['nodes'])}): {v['nodes'][0]['html'][:160]}"
        for lang, violations in page.evaluate(languages).items()
        for v in violations
        if v["impact"] in ("serious", "critical")
    ]
