"""The games, one package each; `quadrilatero.kernel` finds them by name.

Folders that the environment variable QUADRILATERO_GAMES names may hold more of them. The package can be called, because
`quadrilatero.games()` lists them: a function of that name would hide the package from `import quadrilatero.games.NAME`.
"""

import os
import sys
from pathlib import Path
from types import ModuleType

from quadrilatero.kernel.game import games

for _folder in filter(None, os.environ.get("QUADRILATERO_GAMES", "").split(os.pathsep)):
    if not Path(_folder).is_dir():
        raise ImportError(f"QUADRILATERO_GAMES names {_folder}, which is no folder; mend or unset it")
    __path__.append(_folder)


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of the games installed."""
        return games()


sys.modules[__name__].__class__ = _Games
