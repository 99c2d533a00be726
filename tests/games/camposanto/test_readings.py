"""Readings of the rules as players choose them."""

from __future__ import annotations

import quadrilatero as q


def test_every_value_of_every_reading_has_words_in_both_languages():
    for option in q.options("camposanto"):
        assert list(option.labels) == list(option.values), option.name
        for language in ("en", "it"):
            said = [option.labels[value][language] for value in option.values]
            assert len({*said, ""}) == len(said) + 1, option.name
