"""11.5: what is listed for a Force that may react, what is refused, and what is done when the trigger is over."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.custoza.deeds import Deed, Force, Trigger
from quadrilatero.games.custoza.rules import reactions
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, rolls, state, where

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "austria", "markers": [MARKER]}
PAIR = ("i", "j")


def enter(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """An Austrian Force comes to the marker in 3010, aimed at 3011."""
    m = play(austria("a", "3009", facing="S"), *units, active=ACTIVE, dice=dice or [1] * 16, **more)
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    return m


def met(*units: Plain, kind: str = "infantry") -> tuple[State, Force]:
    """The state in which the Force i in 3011 may react to one that has come to 3010."""
    s = state(austria("a", "3010", facing="S"), *units, active={"formation": "austria"})
    s.begin(Deed("move", "austria", ("a",)))
    force = Force("italy", kind, s.board.hex("3011"), tuple(id for id in s.units if id != "a"))
    s.triggers = (Trigger("enters", "austria", ("a",), s.board.hex("3010"), forces=(force,)),)
    return s, force


CLOSED: dict[str, tuple[str, Plain]] = {
    "face": ("11.5.1-a", {"facing": "N"}),
    "fire": ("11.5.2-a", {}),
    "assault": ("11.5.3-b", {}),
    "charge": ("11.5.3-d", {}),
    "square": ("11.5.4-a", {}),
    "fall_back": ("11.5.5-a", {"path": ["3012"]}),
    "leave_march": ("11.5.6-a", {}),
    "leave_square": ("11.5.6-a", {}),
    "limber": ("11.5.6-a", {}),
    "unlimber": ("11.5.6-a", {}),
}


@pytest.mark.rule("custoza:11.5-a", "custoza:11.3-a")
@pytest.mark.parametrize("verb", CLOSED)
def test_what_is_not_open_to_a_force_is_refused_by_its_own_rule(verb: str) -> None:
    s, force = met(italy("i", "3011", facing="N"))
    rule, more = CLOSED[verb]
    kinds = {kind.__struct_config__.tag: kind for kind in reactions.REACTIONS}
    answer: Any = msgspec.convert({"do": verb, "units": ["i"], **more}, type=kinds[verb])
    refusal = reactions.refuse_reaction(s, [(force, [])], answer)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, "no_reaction")
    nobody = reactions.refuse_reaction(s, [], answer)
    assert nobody is not None
    assert (nobody.rule, nobody.reason) == ("11.3-a", "not_reacting")


@pytest.mark.rule("custoza:11.5-a", "custoza:11.5.1-a")
def test_what_is_listed_for_each_reaction() -> None:
    s, force = met(italy("i", "3011", facing="N"))
    faces = reactions.listed(s, force, "face")
    assert [option["facing"] for option in faces] == ["NE", "SE", "S", "SW", "NW"]
    assert {option["do"] for option in faces} == {"face"}
    for verb in ("fire", "assault", "square", "limber", "leave_march"):
        assert reactions.listed(s, force, verb) == [{"do": verb, "units": ["i"]}]
    backs = reactions.listed(s, force, "fall_back")
    assert {tuple(option["path"]) for option in backs} == {("2911",), ("3012",), ("3111",)}


@pytest.mark.rule("custoza:22.3.2-b")
def test_a_fortress_fires_as_garrison_or_as_guns_and_does_nothing_else() -> None:
    s, force = met(italy("F", "3011", "fortress"))
    assert reactions.choices(s, force) == ["fire"]
    assert reactions.listed(s, force, "fire") == [{"do": "fire", "units": ["F"], "class": "infantry"}]
    guns = force._replace(kind="artillery")
    assert reactions.listed(s, guns, "fire") == [{"do": "fire", "units": ["F"], "class": "artillery"}]
    watching = reactions.watching(s, "italy", s.board.hex("3010"))
    assert [one.kind for one in watching] == ["infantry", "artillery"]
    bare, _ = met(italy("F", "3011", "fortress", guns=0))
    assert [one.kind for one in reactions.watching(bare, "italy", bare.board.hex("3010"))] == ["infantry"]
    spent, force = met(italy("F", "3011", "fortress", ammo="out"))
    assert reactions.choices(spent, force) == []


@pytest.mark.rule("custoza:11.5.6-a", "custoza:11.1-f")
def test_a_force_changes_only_as_a_whole() -> None:
    for kind, key, verb in (("line", "march", "leave_march"), ("artillery", "march", "unlimber")):
        for first, second, able in ((True, True, True), (True, False, False), (False, False, False)):
            units = [italy(id, "3011", kind, sv=1, **{key: on}) for id, on in zip(PAIR, (first, second), strict=True)]
            s, _ = met(*units)
            assert reactions.can_change(s, s.of(list(PAIR)), verb) is able
    s, _ = met(*(italy(id, "3011", "artillery", sv=1, march=id == "i") for id in PAIR))
    assert not reactions.can_change(s, s.of(list(PAIR)), "limber")


@pytest.mark.rule("custoza:11.1-f")
def test_a_column_can_only_leave_its_march() -> None:
    s, force = met(italy("i", "3011", march=True))
    assert reactions.choices(s, force) == ["leave_march"]
    s, force = met(italy("i", "3011", "artillery", march=True), kind="artillery")
    assert reactions.choices(s, force) == ["unlimber"]


@pytest.mark.rule("custoza:11.5.6-a", "custoza:8.2.2-a")
@pytest.mark.parametrize(
    ("kind", "verb", "told"), [("line", "leave_march", "left_march"), ("artillery", "unlimber", "left_march")]
)
def test_who_is_fired_at_in_march_leaves_it_when_the_fire_is_over(kind: str, verb: str, told: str) -> None:
    units = austria("h", "3008", "artillery", facing="S"), italy("i", "3011", kind, march=True, sp=6, max=6)
    m = play(*units, austria("z", "2020"), active={"formation": "austria"}, dice=[1, 1])
    m.answer("austria", {"do": "fire", "units": ["h"], "hex": "3011"})
    assert (m.ask.what, m.ask.rule, m.ask.data["action"]) == ("react", "11.1-a", "fire")
    assert m.ask.data["to"] is None
    (force,) = m.ask.data["forces"]
    assert force == {"units": ["i"], "hex": "3011", "class": now(m).units["i"].kind, "trigger": "fire", "may": [verb]}
    assert m.options("italy") == [{"do": verb, "units": ["i"]}, {"do": "pass"}]
    m.answer("italy", {"do": verb, "units": ["i"]})
    (event,) = events(m, told)
    assert (event.rule, event.data["units"]) == ("11.5.6-a", ["i"])
    assert not now(m).units["i"].march


@pytest.mark.rule("custoza:11.5.3-a", "custoza:11.5.3-c")
@pytest.mark.parametrize(("kind", "do"), [("line", "assault"), ("cavalry", "charge"), ("cavalry", "assault")])
def test_who_attacks_back_checks_first_and_loses_nothing_by_that(kind: str, do: str) -> None:
    m = enter(italy("i", "3011", kind, facing="N"), dice=[6, 6, *[1] * 12])
    m.answer("italy", {"do": do, "units": ["i"]})
    check = rolls(m, "cohesion")[0]
    assert (check.data["reason"], check.data["success"]) == (do, False)
    assert (now(m).units["i"].status, where(m, "i")) == (0, "3011")
    assert not [roll for roll in rolls(m, "charge") + rolls(m, "assault") if roll.data["by"] == "italy"]


@pytest.mark.rule("custoza:11.5.3-b", "custoza:10.1-b")
def test_a_counter_attack_needs_a_way_to_a_hex_beside_the_trigger() -> None:
    s, _ = met(italy("i", "3013", facing="N"))
    unit, target = [s.units["i"]], s.board.hex("3010")

    def why(*path: str) -> tuple[str | None, str] | None:
        refusal = reactions.assault_refusal(s, unit, [s.board.hex(number) for number in path], target)
        return None if refusal is None else (refusal.rule, refusal.reason)

    assert why("3012", "3011") is None
    assert why() == ("11.5.3-b", "too_far")
    assert why("3012") == ("11.5.3-b", "too_far")
    assert why("3014") == ("11.5.3-b", "too_far")
    assert why("3011") is not None
    ends = {path[-1] for path in reactions.approaches(s, unit, reactions.assault_refusal)}
    assert ends <= set(s.board.grid.adjacent[target])
    assert s.board.hex("3011") in ends
    far, _ = met(italy("i", "3018", facing="N"))
    assert reactions.approaches(far, [far.units["i"]], reactions.assault_refusal) == []


@pytest.mark.rule("custoza:11.5.5-c", "custoza:11.5.5-a")
def test_who_falls_back_in_reaction_keeps_his_facing() -> None:
    m = enter(italy("i", "3011", facing="N"))
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    assert (where(m, "i"), now(m).units["i"].facing) == ("3012", 0)
    assert m.ask is None or m.ask.who != ("italy",) or m.ask.what != "face"


@pytest.mark.rule("custoza:11.3-a", "custoza:11.4-b")
def test_each_force_reacts_once_and_in_the_order_its_player_likes() -> None:
    m = enter(italy("i", "3011", facing="N"), italy("j", "3110", facing="NW"), dice=[1] * 24)
    assert [force["units"] for force in m.ask.data["forces"]] == [["j"], ["i"]]
    m.answer("italy", {"do": "fire", "units": ["j"]})
    assert [force["units"] for force in m.ask.data["forces"]] == [["i"]]
    assert refused(m, "italy", {"do": "fire", "units": ["j"]}) == "11.3-a"
    m.answer("italy", {"do": "fire", "units": ["i"]})
    assert [roll.data["by"] for roll in rolls(m, "fire")] == ["italy", "italy"]
    assert m.ask is None or m.ask.what != "react"


@pytest.mark.rule("custoza:11.5.2-a", "custoza:8.8-b")
def test_only_those_who_may_fire_do() -> None:
    m = enter(italy("i", "3011", facing="N", sv=2), italy("j", "3011", facing="N", sv=2, ammo="out"), dice=[1] * 16)
    m.answer("italy", {"do": "fire", "units": ["i", "j"]})
    assert rolls(m, "fire")[0].data["units"] == ["i"]


@pytest.mark.rule("custoza:11.4-a", "custoza:10.5.6-a", "custoza:11.2-a")
@pytest.mark.parametrize("do", ["fire", "assault", "fall_back"])
def test_a_reaction_inside_a_reaction_answers_the_inner_trigger(do: str) -> None:
    narrow = {"terrain": {"2911": "lake", "3111": "lake"}}
    m = enter(italy("i", "3011", facing="N"), austria("b", "3013", facing="N"), board=narrow, dice=[1] * 30)
    assert (m.ask.data["hex"], m.ask.data["to"], m.ask.data["action"]) == ("3010", None, "assault")
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("react", ("austria",), "10.5.6-a")
    assert (m.ask.data["hex"], m.ask.data["by"], m.ask.data["action"]) == ("3012", "italy", "fall_back")
    assert [force["units"] for force in m.ask.data["forces"]] == [["b"]]
    if do == "fall_back":
        paths = {tuple(option["path"]) for option in m.options("austria") if option["do"] == do}
        assert paths == {("2913",), ("3014",), ("3113",)}, "away from the inner trigger"
        m.answer("austria", {"do": do, "units": ["b"], "path": ["3014"]})
        assert where(m, "b") == "3014"
        return
    m.answer("austria", {"do": do, "units": ["b"]})
    if do == "fire":
        assert (rolls(m, "fire")[0].data["hex"], rolls(m, "fire")[0].data["targets"]) == ("3012", ["i"])
    else:
        assert (rolls(m, "assault")[0].data["by"], rolls(m, "assault")[0].data["target"]) == ("austria", "3012")
