"""The toy game for every test of the kernel."""

from tests.kernel.toy import register_toy

__all__ = ["register_toy"]
