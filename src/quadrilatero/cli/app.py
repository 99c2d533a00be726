"""The commands and their options. Each does its work in a module of its own, imported when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from quadrilatero.cli.words import LANGUAGES, default_language

app = typer.Typer(
    name="quadrilatero",
    help="Four Italian wargames, played by the book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game, e.g. camposanto.")]
Language = Annotated[str | None, typer.Option("--lang", metavar="it|en", help="Language; by default that of $LANG.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
ScenarioName = Annotated[str | None, typer.Option(metavar="S", help="The scenario; the game's first by default.")]


def fail(message: str, code: int = 2) -> NoReturn:
    """One clear sentence on stderr, and an exit code."""
    typer.echo(f"quadrilatero: {message}", err=True)
    raise typer.Exit(code)


def checked_language(language: str | None) -> str:
    """The language asked for, or that of the environment."""
    if language is not None and language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        fail(f"there are no texts in {language!r}; choose {known} / non ci sono testi in {language!r}; scegli {known}")
    return language or default_language()


def _version(wanted: bool) -> None:
    if wanted:
        from quadrilatero import __version__

        typer.echo(f"quadrilatero {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Four Italian wargames, played by the book."""


@app.command(epilog="Example: quadrilatero play camposanto --scenario learning --opponent sergente")
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; may be left out with --load.")] = None,
    scenario: ScenarioName = None,
    side: Annotated[
        str | None,
        typer.Option(metavar="SIDE|all", help="Your side or seats (a,b); all: players at one screen hold every seat."),
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL|human",
            help="Who plays the rest: one of the game's levels (recluta, sergente, capitano, maresciallo), one with a "
            "personality (capitano:bold), or a human here. Without it: the weakest that knows the game.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Fixed dice; without it they are secret and fair.")] = None,
    lang: Language = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play a game in the terminal, against bots or with several players at one screen."""
    language = checked_language(lang)
    from quadrilatero.cli.play import run

    raise typer.Exit(run(game, scenario, side, opponent, seed, language, load))


Games = Annotated[int, typer.Option(metavar="N", help="How many games.")]
Seed = Annotated[int, typer.Option(metavar="K", help="Games of one seed are always the same.")]
Jobs = Annotated[
    int | None, typer.Option(metavar="J", min=1, help="Processes; all cores by default. Changes no result.")
]
Budget = Annotated[
    list[str] | None,
    typer.Option(metavar="B", help="Iterations a bot may think: 200, or for one level maresciallo=40. Repeatable."),
]
Options = Annotated[
    list[str] | None, typer.Option("--options", metavar="NAME=VALUE", help="Readings of the rules. Repeatable.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that --out holds.")]
ClusterUrl = Annotated[
    str | None, typer.Option("--cluster", metavar="URL|local", help="Play on a Dask cluster: its scheduler's address.")
]


@app.command(epilog="Example: quadrilatero exploit camposanto --level capitano")
def exploit(
    game: Game,
    scenario: ScenarioName = None,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Whose choice; the first seat's by default.")] = None,
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="Whose judgement: capitano or maresciallo.")
    ] = "maresciallo",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Show how much a habit in sealed choices would give away to an opponent who knows it."""
    language = checked_language(lang)
    from quadrilatero.cli.exploit import run

    raise typer.Exit(run(game, scenario, seat, level, as_json, language))


