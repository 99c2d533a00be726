"""The bot of docs/own-bot.md plays as it is written there, and beats recluta."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.simulate import simulate

DOC = Path(__file__).resolve().parent.parent.parent / "docs" / "own-bot.md"


def test_the_bot_of_the_document_beats_recluta(tmp_path, monkeypatch):
    (example,) = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    (tmp_path / "mybot.py").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    run = simulate(plan_run("camposanto", "learning", ["mybot.Closer", "recluta"], games=20, seed=1))
    assert run.failed == []
    assert run.tally.bot_points(0) >= 14
