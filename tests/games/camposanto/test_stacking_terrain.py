"""Chapters 6.2 and 6.3: stacking (with 9.2-d, 10.1-b and the shared facing of 10.1-c), river, pontoon and pond."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.games.camposanto.support import at, austria, begin, ends, find, refused, spain


def move(id, *path):
    return {"do": "move", "unit": id, "path": list(path)}


def face(id, facing):
    return {"do": "face", "unit": id, "facing": facing}


def beside(mover, *others, **more):
    """A unit U of one kind in 0708, and others in 0808 beside it."""
    step = "marshal" if mover == "marshal" else "movement"
    units = [spain(f"F{n}", other, "0808", wing="left") for n, other in enumerate(others)]
    return begin(spain("U", mover, "0708"), *units, step=step, **more)


# -- 6.2 and the stacks of 9.2 and 10.1 --------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.2-a")
@pytest.mark.rule("camposanto:6.2-c")
@pytest.mark.parametrize(
    ("mover", "others"),
    [
        ("inf", ["inf"]),
        ("inf", ["cav"]),
        ("cav", ["inf"]),
        ("cav", ["cav"]),
        ("inf", ["light", "inf"]),
        ("inf", ["art", "inf"]),
        ("cav", ["art", "inf"]),
    ],
)
def test_no_hex_takes_two_regiments(mover, others):
    m = beside(mover, *others)
    assert refused(m, "spain", move("U", "0808")) == "6.2-c"
    assert "0808" not in ends(m, "spain", "U")
    assert "0908" in ends(m, "spain", "U")


@pytest.mark.rule("camposanto:9.2-d")
@pytest.mark.parametrize(
    ("mover", "others"),
    [
        ("art", ["art"]),
        ("art", ["cav"]),
        ("art", ["light"]),
        ("art", ["light", "inf"]),
        ("art", ["art", "inf"]),
        ("light", ["art"]),
        ("light", ["art", "inf"]),
        ("cav", ["art"]),
    ],
)
def test_a_gun_shares_its_hex_with_an_infantry_regiment_only(mover, others):
    m = beside(mover, *others)
    assert refused(m, "spain", move("U", "0808")) == "9.2-d"
    assert "0808" not in ends(m, "spain", "U")


@pytest.mark.rule("camposanto:10.1-b")
@pytest.mark.parametrize(
    ("mover", "others"),
    [("light", ["light"]), ("light", ["cav"]), ("light", ["light", "inf"]), ("cav", ["light"])],
)
def test_light_infantry_shares_its_hex_with_one_infantry_regiment_only(mover, others):
    m = beside(mover, *others)
    assert refused(m, "spain", move("U", "0808")) == "10.1-b"
    assert "0808" not in ends(m, "spain", "U")


@pytest.mark.rule("camposanto:6.2-c")
@pytest.mark.parametrize("pair", [("art", "inf"), ("inf", "art"), ("light", "inf"), ("inf", "light")])
def test_a_gun_or_light_infantry_and_a_regiment_may_come_together(pair):
    mover, other = pair
    m = beside(mover, other)
    assert "0808" in ends(m, "spain", "U")
    m.answer("spain", move("U", "0808"))
    m.answer("spain", face("U", "NE"))
    assert at(m, "U") == at(m, "F0") == "0808"
    assert refused(beside("inf", "inf"), "spain", move("U", "0808")) == "6.2-c"


@pytest.mark.rule("camposanto:6.2-c")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light"])
def test_a_marshal_ends_alone_and_nobody_ends_on_him(kind):
    m = beside("marshal", kind)
    assert refused(m, "spain", move("U", "0808")) == "6.2-c"
    assert "0808" not in ends(m, "spain", "U")
    m = beside(kind, "marshal")
    assert refused(m, "spain", move("U", "0808")) == "6.2-c"
    assert "0808" not in ends(m, "spain", "U")


@pytest.mark.rule("camposanto:6.2-c")
def test_two_marshals_do_not_share_a_hex():
    assert refused(beside("marshal", "marshal"), "spain", move("U", "0808")) == "6.2-c"


@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light", "marshal"])
def test_by_option_a_marshal_shares_a_hex_either_way(kind):
    shared = {"marshal_stacking": "shared"}
    assert "0808" in ends(beside("marshal", kind, options=shared), "spain", "U")
    assert "0808" in ends(beside(kind, "marshal", options=shared), "spain", "U")
    assert refused(beside("inf", "marshal", "inf", options=shared), "spain", move("U", "0808")) == "6.2-c"


def test_by_option_fire_strikes_the_unit_and_not_the_marshal_with_it():
    m = begin(
        spain("L", "light", "0809"),
        austria("M", "marshal", "0808"),
        austria("E", "inf", "0808"),
        step="light_fire",
        dice=[6, 6],
        options={"marshal_stacking": "shared"},
    )
    m.answer("spain", {"do": "fire", "unit": "L", "hex": "0808"})
    assert find(m, "E")["steps"] == 3
    assert at(m, "M") == "0808"


@pytest.mark.rule("camposanto:6.2-b")
@pytest.mark.parametrize("mover", ["inf", "cav", "light", "marshal"])
def test_friends_are_walked_through(mover):
    units = [spain(f"F{n}", "inf", hex, wing="left") for n, hex in enumerate(["0807", "0808", "0709", "0608"])]
    units += [spain("F8", "cav", "0707", wing="left"), spain("F9", "marshal", "0809", wing="left")]
    m = begin(spain("U", mover, "0708"), *units, step="marshal" if mover == "marshal" else "movement")
    m.answer("spain", move("U", "0808", "0908"))
    assert at(m, "U") == "0908"


@pytest.mark.rule("camposanto:6.2-b")
def test_a_fast_gun_passes_through_a_battery():
    m = beside("art", "art", state="impetuous")
    assert "0908" in ends(m, "spain", "U")
    assert refused(m, "spain", move("U", "0808", "0908")) is None


@pytest.mark.parametrize(
    ("types", "rule"),
    [
        (["inf", "inf"], "6.2-c"),
        (["inf", "cav"], "6.2-c"),
        (["inf", "marshal"], "6.2-c"),
        (["art", "light"], "9.2-d"),
        (["inf", "light", "light"], "10.1-b"),
    ],
)
def test_a_position_with_an_unlawful_stack_is_refused(types, rule):
    with pytest.raises(q.BadPosition) as fault:
        begin(*(spain(f"U{n}", kind, "0808") for n, kind in enumerate(types)))
    assert fault.value.rule == rule


# -- one facing for a stack --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turning", ["L", "F"])
def test_turning_one_of_a_stack_turns_both_and_is_one_activation(turning):
    m = begin(spain("F", "inf", "0808"), spain("L", "light", "0808"), state="cautious")
    m.answer("spain", move(turning))
    m.answer("spain", face(turning, "SE"))
    assert (find(m, "F")["facing"], find(m, "L")["facing"]) == ("SE", "SE")
    assert m.view(None)["active"]["activated"] == [turning]


@pytest.mark.parametrize("kept", ["N", "S", "NE"])
@pytest.mark.parametrize(("mover", "other"), [("light", "inf"), ("art", "inf"), ("inf", "light")])
def test_whoever_joins_a_stack_gives_it_the_facing_it_chooses(mover, other, kept):
    m = begin(spain("U", mover, "0708", facing="N"), spain("F", other, "0808", wing="left", facing="S"))
    m.answer("spain", move("U", "0808"))
    m.answer("spain", face("U", kept))
    assert (find(m, "U")["facing"], find(m, "F")["facing"]) == (kept, kept)


def test_who_leaves_a_stack_turns_alone():
    m = begin(spain("F", "inf", "0808"), spain("L", "light", "0808"))
    m.answer("spain", move("L", "0908"))
    m.answer("spain", face("L", "S"))
    assert (find(m, "F")["facing"], find(m, "L")["facing"]) == ("N", "S")


def test_a_position_whose_stack_faces_two_ways_is_refused():
    with pytest.raises(q.BadPosition) as fault:
        begin(spain("F", "inf", "0808"), spain("L", "light", "0808", facing="S"))
    assert fault.value.rule == "10.1-c"


# -- 6.3 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.3-a")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light", "marshal"])
def test_nobody_enters_the_panaro(kind):
    step = "marshal" if kind == "marshal" else "movement"
    m = begin(spain("U", kind, "1318"), board="camposanto", step=step)
    assert refused(m, "spain", move("U", "1319")) == "6.3-a"
    assert refused(m, "spain", move("U", "1419")) == "6.3-a"
    assert ends(m, "spain", "U").isdisjoint({"1319", "1419"})


@pytest.mark.rule("camposanto:6.3-a")
def test_the_pontoon_can_be_entered_and_left_but_leads_no_farther():
    m = begin(spain("U", "inf", "1218"), austria("V", "cav", "1110"), board="camposanto")
    assert "1219" in ends(m, "spain", "U")
    assert refused(m, "spain", move("U", "1219", "1118")) is None
    assert refused(m, "spain", move("U", "1219", "1119")) == "6.3-a"
    assert refused(m, "spain", move("U", "1219", "1220")) == "6.3-a"
    m.answer("spain", move("U", "1219"))
    m.answer("spain", face("U", "N"))
    assert at(m, "U") == "1219"


@pytest.mark.rule("camposanto:6.3-a")
def test_austrians_cross_a_river_by_the_bridge_too_and_by_nothing_else():
    river = [f"{col:02}08" for col in range(1, 16) if col != 8]
    m = begin(
        austria("U", "inf", "0907"),
        active="austria.centre",
        board={"river": river, "bridge": "0808"},
    )
    assert {"0808", "0809", "0909"} <= ends(m, "austria", "U")
    assert ends(m, "austria", "U").isdisjoint(river)
    assert refused(m, "austria", move("U", "0908", "0909")) == "6.3-a"
    assert refused(m, "austria", move("U", "0808", "0809")) is None


@pytest.mark.rule("camposanto:6.3-c")
@pytest.mark.parametrize("kind", ["inf", "cav", "marshal"])
def test_nobody_enters_the_pond(kind):
    step = "marshal" if kind == "marshal" else "movement"
    m = begin(austria("U", kind, "1913"), board="camposanto", active="austria.centre", step=step)
    assert refused(m, "austria", move("U", "1914")) == "6.3-c"
    assert refused(m, "austria", move("U", "1814", "1914")) == "6.3-c"
    assert "1914" not in ends(m, "austria", "U")


@pytest.mark.parametrize(("hex", "rule"), [("1914", "6.3-c"), ("1319", "6.3-a"), ("1220", "6.3-a")])
def test_no_position_puts_a_unit_into_water(hex, rule):
    with pytest.raises(q.BadPosition) as fault:
        begin(spain("U", "inf", hex), board="camposanto")
    assert fault.value.rule == rule
