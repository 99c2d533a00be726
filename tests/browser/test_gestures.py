"""Moving by hand: a unit dragged, faced and taken back in one gesture, a wing in one, a whole Phase in few clicks."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import apart, at_rest, on_to, point, question, serious, sit, table

Visit = Callable[..., Page]
LAPTOP = {"width": 1366, "height": 657}


def piece(page: Page, id: str) -> Locator:
    return page.locator(f"g.piece[data-unit={id}]")


def hex_of(page: Page, id: str) -> str:
    return piece(page, id).get_attribute("data-hex") or ""


def drag(page: Page, start: str, *stops: str, rest: int = 0) -> None:
    """Take up what lies in a hex and draw it over others; with `rest` the pointer waits on the first of them."""
    page.mouse.move(*point(page, start))
    page.mouse.down()
    for number, stop in enumerate(stops):
        page.mouse.move(*point(page, stop), steps=6)
        if not number and rest:
            page.wait_for_timeout(rest)
    page.mouse.up()


def test_a_unit_is_dragged_and_whatever_follows_leaves_it_as_it_faces(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit(page, table(page))
    on_to(page, "move")
    carabineros, other = piece(page, "S-R5"), piece(page, "S-R6")
    home = hex_of(page, "S-R5")
    drag(page, home, "2112")
    question(page, "face")
    expect(carabineros).to_have_attribute("data-hex", "2112")
    other.click()
    question(page, "move")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(carabineros).to_have_attribute("aria-label", re.compile("facing N,"))
    page.get_by_role("button", name="Undo").click()
    expect(carabineros).to_have_attribute("data-hex", home)
    question(page, "move")
    page.get_by_role("button", name="Redo").click()
    expect(carabineros).to_have_attribute("data-hex", "2112")
    question(page, "move")


def test_resting_on_the_hex_and_drawing_on_says_the_facing(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit(page, table(page))
    on_to(page, "move")
    carabineros = piece(page, "S-R5")
    home = hex_of(page, "S-R5")
    drag(page, home, "2112", "2212", rest=500)
    question(page, "move")
    expect(carabineros).to_have_attribute("data-hex", "2112")
    expect(carabineros).to_have_attribute("aria-label", re.compile("facing (NE|SE),"))
    page.keyboard.press("u")
    expect(carabineros).to_have_attribute("data-hex", home)
    expect(carabineros).to_have_attribute("aria-label", re.compile("facing N,"))


def test_ground_pans_and_a_hex_out_of_reach_says_why(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit(page, table(page))
    on_to(page, "move")
    before = at_rest(page)
    drag(page, "1510", "1712")
    assert at_rest(page)["x"] > before["x"] + 20
    drag(page, hex_of(page, "S-R5"), "1512")
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("1512")
    page.mouse.move(*point(page, "1609"))
    expect(bubble).to_be_hidden()
    page.locator("#decision-panel .now").get_by_role("button", name=re.compile("^Rule 6|^6")).click()
    expect(page.locator("article.on")).to_be_visible()


def test_a_wing_marches_in_one_gesture_and_says_who_cannot(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit(page, table(page))
    on_to(page, "move")
    page.get_by_role("button", name=re.compile("^All ")).click()
    expect(page.locator(".halo").nth(4)).to_be_visible()
    many = page.locator(".halo").count()
    before = {
        unit.get_attribute("data-unit"): unit.get_attribute("data-hex") for unit in page.locator("g.piece.acting").all()
    }
    lead = page.locator("g.piece.selected").get_attribute("data-hex") or ""
    page.mouse.click(*point(page, f"{lead[:2]}{int(lead[2:]) - 2:02}"))
    expect(page.locator("#decision-panel .now")).to_contain_text(re.compile(r"Move \d+ of \d+"))
    going = int(re.findall(r"Move (\d+) of", page.locator("#decision-panel .now").inner_text())[0])
    expect(page.locator("#decision-panel .now li")).to_have_count(many - going)
    assert serious(page) == []
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#decision-panel[data-question=move]")).to_be_visible()
    page.wait_for_function(
        """([before, going]) => [...document.querySelectorAll('g.piece')].filter(
            ({ dataset: { unit, hex } }) => before[unit] && before[unit] !== hex).length === going""",
        arg=[before, going],
    )
    question(page, "move")
    page.get_by_role("button", name="Undo").click()
    for id, hex in before.items():
        expect(piece(page, id or "")).to_have_attribute("data-hex", hex or "")


class Player:
    """Plays one side of a table with the mouse alone and counts how often its button goes down."""

    ANSWERS = "End|Keep|Stay|Stand and fight|Let the roll stand|takes it|next|Stop here|The Marshal is done"

    def __init__(self, page: Page, seat: str) -> None:
        self.page, self.seat = page, seat
        self.state: dict[str, Any] = {}
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.evaluate("window.presses = 0; addEventListener('pointerdown', () => window.presses++, true)")

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "state":
            self.state = message

    @property
    def presses(self) -> int:
        return int(self.page.evaluate("window.presses"))

    def options(self, verb: str) -> list[dict[str, Any]]:
        return [option for option in self.state["options"] or [] if option["do"] == verb]

    def hex(self, id: str) -> str:
        return str(next(unit["hex"] for unit in self.state["view"]["units"] if unit["id"] == id))

    def button(self, names: str) -> None:
        self.page.locator("#decision-panel").get_by_role("button", name=re.compile(names)).first.click()

    def play_phase(self, within: float = 240) -> None:
        """Answer everything up to the orders of the next Phase."""
        deadline, laid = time.monotonic() + within, False
        while time.monotonic() < deadline:
            what = self._asked()
            if what == "orders" and laid:
                return
            laid = True
            self._answer(what)
        raise AssertionError("the Phase did not end in time")

    def _asked(self) -> str:
        self.page.locator("#decision-panel:not([data-question=''])").wait_for(timeout=60_000)
        version = self.page.locator("#decision-panel").get_attribute("data-version")
        if str(self.state.get("version")) != version:
            self.page.wait_for_timeout(50)
            return self._asked()
        return self.page.locator("#decision-panel").get_attribute("data-question") or ""

    def _answer(self, what: str) -> None:
        if what == "move":
            data = self.state["question"]["data"]
            one_by_one = data["step"] == "marshal" or data["wing"] == "right"
            self._march() if one_by_one else self._march_together()
            return
        version = self.state["version"]
        if what == "orders":
            for point_, wing in ((16, "left"), (8, "centre"), (18, "right")):
                chip = self.page.get_by_role("button", name=f"Order point {point_}", exact=True)
                chip.drag_to(self.page.locator(f"#slot-{wing}"))
            self.page.get_by_role("button", name="Seal the orders").click()
        elif what == "fire" and self.options("fire"):
            shot = self.options("fire")[0]
            drag(self.page, self.hex(shot["unit"]), shot["hex"])
            self.button("Confirm")
        elif what == "flee":
            way = self.options("flee")[0]
            drag(self.page, self.hex(way["unit"]), way["path"][-1])
            self.button("Confirm")
        elif what == "assault":
            self._assault()
        elif what == "face" and self.page.get_by_role("button", name=re.compile("^All .* stay")).count():
            self.button("^All .* stay")
        else:
            self.button(self.ANSWERS)
        assert self._heard(version), self.state["question"]

    def _assault(self) -> None:
        """Everybody who can; then it is fought."""
        attackers = {option["unit"] for option in self.options("assault")}
        if self.state["question"]["data"]["declared"]:
            self.button("^Fight")
        elif len(attackers) > 1:
            self.button("Everybody assaults")
        else:  # twice on the attacker: all on its Front
            piece(self.page, attackers.pop()).dblclick()

    def _heard(self, version: int, within: float = 20) -> bool:
        """Whether the server has answered; then nothing is on its way any more."""
        deadline = time.monotonic() + within
        while self.state["version"] == version:
            if time.monotonic() > deadline:
                return False
            self.page.wait_for_timeout(30)
        self._settled()
        return True

    def _march_together(self) -> None:
        """The whole wing two hexes towards the enemy."""
        version = self.state["version"]
        self.button("^All ")
        lead = self.page.locator("g.piece.selected").get_attribute("data-hex") or ""
        self.page.mouse.click(*point(self.page, f"{lead[:2]}{int(lead[2:]) - 2:02}"))
        self.page.locator("#decision-panel .now.shown").wait_for()
        self.button("Confirm")
        assert self._heard(version)
        if self._asked() == "move" and self.state["question"]["data"]["step"] == "movement":
            self._end_movement()

    def _end_movement(self) -> None:
        """Waits for the answer: until it comes the question is the same, and would be answered again."""
        version = self.state["version"]
        self.button("End the movement|The Marshal is done")
        assert self._heard(version)

    def _settled(self) -> None:
        """Wait until a gesture of several answers has come to its end."""
        self.page.locator("#decision-panel[aria-busy=false]").wait_for()

    def _march(self) -> None:
        """Every unit by itself as near to the enemy as it gets; whoever is dragged next leaves the last as it faces."""
        moves, done = self.options("move"), set[str]()
        about = self.state["question"]["data"]["wing"], self.state["question"]["data"]["step"]
        while True:
            enemies = [unit["hex"] for unit in self.state["view"]["units"] if unit["side"] != self.seat]
            friends = {unit["hex"] for unit in self.state["view"]["units"] if unit["side"] == self.seat}
            gap = {
                hex: min(apart(hex, enemy) for enemy in enemies)
                for hex in friends | {o["path"][-1] for o in moves if o["path"]}
            }
            ways = [o for o in moves if o["path"] and o["unit"] not in done and o["path"][-1] not in friends]
            closer = [o for o in ways if gap[o["path"][-1]] < gap[self.hex(o["unit"])]]
            best = min(closer, key=lambda o: (gap[o["path"][-1]], len(o["path"])), default=None)
            if best is None:
                self._end_movement()
                return
            done.add(best["unit"])
            version = self.state["version"]
            drag(self.page, self.hex(best["unit"]), best["path"][-1])
            if not self._heard(version, within=3):
                continue
            asked, data = self._asked(), self.state["question"]["data"]
            if asked not in ("face", "move") or (asked == "move" and (data["wing"], data["step"]) != about):
                return
            moves = self.options("move") or moves


def test_a_phase_of_the_battle_takes_few_clicks(visit: Visit) -> None:
    """One wing unit by unit, two in line, all that can fire fires, all Assaults are fought; it took 180 clicks once."""
    page = visit(viewport=LAPTOP, reduced_motion="reduce")
    player = Player(page, "spain")
    sit(page, table(page, scenario="battle", level="maresciallo"))
    page.keyboard.press("0")
    player.play_phase()
    print(f"one Phase: {player.presses} clicks")
    assert 20 <= player.presses <= 60
