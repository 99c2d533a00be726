"""Who may put which computer player where."""

from __future__ import annotations

from tests.server.support import Server, two_players


def test_nobody_chooses_the_level_of_an_opponent_that_others_play_against(server: Server):
    with two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}/replace"
        anna.post(path, seat="spain", level="recluta")
        assert bela.refused(path, seat="austria", level="god") == "no_game"
        assert anna.http.post(path, json={"seat": "spain", "level": "sergente"}).status_code in (403, 404)
        assert bela.post(path, seat="spain", level="sergente")["seats"]["spain"]["bot"] == "sergente"


def test_a_creator_who_has_left_has_no_say(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        table = anna.table(public=True)
        bela.post(f"/api/tables/{table['id']}/join")
        path = f"/api/tables/{table['id']}/replace"
        anna.post(path, seat="spain", level="recluta")
        assert anna.refused(path, seat="spain", level="sergente") == "not_yours"


def test_in_a_tournament_the_computer_stays_as_strong_as_it_is(server: Server):
    with server.player("Anna") as anna:
        bot = {"kind": "bot", "level": "sergente"}
        serious = anna.table(opponent=bot, assistance="tournament")["id"]
        assert anna.refused(f"/api/tables/{serious}/replace", seat="austria", level="recluta") == "bot_stays"
        casual = anna.table(opponent=bot)["id"]
        after = anna.post(f"/api/tables/{casual}/replace", seat="austria", level="recluta")
        assert after["seats"]["austria"]["bot"] == "recluta"


def test_the_level_of_an_opponent_is_not_changed_before_others(server: Server, toys: None):
    """With three sides, the one that the computer plays is the opponent of two people."""
    with server.player("Anna") as anna, server.player("Béla") as bela:
        seats = {"cid": {"kind": "bot", "level": "recluta"}}
        table = anna.table(game="veiled", scenario=_first(anna, "veiled"), seat="ann", seats=seats, options={})
        bela.post(f"/api/tables/{table['id']}/join")
        assert anna.get(f"/api/tables/{table['id']}")["status"] == "running"
        assert bela.refused(f"/api/tables/{table['id']}/replace", seat="cid", level="recluta") == "bot_stays"


def _first(player: object, game: str) -> str:
    found = next(one for one in player.get("/api/catalogue")["games"] if one["game"] == game)  # type: ignore[attr-defined]
    scenario: str = found["scenarios"][0]["id"]
    return scenario
