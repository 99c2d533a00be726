"""What messages were answered with, so that the same one again is answered alike: for each player by himself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from quadrilatero.server.storage.records import Receipt

MOST_DONE = 1000
MOST_REFUSED = 200
MOST_PLAYERS = 64


class Replies:
    """The replies of one table. Nobody's messages push out another's, nor those that were refused the others."""

    def __init__(self, receipts: Iterable[Receipt]) -> None:
        self._players: OrderedDict[str, tuple[OrderedDict[str, Any], OrderedDict[str, Any]]] = OrderedDict()
        for receipt in receipts:
            self.keep(receipt.player, receipt.message, receipt.reply)

    def find(self, player: str, message: str) -> Any:
        """What that player's message was answered with, or None if that is not known here."""
        found = self._players.get(player)
        return None if found is None else found[0].get(message, found[1].get(message))

    def keep(self, player: str, message: str, reply: Any) -> None:
        """Remember an answer."""
        if player not in self._players:
            self._players[player] = OrderedDict(), OrderedDict()
            if len(self._players) > MOST_PLAYERS:
                self._players.popitem(last=False)
        self._players.move_to_end(player)
        done, refused = self._players[player]
        kept, most = (refused, MOST_REFUSED) if reply["t"] == "error" else (done, MOST_DONE)
        kept[message] = reply
        if len(kept) > most:
            kept.popitem(last=False)