@app.command(epilog="Example: quadrilatero simulate camposanto --bots capitano,sergente --games 1000 --out results")
def simulate(
    game: Game,
    scenario: ScenarioName = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="a,b", help="A bot for each side: a level, or module.Class of your own; else recluta."),
    ] = None,
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = None,
    budget: Budget = None,
    options: Options = None,
    swap: Annotated[
        bool | None,
        typer.Option("--swap/--no-swap", help="Play each dice seed from both sides; by default if the bots differ."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep every game there, with JSON, CSV and an HTML report.")
    ] = None,
    resume: Resume = False,
    cluster: ClusterUrl = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Play many games between bots and show how they ended. Ctrl-C stops; with --out, --resume goes on later."""
    language = checked_language(lang)
    from quadrilatero.cli.simulate import run

    code = run(
        game,
        scenario,
        bots.split(",") if bots is not None else None,
        games,
        seed,
        jobs,
        budget or [],
        options or [],
        swap,
        out,
        resume,
        cluster,
        as_json,
        language,
    )
    raise typer.Exit(code)


@app.command(epilog="Example: quadrilatero ladder camposanto --levels recluta,sergente,capitano --games 200")
def ladder(
    game: Game,
    levels: Annotated[str, typer.Option(metavar="a,b,…", help="The levels that meet, each all the others.")],
    scenario: ScenarioName = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games for each pair, half from each side.")] = 100,
    seed: Seed = 0,
    jobs: Jobs = None,
    budget: Budget = None,
    options: Options = None,
    early: Annotated[
        bool, typer.Option("--early", help="Let a pair play no more once it is settled (Haybittle-Peto bound).")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep every game there, with JSON and an HTML report.")
    ] = None,
    resume: Resume = False,
    cluster: ClusterUrl = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Let levels play one another, from both sides with common dice, and rate them (Elo, recluta at 0)."""
    language = checked_language(lang)
    from quadrilatero.cli.ladder import run

    code = run(
        game,
        levels.split(","),
        scenario,
        games,
        seed,
        jobs,
        budget or [],
        options or [],
        early,
        out,
        resume,
        cluster,
        as_json,
        language,
    )
    raise typer.Exit(code)


@app.command(epilog="Example: quadrilatero tune camposanto --level sergente --games 2000 --seed 1 --out mine.toml")
def tune(
    game: Game,
    level: Annotated[str, typer.Option(metavar="LEVEL", help="The bot whose weights are tuned.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go.")],
    scenario: ScenarioName = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games of self-play; eight make a step.")] = 400,
    validate: Annotated[
        int, typer.Option(metavar="V", help="Games afterwards against the weights at the start.")
    ] = 200,
    seed: Seed = 0,
    jobs: Jobs = None,
    budget: Budget = None,
    resume: Resume = False,
    date: Annotated[str | None, typer.Option(help="A date for the record; none by default.")] = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Tune a bot's weights by self-play (SPSA); the file says how it was made and what it is worth."""
    language = checked_language(lang)
    from quadrilatero.cli.tune import run

    code = run(game, level, scenario, games, validate, seed, jobs, budget or [], out, resume, date, as_json, language)
    raise typer.Exit(code)


@app.command(epilog="Example: quadrilatero report results --lang it")
def report(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of runs; several are compared.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the page goes; by default into DIR.")] = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Make the report of stored games again, or set several runs side by side."""
    language = checked_language(lang)
    from quadrilatero.cli.report import run

    raise typer.Exit(run(folders, out, as_json, language))


@app.command(epilog="Example: quadrilatero rules camposanto 7.1-d --lang it")
def rules(
    game: Game,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="A rule (7.1-d) or a paragraph (7.1).")] = None,
    lang: Language = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Run the tests of the rules and show which rule each of them proves.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="With --coverage: write down which tests prove which rule, for the page.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a game's rules in our own words, with the code that enforces them and the tests that prove them."""
    language = checked_language(lang)
    from quadrilatero.cli import rules as command
    from quadrilatero.cli.words import Words

    if coverage and id is not None:
        fail(Words(language)("rules.whole", game=game, rule=id))
    if coverage:
        raise typer.Exit(command.show_coverage(game, language, as_json, keep))
    if keep:
        fail(Words(language)("rules.keep", game=game))
    raise typer.Exit(command.show_rules(game, id, language, as_json))


@app.command(epilog="Example: quadrilatero verify game.json")
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Play a saved game again and check its hashes and every die."""
    language = checked_language(lang)
    from quadrilatero.cli.files import run_verify

    raise typer.Exit(run_verify(file, as_json, language))


@app.command(epilog="Example: quadrilatero replay game.json --lang it")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    lang: Language = None,
    seat: Annotated[str | None, typer.Option(metavar="S", help="Tell only what that seat knew.")] = None,
    as_json: Json = False,
) -> None:
    """Tell what happened in a saved game."""
    language = checked_language(lang)
    from quadrilatero.cli.files import run_replay

    raise typer.Exit(run_replay(file, language, seat, as_json))


@app.command(epilog="Example: quadrilatero position camposanto --scenario learning > mine.json")
def position(
    game: Game,
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE|-]", help="A position to check; - reads standard input.")
    ] = None,
    scenario: ScenarioName = None,
    as_json: Json = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of positions.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Draw the board instead.")] = False,
    lang: Language = None,
) -> None:
    """Check a position and print it in full, or print that of a scenario."""
    language = checked_language(lang)
    from quadrilatero.cli.positions import run

    raise typer.Exit(run(game, file, scenario, as_json, schema, board, language))


Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        envvar="QUADRILATERO_DB",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default a file in your data folder.",
    ),
]


@app.command(epilog="Example: quadrilatero serve --port 8743 --open")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8743,
    db: Database = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    durable: Annotated[
        bool, typer.Option("--durable", help="SQLite: lose nothing even in a power cut; slower.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="So many processes; more than one needs PostgreSQL.")] = 1,
    public_url: Annotated[
        str, typer.Option(envvar="QUADRILATERO_PUBLIC_URL", help="Where players reach it, for links in letters.")
    ] = "",
    smtp_host: Annotated[str, typer.Option(envvar="QUADRILATERO_SMTP_HOST", help="Send letters by this server.")] = "",
    smtp_port: Annotated[int, typer.Option(envvar="QUADRILATERO_SMTP_PORT", help="0: as the security says.")] = 0,
    smtp_security: Annotated[
        str, typer.Option(envvar="QUADRILATERO_SMTP_SECURITY", help="starttls, tls or none.")
    ] = "starttls",
    smtp_user: Annotated[str, typer.Option(envvar="QUADRILATERO_SMTP_USER", help="Log in there as.")] = "",
    smtp_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its password; or in $QUADRILATERO_SMTP_PASSWORD.")
    ] = None,
    smtp_sender: Annotated[
        str, typer.Option(envvar="QUADRILATERO_SMTP_SENDER", help="Whom letters come from, e.g. games@example.org.")
    ] = "",
    webhooks_private: Annotated[
        bool, typer.Option("--webhooks-private", help="Let webhooks go to http and private addresses; at home only.")
    ] = False,
    reports: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Show the laboratory's reports in this folder's subfolders.")
    ] = None,
    guests: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="New guests from one network address before it has to wait.")
    ] = 40,
    lang: Language = None,
) -> None:
    """Play in the browser: start the server, which keeps every game in a database."""
    language = checked_language(lang)
    from quadrilatero.cli.mail import MailOptions
    from quadrilatero.cli.serve import run

    post = MailOptions(
        public_url, smtp_host, smtp_port, smtp_security, smtp_user, smtp_password_file, smtp_sender, webhooks_private
    )
    raise typer.Exit(run(host, port, db, open_page, durable, language, post, workers, reports, guests))


db_app = typer.Typer(
    help="The server's database: upgrade it, back it up, restore it.",
    epilog="Example: quadrilatero db backup monday.backup.gz",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(db_app, name="db")
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, e.g. quadrilatero.backup.gz.")]


@db_app.command("upgrade", epilog="Example: quadrilatero db upgrade --db postgresql://quadri@localhost/quadri")
def db_upgrade(db: Database = None, lang: Language = None) -> None:
    """Bring the database to the schema that this program needs."""
    language = checked_language(lang)
    from quadrilatero.cli.database import run_upgrade

    raise typer.Exit(run_upgrade(db, language))


@db_app.command("backup", epilog="Example: quadrilatero db backup monday.backup.gz")
def db_backup(file: BackupFile, db: Database = None, lang: Language = None) -> None:
    """Write everything to one file. The server may go on meanwhile."""
    language = checked_language(lang)
    from quadrilatero.cli.database import run_backup

    raise typer.Exit(run_backup(file, db, language))


@db_app.command("restore", epilog="Example: quadrilatero db restore monday.backup.gz --db sqlite:///new.db")
def db_restore(file: BackupFile, db: Database = None, lang: Language = None) -> None:
    """Fill an empty database, of either kind, from a backup."""
    language = checked_language(lang)
    from quadrilatero.cli.database import run_restore

    raise typer.Exit(run_restore(file, db, language))


army_app = typer.Typer(
    help="Armies: the lists of a game, costs, and armies checked, suggested and printed.",
    epilog="Example: quadrilatero army suggest nap --year 1860 --points 1500 --out mine.json",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(army_app, name="army")
ArmyGame = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game, where list or file do not tell it.")
]
ArmyList = Annotated[str, typer.Argument(metavar="LIST", help="The army list; `army lists` names them.")]
ArmyPath = Annotated[Path, typer.Argument(metavar="FILE", help="An army file.")]
Year = Annotated[int, typer.Option(metavar="Y", help="The year of the battle.")]
Against = Annotated[str | None, typer.Option(metavar="LIST", help="The enemy's list: some allies depend on it.")]
Theatre = Annotated[str | None, typer.Option(metavar="T", help="Where it is fought; the game's first by default.")]


@army_app.command("lists", epilog="Example: quadrilatero army lists --game vivaorre --lang it")
def army_lists(game: ArmyGame = None, options: Options = None, as_json: Json = False, lang: Language = None) -> None:
    """List the army lists with their years."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    raise typer.Exit(Armies(game, options or [], language, as_json).lists())


@army_app.command("entries", epilog="Example: quadrilatero army entries uk --year 1879 --against zulu")
def army_entries(
    list: ArmyList,
    year: Year,
    against: Against = None,
    theatre: Theatre = None,
    game: ArmyGame = None,
    options: Options = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Show the troops of a list in a year: class, size, cost by weapon, limits."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    raise typer.Exit(Armies(game, options or [], language, as_json, list).entries(list, year, against, theatre))


@army_app.command("cost", epilog="Example: quadrilatero army cost uk.inglesi.inf.linea --year 1879")
def army_cost(
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Troops of a list; `army entries` names them.")],
    year: Year,
    weapon: Annotated[str | None, typer.Option(help="The weapon; the list's first by default.")] = None,
    gun: Annotated[str | None, typer.Option(help="The gun; the list's first by default.")] = None,
    mount: Annotated[str | None, typer.Option(help="How a gun is moved, where not on foot.")] = None,
    figures: Annotated[int | None, typer.Option(help="Figures of the unit; the standard size by default.")] = None,
    sections: Annotated[int | None, typer.Option(help="Sections of a battery.")] = None,
    engineers: Annotated[bool, typer.Option("--engineers", help="As engineers.")] = False,
    game: ArmyGame = None,
    options: Options = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Show what a figure and a unit cost, and why."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    asked = {"weapon": weapon, "gun": gun, "mount": mount, "figures": figures, "sections": sections}
    spec = {name: value for name, value in asked.items() if value is not None}
    spec |= {"entry": entry, "year": year}
    if engineers:
        spec["engineers"] = True
    raise typer.Exit(Armies(game, options or [], language, as_json, entry).cost(spec))


@army_app.command("check", epilog="Example: quadrilatero army check mine.json")
def army_check(
    file: ArmyPath, game: ArmyGame = None, options: Options = None, as_json: Json = False, lang: Language = None
) -> None:
    """Check an army: its points, and every limit it breaks with its rule."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    raise typer.Exit(Armies(game, options or [], language, as_json, file).check(file))


@army_app.command("suggest", epilog="Example: quadrilatero army suggest zulu --year 1879 --points 1500 --seed 4")
def army_suggest(
    list: ArmyList,
    year: Year,
    points: Annotated[int, typer.Option(metavar="P", min=1, help="The points of the battle.")],
    against: Against = None,
    theatre: Theatre = None,
    seed: Annotated[int, typer.Option(metavar="K", help="Another seed, another army.")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the army there.")] = None,
    game: ArmyGame = None,
    options: Options = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Suggest a lawful army that uses its points."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    asked = {"list": list, "year": year, "points": points, "against": against, "seed": seed}
    if theatre is not None:
        asked["theatre"] = theatre
    raise typer.Exit(Armies(game, options or [], language, as_json, list).suggest(asked, out))


@army_app.command("print", epilog="Example: quadrilatero army print mine.json --html > mine.html")
def army_print(
    file: ArmyPath,
    html: Annotated[bool, typer.Option("--html", help="A page for the browser's printer instead of text.")] = False,
    game: ArmyGame = None,
    options: Options = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Print an army as a sheet for the table."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    raise typer.Exit(Armies(game, options or [], language, as_json, file).sheet(file, html))


@army_app.command("schema", epilog="Example: quadrilatero army schema --game vivaorre > army.schema.json")
def army_schema(game: ArmyGame = None, as_json: Json = False, lang: Language = None) -> None:
    """Print the JSON Schema of army files."""
    language = checked_language(lang)
    from quadrilatero.cli.armies import Armies

    raise typer.Exit(Armies(game, [], language, as_json).schema())
