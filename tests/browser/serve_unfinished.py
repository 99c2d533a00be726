"""A server that offers unfinished games too, with the product's own page: to look at them before they are ready."""

from quadrilatero.cli import main
from quadrilatero.kernel import game

if __name__ == "__main__":
    game.UNFINISHED = "no file bears this name"
    main()
