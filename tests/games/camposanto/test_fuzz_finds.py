"""What random games have found, kept as small positions."""

from __future__ import annotations

from tests.games.camposanto.support import austria, begin, refused, spain


def test_a_gun_on_infantry_of_another_wing_is_not_asked_to_assault_alone():
    m = begin(
        spain("G", "art", "0808"),
        spain("I", "inf", "0808", wing="left"),
        spain("C", "cav", "0508"),
        austria("D", "inf", "0807"),
        austria("E", "inf", "0507"),
        step="assault",
    )
    fronts = {o["unit"] for o in m.options("spain") if o["do"] == "assault"}
    assert fronts == {"C"}
    assert refused(m, "spain", {"do": "assault", "unit": "G", "targets": ["D"]}) == "9.3-c"


def test_a_marshal_without_a_hex_to_go_to_is_not_asked():
    units = spain("M", "marshal", "0808"), spain("I", "inf", "0110"), austria("D", "inf", "1515")
    free = begin(*units, step="marshal")
    assert free.ask is not None
    assert free.ask.data["units"] == ["M"]
    around = [f"{col:02}{row:02}" for col in (7, 8, 9) for row in (7, 8, 9) if (col, row) != (8, 8)]
    shut_in = begin(*units, step="marshal", board={"pond": around})
    assert shut_in.ask is None or shut_in.ask.what != "move"
    assert next(entry.kind for entry in shut_in.entries) == "forced"
