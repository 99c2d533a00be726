"""Letters and webhooks, with a real mail server and a real receiver."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import delete, func, select

from quadrilatero.server.mail import deliveries, letters, webhooks
from quadrilatero.server.mail.letters import is_address
from quadrilatero.server.mail.notifier import FORGET_EVERY, KEPT
from quadrilatero.server.play import describe
from quadrilatero.server.settings import Mail
from quadrilatero.server.storage import Store, tables
from quadrilatero.server.storage.schema import CONTACTS, NOTICES
from tests.server.support import PATIENCE, Clock, Player, Server, running, two_players, wait_for

EVENTS = ["turn", "over", "joined", "chat", "offer"]
Table = dict[str, Any]
Received = list[tuple[dict[str, str], bytes]]
"""The headers and the body of each."""


class Postman:
    """Keeps what it is given; while `refusing`, takes nothing."""

    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.refusing = False

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.refusing:
            return "451 later"
        self.letters.append(message_from_bytes(envelope.content))
        return "250 ok"


@contextlib.contextmanager
def mailbox() -> Iterator[tuple[Postman, Mail]]:
    postman = Postman()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(postman, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield postman, Mail("127.0.0.1", "games@example.org", port, "none")
    finally:
        controller.stop()


@contextlib.contextmanager
def receiver(status: int = 200, answers: threading.Event | None = None) -> Iterator[tuple[Received, str]]:
    """A webhook; with `answers`, it keeps whoever calls waiting for that."""
    got: Received = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            if answers is not None:
                answers.wait()
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield got, f"http://127.0.0.1:{server.server_port}/hook?x=1"
    finally:
        if answers is not None:
            answers.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@contextlib.contextmanager
def serving(tmp_path: Path, clock: Clock, mail: Mail | None, **more: Any) -> Iterator[Server]:
    settings = {"notice_every": 0.02, "public_url": "https://games.example.org", "webhook_private": True, **more}
    with running(f"sqlite:///{tmp_path / 'mail.db'}", now=clock, mail=mail, **settings) as server:
        yield server


def contact(player: Player, status: int = 200, **changes: Any) -> Any:
    form = {"address": None, "webhook": None, "events": EVENTS, "language": "en", **changes}
    response = player.http.put("/api/contact", json=form)
    assert response.status_code == status, response.text
    return response.json()


def confirmed(player: Player, postman: Postman, address: str) -> None:
    before = len(postman.letters)
    assert contact(player, address=address)["confirmed"] is False
    wait_for(lambda: len(postman.letters) > before)
    token = link_in(postman.letters[-1], "confirm")
    player.post("/api/contact/confirm", token=token)
    assert player.get("/api/contact")["confirmed"] is True
    player.post("/api/contact/confirm", status=404, token=token)


def text_of(letter: Any) -> str:
    body: bytes = letter.get_payload(decode=True)
    return body.decode()


def link_in(letter: Any, what: str) -> str:
    """The token of a letter's link."""
    found = re.search(rf"#/{what}/(\S+)", text_of(letter))
    assert found
    return found[1]


@contextlib.contextmanager
def told_by_mail(tmp_path: Path, clock: Clock, **more: Any) -> Iterator[tuple[Postman, Server, Table, Player, Player]]:
    """A table of two players, the first of them with a confirmed address."""
    with (
        mailbox() as (postman, mail),
        serving(tmp_path, clock, mail, **more) as server,
        two_players(server) as (table, anna, bela),
    ):
        confirmed(anna, postman, "anna@example.org")
        yield postman, server, table, anna, bela


@contextlib.contextmanager
def told_by_webhook(
    tmp_path: Path, clock: Clock, status: int = 200
) -> Iterator[tuple[Received, Server, Table, Player, Player]]:
    """A table of two players, the first of them with a webhook that answers so."""
    with (
        receiver(status) as (got, url),
        serving(tmp_path, clock, None) as server,
        two_players(server) as (table, anna, bela),
    ):
        contact(anna, webhook=url)
        yield got, server, table, anna, bela


