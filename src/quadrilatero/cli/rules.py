"""`quadrilatero rules`: the rulebook in our own words, and its coverage by tests."""

from __future__ import annotations

import difflib
import json

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quadrilatero.cli.app import fail
from quadrilatero.cli.simulate import troubles
from quadrilatero.cli.words import Words
from quadrilatero.kernel import games
from quadrilatero.kernel.coverage import MOST_INFORMATION, Coverage, NoTests, coverage, keep_proofs
from quadrilatero.kernel.game import installed
from quadrilatero.kernel.rulebook import Atom, atoms, chapter_of, chapters, citations
from quadrilatero.lab.plan import known_game


def chapter_titles(game: str, language: str) -> dict[str, str]:
    """Titles of the chapters by number, where the game gives them."""
    return {number: titles[language] for number, titles in chapters(game).items()}


def book_of(game: str, language: str) -> dict[str, Atom]:
    """The rules of a game, of an unfinished one too, or a clear end."""
    with troubles(language):
        return atoms(game if game in installed() else known_game(game).name)


def find_rules(book: dict[str, Atom], wanted: str, game: str, words: Words) -> list[str]:
    """The rule of that id, or all rules of a paragraph or chapter; a ValueError names near ones."""
    wanted = wanted.strip().removeprefix(f"{game}:")
    if wanted in book:
        return [wanted]
    inside = [id for id in book if id.rsplit("-", 1)[0] == wanted or id.startswith(f"{wanted}.")]
    if inside:
        return inside
    lowered = {id.lower(): id for id in book}
    if wanted.lower() in lowered:
        return [lowered[wanted.lower()]]
    near = difflib.get_close_matches(wanted, list(book), n=5, cutoff=0.5)
    key = "rules.none_near" if near else "rules.none"
    raise ValueError(words(key, game=game, rule=wanted, near=", ".join(near)))


def rule_text(atom: Atom, words: Words) -> str:
    """A rule as a reader gets it, without the code."""
    mark = f" ({words('rules.reconstructed')})" if atom.reconstructed else ""
    return f"{atom.id}  {atom.title[words.language]}{mark}\n{atom.text[words.language]}"


# -- reading -----------------------------------------------------------------------------------------------------------


def show_rules(game: str, id: str | None, language: str, as_json: bool) -> int:
    """List the rules, or show one or those of a paragraph."""
    words, book = Words(language), book_of(game, language)
    try:
        chosen = list(book) if id is None else find_rules(book, id, game, words)
    except ValueError as error:
        fail(str(error))
    code = citations(game)
    if as_json:
        rules = [{**msgspec.to_builtins(book[rule]), "code": code[rule]} for rule in chosen]
        typer.echo(json.dumps(rules[0] if id in book else {"rules": rules}, ensure_ascii=False))
        return 0
    console = Console(highlight=False)
    if id is None:
        _list(console, book, game, words)
    else:
        for number, rule in enumerate(chosen):
            if number:
                console.print()
            _show(console, book[rule], code[rule], words)
    return 0


def _list(console: Console, book: dict[str, Atom], game: str, words: Words) -> None:
    titles = chapter_titles(game, words.language)
    chapter = ""
    for id, atom in book.items():
        if chapter_of(id) != chapter:
            chapter = chapter_of(id)
            heading = titles.get(chapter, "")
            console.print(
                f"\n[bold]{chapter}  {escape(heading)}[/]" if chapter.isdigit() else f"\n[bold]{heading or chapter}[/]"
            )
        mark = f" [dim]({words('rules.reconstructed')})[/]" if atom.reconstructed else ""
        console.print(f"  {id:<14}{escape(atom.title[words.language])}{mark}", soft_wrap=True)
    console.print(f"\n{words('rules.count', rules=len(book), game=game)}", soft_wrap=True)


def _show(console: Console, atom: Atom, code: list[str], words: Words) -> None:
    mark = f" [dim]({words('rules.reconstructed')})[/]" if atom.reconstructed else ""
    console.print(f"[bold]{atom.id}  {escape(atom.title[words.language])}[/]{mark}")
    console.print(escape(atom.text[words.language]))
    if atom.information:
        console.print(f"[dim]{words('rules.information')}: {escape(atom.information)}[/]")
    if atom.later:
        console.print(f"[dim]{words('rules.later')}[/]")
    if code:
        console.print(f"[dim]{words('rules.code')}: {escape(', '.join(code))}[/]")


# -- coverage ----------------------------------------------------------------------------------------------------------


def show_coverage(game: str, language: str, as_json: bool, keep: bool) -> int:
    """Run the rule tests of a game and show, or keep, what they prove; 1 where something is missing or fails."""
    words = Words(language)
    book_of(game, language)
    console = Console(stderr=True, highlight=False)
    try:
        with console.status(words("coverage.running")):
            found = coverage(game)
    except NoTests:
        fail(words("coverage.no_tests", game=game))
    except ValueError as error:
        fail(str(error), code=1)
    if keep and found.ok:
        typer.echo(words("coverage.kept", file=keep_proofs(found).name, game=game), err=True)
    if as_json:
        typer.echo(json.dumps(found.plain()))
    else:
        _summary(Console(highlight=False), found, words)
    if game not in games():
        typer.echo(words("coverage.unfinished", game=game), err=True)
    for fault in _faults(found, words):
        typer.echo(fault, err=True)
    return 0 if found.ok else 1


def _summary(console: Console, found: Coverage, words: Words) -> None:
    titles = chapter_titles(found.game, words.language)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words("coverage.chapter"))
    columns = ("rules", "tested", "information", *(["later"] if found.awaited else []), "uncovered", "tests")
    for name in columns:
        table.add_column(words(f"coverage.{name}"), justify="right")
    chapters: dict[str, list[int]] = {}
    for atom in found.atoms:
        row = chapters.setdefault(chapter_of(atom.id), [0] * len(columns))
        counts = {
            "rules": 1,
            "tested": bool(atom.tests),
            "information": not atom.tests and atom.information is not None,
            "later": atom.awaited,
            "uncovered": not atom.covered and not atom.later,
            "tests": len(atom.tests),
        }
        for column, name in enumerate(columns):
            row[column] += counts[name]
    for chapter, row in chapters.items():
        table.add_row(f"{chapter}  {escape(titles.get(chapter, ''))}".strip(), *map(str, row))
    table.add_section()
    table.add_row(words("coverage.all"), *(str(sum(column)) for column in zip(*chapters.values(), strict=True)))
    console.print(table)
    unwritten = [atom.id for atom in found.atoms if not atom.code and atom.information is None and not atom.later]
    if unwritten:
        console.print(words("coverage.uncited", ids=", ".join(unwritten)), style="dim")
    share, most = f"{100 * found.information:.1f}", f"{100 * MOST_INFORMATION:.0f}"
    console.print(words("coverage.share", share=share, most=most))


def _faults(found: Coverage, words: Words) -> list[str]:
    faults = [words("coverage.failed", test=test) for test in found.failed]
    faults += found.strangers
    if found.trouble:
        faults.append(words("coverage.trouble", trouble=found.trouble))
    if found.uncovered:
        faults.append(words("coverage.missing", count=len(found.uncovered), ids=", ".join(found.uncovered)))
    if found.information > MOST_INFORMATION:
        faults.append(words("coverage.too_much", share=f"{100 * found.information:.1f}"))
    return faults
