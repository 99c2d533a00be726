"""Lists that are encoded piece by piece say what they would say encoded whole."""

from __future__ import annotations

import random

import msgspec

from quadrilatero.kernel.rows import rows_of


def test_rows_say_what_the_records_say_whichever_was_changed():
    """Each list its own, though one was made of the other, and as long as any."""
    rng = random.Random(5)
    for length in (0, 1, 8, 9, 21):
        records = {f"r{number}": {"n": number} for number in range(length)}
        lists = [(rows_of(records), records)]
        for step in range(60 if length else 1):
            rows, known = rng.choice(lists)
            if length:
                changed = rng.choice(list(known))
                lists.append((rows.without(changed), {**known, changed: {"n": -step}}))
            rows, known = rng.choice(lists)
            assert msgspec.json.decode(b"[" + rows.encoded(known.__getitem__) + b"]") == list(known.values())


def test_only_records_beside_one_that_was_changed_are_asked_for_again():
    """Those that are encoded together with it."""
    records = {f"r{number}": {"n": number} for number in range(21)}
    rows, asked = rows_of(records), []
    rows.encoded(records.__getitem__)

    def record(id: str) -> dict[str, int]:
        asked.append(id)
        return records[id]

    rows.encoded(record)
    assert asked == []
    rows.without("r9").encoded(record)
    assert asked == [f"r{number}" for number in range(8, 16)]
