"""The games, one package each; `quadrilatero.kernel` finds them by name.

Folders that the environment variable QUADRILATERO_GAMES names may hold more of them.
"""

import os
from pathlib import Path

for _folder in filter(None, os.environ.get("QUADRILATERO_GAMES", "").split(os.pathsep)):
    if not Path(_folder).is_dir():
        raise ImportError(f"QUADRILATERO_GAMES names {_folder}, which is no folder; mend or unset it")
    __path__.append(_folder)
