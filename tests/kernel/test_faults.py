"""All that is wrong with a position, at once and in its place."""

from __future__ import annotations

from typing import Any

from quadrilatero.kernel.faults import MOST, examined


def line(id: str, side: str, hex: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "type": "line", "hex": hex, **more}


def test_every_record_at_fault_is_named_by_its_own_number() -> None:
    units = [
        line("a", "italy", "3010"),
        line("b", "austria", "3010"),
        {**line("c", "italy", "3012"), "type": "cavalry", "square": True},
        line("d", "italy", "9999"),
        {**line("e", "italy", "3014"), "type": "lancers"},
    ]
    match, faults = examined("custoza", {"map": {}, "units": units})
    assert match is None
    assert {fault.where for fault in faults} == {"units[0].hex", "units[2].square", "units[3].hex", "units[4].type"}
    assert {fault.where: fault.rule for fault in faults}["units[2].square"] == "7.7-a"
    assert not any("[7.7-a]" in text or text.startswith("position") for fault in faults for text in fault.text.values())
    assert {fault.where: fault.text for fault in faults}["units[2].square"] == {
        "en": "cavalry forms no Square",
        "it": "la cavalleria non forma il Quadrato",
    }


def test_a_fault_of_the_whole_ends_the_look() -> None:
    _, (fault,) = examined("custoza", {"map": {}, "units": [line("a", "italy", "3010")], "gt": 99})
    assert fault.where == "gt"
    _, (other,) = examined("custoza", {"units": 3})
    assert other.where == "units"


def test_what_has_no_fault_is_a_match() -> None:
    match, faults = examined("custoza", {"map": {}, "units": [line("a", "italy", "3010")]})
    assert faults == []
    assert match is not None


def test_no_more_faults_are_told_than_can_be_read() -> None:
    units = [line(f"u{number}", "italy", "9999") for number in range(MOST + 5)]
    assert len(examined("custoza", {"map": {}, "units": units})[1]) == MOST
