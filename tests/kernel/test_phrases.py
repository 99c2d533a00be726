"""Sentences filled from data: words and numbers that agree in both languages."""

from pathlib import Path

import pytest

from quadrilatero.kernel.phrases import Phrasebook


@pytest.fixture
def book(tmp_path: Path) -> Phrasebook:
    path = tmp_path / "phrases.toml"
    path.write_text(
        """
        [event.hit]
        en = "{name} has {steps} {steps|step|steps} left."
        it = "A {name} {steps|resta|restano} {steps} step."
        [event.fire]
        en = "{names} {names|fires|fire}."
        it = "{names} {names|fa|fanno} fuoco."
        [event.moved]
        en = "{who} goes {way:thousandths} inches, {why:own}."
        it = "{who} muove di {way:thousandths} pollici, {why:own}."
        [event.short]
        en = "{left:exact} are left."
        it = "Ne restano {left:exact}."
        [words.fire]
        en = "fire"
        it = "fuoco"
        [words.why_fire]
        en = "under fire"
        it = "sotto il fuoco"
        """,
        encoding="utf-8",
    )
    return Phrasebook(path)


@pytest.mark.parametrize(
    ("steps", "en", "it"),
    [
        (1, "Parma has 1 step left.", "A Parma resta 1 step."),
        (3, "Parma has 3 steps left.", "A Parma restano 3 step."),
        (0, "Parma has 0 steps left.", "A Parma restano 0 step."),
    ],
)
def test_a_word_goes_with_its_number(book: Phrasebook, steps: int, en: str, it: str) -> None:
    told = {"name": "Parma", "steps": steps}
    assert [book.say("event", "hit", language, told) for language in ("en", "it")] == [en, it]


def test_a_verb_goes_with_how_many_are_named(book: Phrasebook) -> None:
    assert book.say("event", "fire", "it", {"names": ["Parma"]}) == "Parma fa fuoco."
    assert book.say("event", "fire", "en", {"names": ["Parma", "Besler"]}) == "Parma, Besler fire."


def test_lengths_and_words_of_a_field_and_the_capital_of_a_sentence(book: Phrasebook) -> None:
    told = {"who": "fire", "way": 2460, "why": "fire"}
    assert book.tell("moved", "en", told, (), []) == "Fire goes 2.5 inches, under fire."
    assert book.tell("moved", "it", {**told, "way": 12000}, (), []) == "Fuoco muove di 12 pollici, sotto il fuoco."
    assert book.tell("moved", "it", told, (), []) == "Fuoco muove di 2,5 pollici, sotto il fuoco."


def test_lengths_in_full_and_names_in_both_languages(book: Phrasebook) -> None:
    assert [book.say("event", "short", language, {"left": 2125}) for language in ("en", "it")] == [
        "2.125 are left.",
        "Ne restano 2,125.",
    ]
    assert book.say("event", "short", "it", {"left": 10000}) == "Ne restano 10."
    line = {"en": "Line infantry b1.1", "it": "Fanteria di linea b1.1"}
    assert book.say("event", "hit", "en", {"name": line, "steps": 1}) == "Line infantry b1.1 has 1 step left."
    assert book.say("event", "fire", "it", {"names": [line, "Parma"]}) == "Fanteria di linea b1.1, Parma fanno fuoco."


NAMES = {"ann": {"en": "Tuscany", "it": "Toscana"}, "bob": {"en": "Modena", "it": "Modena"}}


@pytest.fixture
def sides(tmp_path: Path) -> Phrasebook:
    path = tmp_path / "phrases.toml"
    path.write_text(
        """
        [event.lead]
        en = "Lead: {side}; {ann:called} {ann}, {bob:called} {bob}."
        it = "In testa: {side}; {ann:called} {ann}, {bob:called} {bob}."
        [event.end]
        en = "It is over, {outcome}."
        it = "È finita, {outcome}."
        [event.lost]
        en = "Part {part:number} is lost."
        it = "La parte {part:number} è perduta."
        [event.went]
        en = "{who} goes {distance:thousandths}."
        it = "{who} va di {distance:thousandths}."
        [event.went_still]
        en = "{who} stays."
        it = "{who} resta."
        [side.ann]
        en = "First"
        it = "Primo"
        [words.ann]
        en = "the First"
        it = "il Primo"
        [words.won_ann]
        en = "won by First"
        it = "vittoria: Primo"
        """,
        encoding="utf-8",
    )
    return Phrasebook(path)


def test_sides_are_called_as_their_match_calls_them(sides: Phrasebook) -> None:
    lead = {"side": "ann", "ann": 3, "bob": 2}
    assert sides.tell("lead", "it", lead, (), []) == "In testa: il Primo; Primo 3, bob 2."
    assert sides.tell("lead", "it", lead, (), [], NAMES) == "In testa: Toscana; Toscana 3, Modena 2."
    assert sides.tell("end", "en", {"outcome": "won_ann"}, (), []) == "It is over, won by First."
    assert sides.tell("end", "en", {"outcome": "won_ann"}, (), [], NAMES) == "It is over, won by Tuscany."


def test_parts_of_an_army_go_by_their_numbers_and_who_stays_does_not_go(sides: Phrasebook) -> None:
    assert sides.tell("lost", "en", {"part": "ann.b2"}, (), []) == "Part 2 is lost."
    assert sides.tell("lost", "en", {"part": "guard"}, (), []) == "Part guard is lost."
    assert sides.tell("went", "it", {"who": "Ugo", "distance": 1500}, (), []) == "Ugo va di 1,5."
    assert sides.tell("went", "it", {"who": "Ugo", "distance": 0}, (), []) == "Ugo resta."


def test_a_name_that_ends_with_a_full_stop_ends_its_sentence(sides: Phrasebook) -> None:
    assert sides.tell("end", "it", {"outcome": "vince il 18° Bers."}, (), []) == "È finita, vince il 18° Bers."
    assert sides.tell("end", "it", {"outcome": "e poi..."}, (), []) == "È finita, e poi...."