def answer(player: Player, table: str) -> None:
    with player.sit(table) as seat:
        seat.until_state()
        assert seat.answer(seat.state["options"][0])["t"] == "ack"


def settled(server: Server, clock: Clock) -> None:
    """Let the notifier look twice at what there is now, and send what it has found."""
    seen = server.services.notifier
    done = threading.Event()
    loops: list[int] = []
    original = seen.work

    async def work() -> None:
        await original()
        loops.append(1)
        if len(loops) == 2:
            done.set()

    seen.work = work  # type: ignore[method-assign]
    assert done.wait(10)
    seen.work = original  # type: ignore[method-assign]
    wait_for(lambda: not _count(server.services.store, NOTICES.c.state == "sending"))


def test_a_letter_says_that_it_is_your_turn_and_no_more(tmp_path: Path, clock: Clock):
    with told_by_mail(tmp_path, clock) as (postman, server, table, anna, bela):
        session = anna.http.cookies["q_session"]
        answer(anna, table["id"])
        settled(server, clock)
        assert len(postman.letters) == 1
        answer(bela, table["id"])
        settled(server, clock)
        assert len(postman.letters) == 1, "told before it had waited"
        clock.at += 120
        if "spain" not in anna.get(f"/api/tables/{table['id']}")["turn"]:
            pytest.fail("the first phase begins with the Spanish in this scenario")
        wait_for(lambda: len(postman.letters) == 2)
        letter = postman.letters[1]
        text = text_of(letter)
        assert letter["To"] == "anna@example.org"
        assert "Camposanto" in str(letter["Subject"])
        assert "your turn" in text
        assert "Béla" in text
        assert f"https://games.example.org/#/table/{table['id']}" in text
        assert session not in str(letter)
        assert table["dice"]["commitment"] not in text
        leave = link_in(letter, "unsubscribe")
        assert leave in letter["List-Unsubscribe"]
        settled(server, clock)
        assert len(postman.letters) == 2
        with server.player() as nobody:
            nobody.post("/api/contact/unsubscribe", token=leave)
        assert anna.get("/api/contact")["address"] is None
        bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        clock.at += 4000
        settled(server, clock)
        assert len(postman.letters) == 2


def test_who_looks_at_the_table_gets_none_and_one_letter_a_while_is_enough(tmp_path: Path, clock: Clock):
    with told_by_mail(tmp_path, clock) as (postman, server, table, anna, bela):
        path = f"/api/tables/{table['id']}"
        with anna.sit(table["id"]) as looking:
            looking.until_state()
            bela.post(f"{path}/draw", seat="austria", offer=True)
            clock.at += 70
            settled(server, clock)
            clock.at += 1
            settled(server, clock)
        assert len(postman.letters) == 1
        clock.at += 100
        bela.post(f"{path}/draw", seat="austria", offer=False)
        settled(server, clock)
        bela.post(f"{path}/draw", seat="austria", offer=True)
        settled(server, clock)
        clock.at += 70
        wait_for(lambda: len(postman.letters) == 2)
        assert "draw" in text_of(postman.letters[1])
        bela.post(f"{path}/resign", seat="austria")
        settled(server, clock)
        clock.at += 70
        settled(server, clock)
        assert len(postman.letters) == 2, "a second letter within the gap"
        clock.at += 1800
        wait_for(lambda: len(postman.letters) == 3)
        assert "over" in text_of(postman.letters[2])


def test_what_a_restart_interrupts_is_sent_afterwards_once(tmp_path: Path, clock: Clock):
    with mailbox() as (postman, mail):
        with serving(tmp_path, clock, mail) as server, two_players(server) as (table, anna, bela):
            confirmed(anna, postman, "anna@example.org")
            postman.refusing = True
            bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
            settled(server, clock)
            clock.at += 70
            wait_for(lambda: _tries(server.services.store) > 0)
        postman.refusing = False
        clock.at += 3600
        with serving(tmp_path, clock, mail) as server:
            wait_for(lambda: len(postman.letters) == 2)
            settled(server, clock)
            assert len(postman.letters) == 2
        with serving(tmp_path, clock, mail) as server:
            settled(server, clock)
            assert len(postman.letters) == 2


