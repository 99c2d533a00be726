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
