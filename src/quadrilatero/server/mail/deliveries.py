"""Sending what is due: several places at once, each in order, so that a slow one keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import hashlib
import smtplib
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.kernel.plain import Plain
from quadrilatero.server.logs import LOG
from quadrilatero.server.mail import letters, webhooks
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play.describe import against, title
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Player, Store, TableRecord, contacts, notices, players, tables
from quadrilatero.server.storage.contacts import Contact
from quadrilatero.server.storage.notices import CONFIRM, Notice

BACKOFF = (60.0, 300.0, 1800.0, 7200.0, 21_600.0)
PLACES = {"mail": 4, "webhook": 16}
"""How many mailboxes and webhooks are sent to at the same time. What is more waits in the database."""
GRACE = 2.0
"""How long what is on its way may take when the server stops."""


class Deliveries:
    """One task for each place that is being sent to."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self._settings, self._store, self._metrics = settings, store, metrics
        self._tasks: dict[str, set[asyncio.Task[None]]] = {channel: set() for channel in PLACES}
        self._postmen = ThreadPoolExecutor(PLACES["mail"], thread_name_prefix="letters")

    @property
    def channels(self) -> tuple[str, ...]:
        """How this server can tell anybody anything."""
        return ("mail", "webhook") if self._settings.mail else ("webhook",)

    async def begin(self, now: float) -> None:
        """Take what is due at the time of the look for as many places as are free, and let it go its way."""
        for channel, tasks in self._tasks.items():
            free = PLACES[channel] - len(tasks)
            if not free:
                continue
            places: dict[str, list[Notice]] = defaultdict(list)
            for notice in await self._store(notices.claim, channel, now, free):
                places[notice.target].append(notice)
            for batch in places.values():
                task = asyncio.create_task(self._deliver(batch))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

    async def close(self) -> None:
        """Wait a moment for what is on its way; the rest is sent again after a start."""
        under_way = [task for tasks in self._tasks.values() for task in tasks]
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._postmen.shutdown(wait=False, cancel_futures=True)

    # -- one place -------------------------------------------------------------------------------------------------

    async def _deliver(self, batch: list[Notice]) -> None:
        """Send one place what it is to get, in order; if it does not take one, the rest waits a while too."""
        try:
            parts = _parts(batch)
            while parts and await self._deal_with(parts.pop(0)):
                pass
            for number, part in enumerate(parts):
                await self._settle(part, "waiting", due=self._settings.now() + BACKOFF[0] + number / 1000)
        except SQLAlchemyError as error:
            LOG.warning("notices delayed", extra={"why": type(error).__name__})
        except Exception as error:  # noqa: BLE001 - a letter may fail, the others go on
            self._metrics.faults.inc()
            LOG.error("notices failed", exc_info=error)

    async def _deal_with(self, group: list[Notice]) -> bool:
        """Tell what is still worth telling; False where nobody took it."""
        first, now = group[0], self._settings.now()
        contact = await self._store(contacts.find, first.player)
        player = await self._store(players.find, first.player)
        if contact is None or player is None or not self._wanted(contact, first):
            await self._settle(group, "moot")
            return True
        if first.kind == CONFIRM or first.table_id is None:
            return await self._send(group, contact, player, None)
        record = await self._store(tables.find, first.table_id)
        looked = await self._store(notices.looked, first.table_id, first.player)
        if record is None or looked > now - self._settings.presence_life:
            await self._settle(group, "moot")
            return True
        stale = [notice for notice in group if not _still(notice, record, contact)]
        await self._settle(stale, "moot")
        group = [notice for notice in group if notice not in stale]
        if not group:
            return True
        if first.channel == "mail":
            last = await self._store(notices.last_letter, first.player, first.table_id)
            if last > now - self._settings.notice_gap:
                await self._settle(group, "waiting", due=last + self._settings.notice_gap)
                return True
        return await self._send(group, contact, player, record)

    def _wanted(self, contact: Contact, notice: Notice) -> bool:
        if notice.channel not in self.channels:
            return False
        if notice.kind == CONFIRM:
            return notice.id == notices.confirm_id(contact)
        return contact.target(notice.channel) == notice.target

    async def _send(self, group: list[Notice], contact: Contact, player: Player, record: TableRecord | None) -> bool:
        first = group[0]
        try:
            if first.channel == "mail":
                await self._write(group, contact, player, record)
            else:
                assert record is not None
                await self._post(first, contact, record)
        except webhooks.RefusedAddress:
            await self._drop(group, "refused address")
            return True
        except (OSError, TimeoutError, smtplib.SMTPException) as error:
            await self._fail(group, type(error).__name__)
            return False
        except Exception as error:  # noqa: BLE001 - counted like any other try, or it would come again for ever
            self._metrics.faults.inc()
            LOG.error("notice failed", exc_info=error)
            await self._fail(group, type(error).__name__)
            return False
        await self._settle(group, "sent")
        self._metrics.notices.labels(first.channel, "sent").inc()
        return True

    async def _fail(self, group: list[Notice], why: str) -> None:
        tries = max(notice.tries for notice in group) + 1
        if tries >= self._settings.notice_tries:
            await self._drop(group, why)
            return
        self._metrics.notices.labels(group[0].channel, "failed").inc()
        pause = BACKOFF[min(tries, len(BACKOFF)) - 1]
        await self._settle(group, "waiting", due=self._settings.now() + pause, tries=tries)

    async def _drop(self, group: list[Notice], why: str) -> None:
        self._metrics.notices.labels(group[0].channel, "dropped").inc()
        LOG.warning("notice dropped", extra={"channel": group[0].channel, "notices": len(group), "why": why})
        await self._settle(group, "dropped")

    async def _settle(self, group: Iterable[Notice], state: str, **values: float) -> None:
        ids = [notice.id for notice in group]
        if ids:
            await self._store(notices.settle, ids, state, self._settings.now(), values)

    # -- the two channels ------------------------------------------------------------------------------------------

    async def _write(self, group: list[Notice], contact: Contact, player: Player, record: TableRecord | None) -> None:
        mail, first, base = self._settings.mail, group[0], self._settings.public_url
        assert mail is not None
        leave = f"{base}/#/unsubscribe/{contact.unsubscribe}"
        if record is None:
            url = f"{base}/#/confirm/{first.data['token']}"
            subject, text = letters.confirmation(contact.language, player.name, url)
            message = letters.letter(mail, first.target, first.id, subject, text, None)
        else:
            kinds = [kind for kind in notices.KINDS if any(notice.kind == kind for notice in group)]
            subject, text = letters.about_table(
                kinds,
                contact.language,
                title=title(record.game, record.scenario)[contact.language],
                against=against(record, contact.player),
                url=f"{base}/#/table/{record.id}",
                unsubscribe=leave,
            )
            message = letters.letter(mail, first.target, first.id, subject, text, leave)
        await asyncio.get_running_loop().run_in_executor(self._postmen, letters.send, mail, message)

    async def _post(self, notice: Notice, contact: Contact, record: TableRecord) -> None:
        id = hashlib.sha256(notice.id.encode()).hexdigest()[:32]
        body: Plain = {
            "id": id,
            "event": notice.kind,
            "table": record.id,
            "title": title(record.game, record.scenario),
            "against": against(record, contact.player),
            "url": f"{self._settings.public_url}/#/table/{record.id}" if self._settings.public_url else None,
        }
        status = await webhooks.post(
            notice.target,
            msgspec.json.encode(body),
            id=id,
            secret=contact.secret,
            at=int(self._settings.now()),
            private=self._settings.webhook_private,
        )
        if not 200 <= status < 300:
            raise OSError(f"HTTP {status}")


def _parts(batch: list[Notice]) -> list[list[Notice]]:
    """What is told at once: by letter all that is new at a table, anything else by itself."""
    if batch[0].channel != "mail":
        return [[notice] for notice in batch]
    parts: dict[tuple[str, str], list[Notice]] = defaultdict(list)
    for notice in batch:
        parts[notice.player, notice.table_id or notice.id].append(notice)
    return list(parts.values())


def _still(notice: Notice, record: TableRecord, contact: Contact) -> bool:
    """Whether it is still worth telling."""
    if notice.kind not in contact.events:
        return False
    mine = record.held_by(contact.player)
    if not mine:
        return False
    if notice.kind == "turn":
        return record.status == "running" and any(seat in record.turn for seat in mine)
    return notice.kind != "offer" or record.status == "running" or bool(record.offers.get("rematch"))