def _count(store: Store, condition: Any) -> int:
    counted = select(func.count()).select_from(NOTICES).where(condition)
    return store.at_once(lambda connection: connection.execute(counted).scalar_one())


def _tries(store: Store) -> int:
    return store.at_once(lambda connection: connection.execute(select(func.max(NOTICES.c.tries))).scalar()) or 0


def test_after_so_many_tries_it_is_dropped(tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture):
    with told_by_mail(tmp_path, clock, notice_tries=2) as (postman, server, table, _, bela):
        postman.refusing = True
        bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        settled(server, clock)
        for _ in range(3):
            clock.at += 100_000
            settled(server, clock)
        postman.refusing = False
        clock.at += 100_000
        settled(server, clock)
        assert len(postman.letters) == 1
        assert "notice dropped" in caplog.text


def test_a_letter_that_cannot_be_written_is_given_up_too(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(letters, "letter", fail)
    with (
        mailbox() as (postman, mail),
        serving(tmp_path, clock, mail, notice_tries=2) as server,
        server.player("Anna") as anna,
    ):
        contact(anna, address="anna@example.org")
        wait_for(lambda: _count(server.services.store, NOTICES.c.tries == 1))
        clock.at += 61
        wait_for(lambda: _count(server.services.store, NOTICES.c.state == "dropped"))
        assert postman.letters == []
        assert "notice failed" in caplog.text


def test_of_several_letters_for_one_address_only_the_last_goes_and_its_link_works(tmp_path: Path, clock: Clock):
    with mailbox() as (postman, mail), serving(tmp_path, clock, mail) as server, server.player("Anna") as anna:
        postman.refusing = True
        contact(anna, address="anna@example.org")
        wait_for(lambda: _tries(server.services.store))
        contact(anna)
        contact(anna, address="anna@example.org")
        wait_for(lambda: _count(server.services.store, NOTICES.c.tries == 1) == 2)
        postman.refusing = False
        clock.at += 61
        wait_for(lambda: postman.letters)
        settled(server, clock)
        (letter,) = postman.letters
        anna.post("/api/contact/confirm", token=link_in(letter, "confirm"))


def test_a_webhook_is_signed_and_told_what_the_lobby_shows(tmp_path: Path, clock: Clock):
    with told_by_webhook(tmp_path, clock) as (got, server, table, anna, bela):
        assert contact(anna, 409, address="anna@example.org")["error"]["code"] == "no_mail"
        secret = anna.get("/api/contact")["secret"]
        bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        settled(server, clock)
        clock.at += 70
        wait_for(lambda: got)
        headers, body = got[0]
        told = json.loads(body)
        assert (told["event"], told["table"], told["against"]) == ("over", table["id"], "Béla")
        signed = f"{headers['X-Quadrilatero-Timestamp']}.".encode() + body
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        assert headers["X-Quadrilatero-Signature"] == f"sha256={expected}"
        assert headers["X-Quadrilatero-Delivery"] == told["id"]
        settled(server, clock)
        assert len(got) == 1
        assert anna.http.cookies["q_session"].encode() not in body


def test_a_redirect_is_a_failure_and_not_followed(tmp_path: Path, clock: Clock):
    with told_by_webhook(tmp_path, clock, 302) as (got, server, table, _, bela):
        bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        settled(server, clock)
        clock.at += 70
        wait_for(lambda: _tries(server.services.store) == 1)
        assert len(got) == 1


@contextlib.contextmanager
def queued(server: Server) -> Iterator[None]:
    """Wait until what is done here is in the queue, whatever is on its way meanwhile."""
    before = _count(server.services.store, NOTICES.c.state != "")
    yield
    wait_for(lambda: _count(server.services.store, NOTICES.c.state != "") > before)


def test_a_slow_webhook_keeps_nobody_else_waiting_and_gets_its_own_in_order(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(webhooks, "SECONDS", 3 * PATIENCE)
    released = threading.Event()
    with (
        receiver(answers=released) as (slow, slow_url),
        receiver() as (quick, quick_url),
        serving(tmp_path, clock, None) as server,
        two_players(server) as (table, anna, bela),
    ):
        path = f"/api/tables/{table['id']}"
        contact(anna, webhook=slow_url)
        contact(bela, webhook=quick_url)
        with queued(server):
            bela.post(f"{path}/draw", seat="austria", offer=True)
        clock.at += 70
        wait_for(lambda: len(slow) == 1)
        with queued(server):
            bela.post(f"{path}/resign", seat="austria")
        clock.at += 70
        wait_for(lambda: len(quick) == 1)
        assert len(slow) == 1, "the next before the first was taken"
        released.set()
        wait_for(lambda: len(slow) == 2)
        assert [json.loads(body)["event"] for _, body in slow] == ["offer", "over"]


def test_a_server_stops_in_time_while_a_webhook_hangs(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(webhooks, "SECONDS", 3 * PATIENCE)
    with receiver(answers=threading.Event()) as (got, url):
        with serving(tmp_path, clock, None) as server, two_players(server) as (table, anna, bela):
            contact(anna, webhook=url)
            with queued(server):
                bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
            clock.at += 70
            wait_for(lambda: got)
            began = time.monotonic()
        assert time.monotonic() - began < deliveries.GRACE + PATIENCE
        assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


def test_when_a_webhook_fails_the_rest_waits_with_it(tmp_path: Path, clock: Clock):
    with told_by_webhook(tmp_path, clock, 500) as (got, server, table, _, bela):
        with queued(server), bela.sit(table["id"]) as austria:
            austria.until_state()
            austria.ask(t="chat", text="Anna?")
        with queued(server):
            bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        clock.at += 70
        settled(server, clock)
        assert len(got) == 1
        clock.at += 61
        settled(server, clock)
        assert len(got) == 2


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[64:ff9b:1::a00:1]/",
        "https://[::127.0.0.1]/",
        "https://[fec0::1]/",
        "https://[2002:7f00:1::]/",
        "https://0.0.0.0/",
        "https://user:password@example.org/",
        "ftp://example.org/",
        "https://",
        "https://exa mple.org/",
        "https://127.0.0.1:99999/",
        "https://example..org/",
        f"https://{'a' * 64}.org/",
    ],
)
def test_webhooks_do_not_lead_inside(server: Server, url: str):
    with server.player("Anna") as anna:
        assert contact(anna, 422, webhook=url)["error"]["code"] == "bad_webhook"


def test_a_name_that_has_come_to_lead_inside_is_refused_when_sent():
    with pytest.raises(webhooks.RefusedAddress):
        asyncio.run(webhooks.post("https://127.0.0.1:1/", b"{}", id="x", secret="s", at=0, private=False))


def test_addresses():
    assert is_address("anna.b+x@mail.example.org")
    for bad in (
        "",
        "anna",
        "anna@localhost",
        "a@b.org\r\nBcc: c@d.org",
        "a b@c.org",
        "@b.org",
        "a@" + "b" * 300 + ".org",
    ):
        assert not is_address(bad)


def test_nobody_can_be_flooded_with_confirmations(tmp_path: Path, clock: Clock):
    with mailbox() as (postman, mail), serving(tmp_path, clock, mail) as server:
        for number, address in enumerate(("victim@example.org", "Victim@Example.org", "victim+1@example.org")):
            with server.player(f"P{number}") as player:
                contact(player, address=address)
        with server.player("Eva") as eva:
            assert contact(eva, 429, address="victim+2@example.org")["error"]["code"] == "confirmations_to_one"
            assert eva.get("/api/contact")["address"] is None
            contact(eva, address="eva@example.org")
            wait_for(lambda: len(postman.letters) == 4)
            clock.at += 3601
            contact(eva, address="victim@example.org")


def test_nobody_can_send_confirmations_all_over_the_world(tmp_path: Path, clock: Clock):
    with (
        mailbox() as (postman, mail),
        serving(tmp_path, clock, mail, confirmations=7) as server,
        server.player("Anna") as anna,
        server.player("Béla") as bela,
    ):
        for number in range(5):
            contact(anna, address=f"a{number}@example.org")
        refused = contact(anna, 429, address="a5@example.org")["error"]
        assert refused["code"] == "confirmations_by_one"
        assert "un'ora" in refused["text"]["it"]
        for number in range(2):
            contact(bela, address=f"b{number}@example.org")
        assert contact(bela, 429, address="b2@example.org")["error"]["code"] == "confirmations_in_all"
        clock.at += 3601
        contact(bela, address="b2@example.org")
        wait_for(lambda: postman.letters and postman.letters[-1]["To"] == "b2@example.org")


def test_nobody_can_use_up_the_confirmations_of_all_with_many_names(tmp_path: Path, clock: Clock):
    with (
        mailbox() as (_, mail),
        serving(tmp_path, clock, mail, confirmations_from_one=3, confirmations=100) as server,
        contextlib.ExitStack() as stack,
    ):
        names = iter(range(10))

        def ask(address: str, status: int = 200) -> Any:
            number = next(names)
            player = stack.enter_context(server.player(f"P{number}"))
            player.http.headers["X-Forwarded-For"] = address
            return contact(player, status, address=f"p{number}@example.org")

        for end in (":1", ":2", "ff::3"):
            ask(f"2001:db8:1:2:{end}")
        refused = ask("2001:db8:1:2::4", 429)["error"]
        assert refused["code"] == "confirmations_from_one"
        assert "20 min" in refused["text"]["en"]
        assert "20 min" in refused["text"]["it"]
        ask("2001:db8:1:3::1")
        ask("198.51.100.7")
        clock.at += 1201
        ask("2001:db8:1:2::4")
        assert "20 min" in ask("2001:db8:1:2::5", 429)["error"]["text"]["en"]


def test_old_notices_are_forgotten_while_the_server_runs_even_when_nobody_listens(tmp_path: Path, clock: Clock):
    with mailbox() as (postman, mail), serving(tmp_path, clock, mail) as server, server.player("Anna") as anna:
        confirmed(anna, postman, "anna@example.org")
        store = server.services.store
        clock.at += KEPT - 1
        settled(server, clock)
        assert _count(store, NOTICES.c.state == "sent") == 1
        store.at_once(lambda connection: connection.execute(delete(CONTACTS)))
        clock.at += FORGET_EVERY
        settled(server, clock)
        assert _count(store, NOTICES.c.state == "sent") == 0


def test_where_it_is_my_turn(server: Server):
    with two_players(server) as (table, anna, bela), server.player() as nobody:
        (turn,) = anna.get("/api/turns")["turns"]
        assert turn["id"] == table["id"]
        assert [holder["player"]["name"] for holder in turn["against"]] == ["Béla"]
        answer(anna, table["id"])
        assert anna.get("/api/turns")["turns"] == []
        assert len(bela.get("/api/turns")["turns"]) == 1
        assert nobody.get("/api/turns")["turns"] == []


def test_the_computer_is_called_by_its_name(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "bot", "level": "recluta"})
        (turn,) = wait_for(lambda: anna.get("/api/turns")["turns"])
        assert turn["against"] == [{"player": None, "bot": "recluta"}]
        record = server.services.store.at_once(tables.find, table["id"])
        assert record is not None
        assert describe.against(record, anna.id) == "Recluta"
        assert describe.level_name("capitano:bold") == "Capitano"
