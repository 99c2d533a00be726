"""`python -m quadrilatero` is the command `quadrilatero`."""

from quadrilatero.cli import main

if __name__ == "__main__":
    main()
