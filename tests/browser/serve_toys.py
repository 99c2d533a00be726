"""A server whose page is the bundle in the folder that is named first."""

import sys
from pathlib import Path

from quadrilatero.cli import main
from quadrilatero.server.http import static

if __name__ == "__main__":
    static.FOLDER = Path(sys.argv.pop(1))
    main()
