"""The page's types, made from the server's own models: `make types` writes them, a test says when they are stale.

HTTP answers and requests come from the document that the server shows, messages of the socket from their models,
positions and answers of each game from the game. A line at the head of each file is the digest of what it was made of.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402 - found beside the package, not in it
from quadrilatero.kernel import find_game  # noqa: E402
from quadrilatero.kernel.game import installed  # noqa: E402
from quadrilatero.kernel.instructions import Instruction, Standing  # noqa: E402
from quadrilatero.server.app import create_app  # noqa: E402
from quadrilatero.server.play import messages, outgoing  # noqa: E402
from quadrilatero.server.settings import Settings  # noqa: E402

Schema = dict[str, Any]
WEB = ROOT / "web"


def whole(definitions: Schema, prefix: str = "#/$defs/") -> Schema:
    """One schema that holds these definitions and refers to all of them."""
    text = json.dumps(definitions).replace(f'"{prefix}', '"#/$defs/')
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in definitions},
        "$defs": _readable(json.loads(text)),
    }


def _readable(schema: Any) -> Any:
    """A schema as the tool reads it: it makes a type of every title, and knows tuples by an older word."""
    if isinstance(schema, list):
        return [_readable(value) for value in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _readable(value) for key, value in schema.items() if key != "title" or not isinstance(value, str)}
    if "prefixItems" in plain:
        plain |= {"items": plain.pop("prefixItems"), "additionalItems": False}
    return plain


def structs(*types: Any) -> Schema:
    """The definitions of msgspec types."""
    (_, definitions) = msgspec.json.schema_components(types)
    return dict(sorted(definitions.items()))


def schemas() -> dict[str, Schema]:
    """By file under web/src, what its types are made of."""
    document = create_app(Settings(database="sqlite:///:memory:")).openapi()
    found = {
        "lib/generated/http.ts": whole(document["components"]["schemas"], "#/components/schemas/"),
        "lib/generated/socket.ts": whole(structs(outgoing.Outgoing)),
        "lib/generated/requests.ts": whole(structs(messages.Incoming)),
        "lib/generated/instructions.ts": whole(structs(Instruction, Standing)),
    }
    for name in installed():
        game = find_game(name)
        if not (WEB / "src" / "games" / name / "index.ts").is_file():
            continue  # a game without a client of its own needs no types
        definitions = structs(*game.answers)
        definitions["Answer"] = {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in sorted(definitions)]}
        if position := dict(game.schema() or {}):
            definitions |= position.pop("$defs", {}) | {"Position": position}
        found[f"games/{name}/generated.ts"] = whole(definitions)
    return found


def digest(schema: Schema) -> str:
    return hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest()[:32]


def head(schema: Schema) -> str:
    return f"/** Made by `make types` from the server's own models: not to be edited. {digest(schema)} */"


def stale() -> list[str]:
    """The files that were made of something else than the server says now."""
    found = []
    for name, schema in schemas().items():
        file = WEB / "src" / name
        if not file.is_file() or not file.read_text(encoding="utf-8").startswith(head(schema)):
            found.append(name)
    return found


def main() -> int:
    made = schemas()
    folder, _ = hatch_build.node_and_npm()
    asked = json.dumps({name: {"head": head(schema), "schema": schema} for name, schema in made.items()})
    node = [str(folder / "node"), str(Path(__file__).with_name("write.mjs"))]
    told = subprocess.run(node, input=asked, cwd=WEB, capture_output=True, text=True, check=False)
    if told.returncode:
        print(told.stderr)
        return told.returncode
    for name, text in json.loads(told.stdout).items():
        file = WEB / "src" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    print(f"types: {', '.join(made)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
