"""The toy games for every test of the kernel."""

from tests.kernel.toy import register_toy
from tests.toys import find_toys

__all__ = ["find_toys", "register_toy"]
