"""Looking for garbage less often, for programs that play many games."""

from __future__ import annotations

import gc


def spare_garbage_collection() -> None:
    """Let what there is by now alone, and look for garbage seldom.

    Matches are many small objects that live long and hold few circles; to go through all of them keeps everybody
    waiting.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
