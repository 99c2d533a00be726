"""Where the kernel's own files lie: beside this one, which is not compiled."""

from __future__ import annotations

from pathlib import Path

PHRASES = Path(__file__).with_name("phrases.toml")
