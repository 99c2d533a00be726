"""The page's types are those of the server's models as they are now."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

WEB = Path(__file__).resolve().parent.parent / "web"


@pytest.fixture(scope="module", name="tool")
def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("schemas", WEB / "types" / "schemas.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_none_is_stale(tool: ModuleType) -> None:
    assert tool.stale() == [], "the server's models have changed: run `make types`, then `make client`"


def test_another_model_makes_them_stale(tool: ModuleType) -> None:
    schema = tool.schemas()["lib/generated/socket.ts"]
    before = tool.digest(schema)
    schema["$defs"]["Ack"]["properties"]["more"] = {"type": "string"}
    assert tool.digest(schema) != before


def test_every_game_with_a_client_has_its_answers(tool: ModuleType) -> None:
    made = tool.schemas()
    clients = {path.parent.name for path in (WEB / "src" / "games").glob("*/index.ts")}
    assert clients
    for game in clients:
        file = f"games/{game}/generated.ts"
        assert "Answer" in made[file]["$defs"]
        verbs = re.findall(r'do: "(\w+)"', (WEB / "src" / file).read_text(encoding="utf-8"))
        assert len(verbs) == len(tool.find_game(game).answers)
