"""How often somebody may do something."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from quadrilatero.server.fairness import Asker

MOST_KEYS = 20_000


class Bucket:
    """Holds `size` tokens and gains `rate` a second; each act takes one."""

    __slots__ = ("_clock", "_level", "_rate", "_seen", "_size")

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._level, self._seen = size, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Whether one more act, or one that weighs so much, is allowed now."""
        self._fill()
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def spend(self, amount: float) -> None:
        """Take what an act has turned out to weigh, even if that is more than there is."""
        self._fill()
        self._level -= amount

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self._size, self._level + max(0.0, now - self._seen) * self._rate)
        self._seen = now

    def wait(self) -> float:
        """In how many seconds one more act is allowed."""
        return max(0.0, (1 - self._level) / self._rate - (self._clock() - self._seen))


class Limiter:
    """A bucket for each key, the least recently used ones forgotten."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._size, self._clock)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def allows(self, key: str) -> bool:
        """Whether that key may act once more now."""
        return self._bucket(key).take()

    def lets(self, asker: Asker) -> bool:
        """Whether a player at an address may act once more now; what the address has it shares out."""
        lets = True
        for key, weight in asker.keys:
            lets = self._bucket(key).take(weight) and lets
        return lets

    def has_left(self, asker: Asker) -> bool:
        """Whether they have not spent more than they had."""
        return all(self._bucket(key).take(0.0) for key, _ in asker.keys)

    def spend(self, asker: Asker, amount: float) -> None:
        """Count what an act of theirs has turned out to weigh."""
        for key, weight in asker.keys:
            self._bucket(key).spend(amount * weight)

    def wait(self, key: str) -> float:
        """In how many seconds that key may act once more."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait()


def origin(address: str) -> str:
    """Where somebody asks from: of an IPv6 address the network, because each of its hosts has as many as it likes."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_network((known, 64), strict=False))
