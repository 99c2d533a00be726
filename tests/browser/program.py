"""Which browser the tests drive."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def browser_program() -> str | None:
    """QUADRI_BROWSER, or the first Chromium on the path."""
    return os.environ.get("QUADRI_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
