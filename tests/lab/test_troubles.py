"""What the laboratory cannot do is said in the reader's language, with what there is instead."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from quadrilatero.cli.app import app


@pytest.mark.parametrize(
    ("command", "en", "it"),
    [
        ("simulate chess", "there is no game 'chess'", "non c'è il gioco 'chess'"),
        ("simulate camposanto --scenario x", "has no scenario 'x'", "non ha lo scenario 'x'"),
        ("simulate camposanto --options hat=red", "has no option 'hat'", "non ha l'opzione 'hat'"),
        ("simulate camposanto --options head_start=all", "is one of none, austria_1", "può essere none, austria_1"),
        ("simulate camposanto --options head_start", "write NAME=VALUE", "scrivi NOME=VALORE"),
        ("simulate camposanto --bots napoleone,recluta", "there is no bot 'napoleone'", "non c'è il bot 'napoleone'"),
        ("simulate camposanto --bots recluta:bold,recluta", "has no personality", "non ha personalità"),
        ("simulate camposanto --bots capitano:mad,recluta", "has the personalities steady", "ha le personalità steady"),
        ("simulate camposanto --games 0", "one game at least", "almeno una partita"),
        ("simulate camposanto --out /dev/null/x", "Not a directory", "non è una cartella"),
        ("ladder camposanto --levels recluta,napoleone", "there is no bot", "non c'è il bot"),
        ("ladder chess --levels recluta,sergente", "there is no game", "non c'è il gioco"),
        ("tune chess --level sergente --out nowhere.toml", "there is no game", "non c'è il gioco"),
        ("tune camposanto --level napoleone --out nowhere.toml", "there is no bot", "non c'è il bot"),
        ("ladder camposanto --levels recluta,sergente --games 1", "two games at least", "almeno due partite"),
        ("tune camposanto --level sergente --out no.toml --games 7", "8 games at least", "almeno 8 partite"),
        ("exploit chess", "there is no game", "non c'è il gioco"),
        ("exploit camposanto --seat france", "has no seat 'france'", "non ha la parte 'france'"),
        ("exploit camposanto --level sergente", "capitano and maresciallo do", "capitano e maresciallo sì"),
        ("exploit camposanto --level x", "there is no bot 'x'", "non c'è il bot 'x'"),
        ("exploit camposanto --scenario x", "has no scenario 'x'", "non ha lo scenario 'x'"),
        ("report nowhere", "holds no run", "non contiene una serie"),
    ],
)
def test_a_trouble_is_one_sentence_in_either_language(command: str, en: str, it: str):
    for language, words in (("en", en), ("it", it)):
        result = CliRunner().invoke(app, [*command.split(), "--lang", language])
        assert result.exit_code == 2
        assert words in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
        assert not result.stdout
