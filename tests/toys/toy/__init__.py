"""The kernel's toy: three seats, each a side of its own."""

from tests.kernel.toy import Toy

GAME = Toy()
