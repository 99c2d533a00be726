"""Names: nothing invisible, no disguise, no link in a letter; and how many new ones there may be."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert

from quadrilatero.server.errors import Problem
from quadrilatero.server.mail import letters
from quadrilatero.server.names import in_letters, likeness, proper_name
from quadrilatero.server.storage import Player, players
from quadrilatero.server.storage.migrations import STEPS, _likenesses, upgrade
from quadrilatero.server.storage.schema import PLAYERS
from quadrilatero.server.storage.store import open_engine
from tests.server.support import Server, running, stand_still


@pytest.mark.parametrize(
    "name",
    [
        *("Anna", "Béla", "José María", "Владимир", "Ἀλέξανδρος", "山田", "O'Brien-Smith", "Zoë 2", "Żółć", "محمد"),
        "Anna Владимир",
        "A\u0301\u0301\u0301nna",
    ],
)
def test_names_of_all_kinds_are_taken(name: str):
    assert proper_name(name, 40)


@pytest.mark.parametrize("name", ["", " ", "An\u200bna", "Anna\u202e", "An\u0007na", "An\ue000na", "A" * 41])
def test_names_that_cannot_be_seen_or_are_long_are_none(name: str):
    with pytest.raises(Problem) as problem:
        proper_name(name, 40)
    assert problem.value.code == "bad_name"


SHOWS_NOTHING = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00\ufe0f\U000e0100\U000e01ef"
TWO_ALPHABETS = (
    *("Аnna", "Αnna"),  # Cyrillic, Greek
    *("b\u0585b", "\u13aanna", "b\u2c9fb", "\ua4eenna"),  # Armenian, Cherokee, Coptic, Lisu
    "Bob Аnna",
)


@pytest.mark.parametrize(
    "name",
    [*(f"An{one}na" for one in SHOWS_NOTHING), *TWO_ALPHABETS, "A\u0301\u0301\u0301\u0301nna", "\u0301a"],
)
def test_names_that_mislead_are_refused(name: str):
    with pytest.raises(Problem) as problem:
        proper_name(name, 40)
    assert problem.value.code == "misleading_name"


def test_a_name_that_looks_like_an_account_is_taken(server: Server):
    with server.player("coco") as coco, server.player() as other:
        coco.post("/api/account", password="a long one")
        for name in ("сосо", "СОСО", "ｃｏｃｏ"):
            assert other.refused("/api/session", name=name) == "name_taken"
        other.post("/api/session", name="cocoa")
    assert likeness("(prоgram) x").startswith("(program)")


def test_a_link_is_no_name_for_a_letter():
    for name in ("https://evil.example", "WWW.x", "evil.com", "a@b.c", "see evil.example/x", "//x", "go a/b"):
        assert in_letters(name) is None
        _, text = letters.confirmation("en", name, "https://ours.example/#/confirm/x")
        assert name not in text
        subject, text = letters.about_table(["turn"], "it", title="T", against=name, url="u", unsubscribe="v")
        assert name not in subject + text
    assert in_letters("J. R. R. Tolkien") == "J. R. R. Tolkien"
    assert "Anna" in letters.confirmation("en", "Anna", "u")[1]


def test_new_guests_from_one_address_are_limited(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'g.db'}", guests_at_once=2) as server:
        stand_still(server)
        with server.player("Anna") as anna, server.player("Béla"), server.player() as third:
            assert third.refused("/api/session", name="Carla") == "guests_full"
            anna.post("/api/session", name="Anne")  # another name is no new guest
        elsewhere = {"X-Forwarded-For": "2001:db8:1:2::5"}
        with server.player() as fourth, server.player() as fifth, server.player() as sixth:
            codes = []
            for number, player in enumerate((fourth, fifth, sixth)):
                headers = {**elsewhere, "X-Forwarded-For": f"2001:db8:1:2::{number}"}
                codes.append(player.http.post("/api/session", json={"name": "D"}, headers=headers).status_code)
            assert codes == [200, 200, 429]


def test_guessing_passwords_elsewhere_does_not_lock_the_owner_out(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'l.db'}", logins_per_minute=3) as server:
        stand_still(server)
        with server.player("Anna") as anna, server.player() as thief, server.player() as phone:
            anna.post("/api/account", password="a long one")
            away = {"X-Forwarded-For": "203.0.113.9"}
            wrong = {"name": "Anna", "password": "wrong"}
            codes = [thief.http.post("/api/login", json=wrong, headers=away).status_code for _ in range(6)]
            assert codes == [401] * 3 + [429] * 3
            phone.post("/api/login", name="Anna", password="a long one")


def test_whoever_is_in_makes_us_hash_as_seldom_as_whoever_logs_in(tmp_path: Path):
    """Guessing the password of an account that was left open, and asking for an account that is not to be had."""
    with running(f"sqlite:///{tmp_path / 'p.db'}", logins_per_minute=3) as server:
        stand_still(server)
        with server.player("Anna") as anna, server.player("Anna") as other:
            anna.post("/api/account", password="a long one")
            wrong = [anna.refused("/api/password", old="wrong one", password="a new one") for _ in range(3)]
            assert wrong == ["wrong_password", "wrong_password", "too_fast"]
            taken = [other.refused("/api/account", password="a long one") for _ in range(4)]
            assert taken == ["name_taken"] * 3 + ["too_fast"]


def test_guessing_at_many_names_from_one_address_is_limited(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'm.db'}", logins_per_minute=1) as server, server.player() as thief:
        stand_still(server)
        codes = [thief.refused("/api/login", name=f"n{n}", password="x" * 8) for n in range(7)]
        assert codes == ["wrong_login"] * 5 + ["too_fast"] * 2


def test_accounts_of_before_are_found_by_what_they_look_like(database: str):
    """An upgrade gives them the new key; one that would look like another keeps its own."""
    engine = open_engine(database)
    upgrade(engine, STEPS[: STEPS.index(_likenesses)])
    rows = [("a", "сосо", "сосо"), ("b", "Anna", "anna"), ("c", "Маma", "маma"), ("d", "mama", "mama")]
    with engine.begin() as connection:
        for id, name, account in rows:
            row = {"id": id, "name": name, "account": account, "password": "x", "created": 1.0}
            connection.execute(insert(PLAYERS).values(row))
    upgrade(engine)
    with engine.begin() as connection:
        assert [players.credentials(connection, name) for name in ("coco", "ANNA", "mama")] == [
            (Player("a", "сосо", True), "x"),
            (Player("b", "Anna", True), "x"),
            (Player("d", "mama", True), "x"),
        ]
    engine.dispose()
