"""What the file of the charts holds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from quadrilatero.datapacks import Record, Words

ChartSource = Literal["rulebook", "reconstruction", "printed"]
Cost = Annotated[
    str, Meta(pattern=r"^(P|R|\+?\d+(/\d+)?)\Z", description='a cost such as "1", "1/2", "+1", "P" or "R"')
]
Share = Annotated[str, Meta(pattern=r"^(0|1|1/2)\Z", description='"0", "1/2" or "1"')]
Factor = Annotated[str, Meta(pattern=r"^\d+(/\d+)?\Z", description='a factor such as "2" or "3/4"')]
FireCell = Annotated[str, Meta(pattern=r"^(-|\d+S\d+)\Z", description='a result such as "1S2", or "-"')]
AssaultCell = Annotated[
    str,
    Meta(
        pattern=r"^(red|blue|grey|white) (-|\d+S\d+|cc\d+)/(-|\d+S\d+|cc\d+)\Z",
        description="a result such as \"white cc2/cc3\": a colour, then the Attacker's and the Defender's",
    ),
]
Rules = tuple[str, ...]


class Sourced(Record, frozen=True, kw_only=True):
    """A group of values with where it comes from and the rules it serves."""

    source: ChartSource
    rules: Rules = ()
    basis: Literal["implied"] | None = None
    note: str = ""


class Costs(Sourced, frozen=True, kw_only=True):
    """What a step costs each class."""

    infantry: Cost
    cavalry: Cost
    artillery: Cost


class Checks(Sourced, frozen=True, kw_only=True):
    """Who makes a cohesion check on entering, and what it costs without one."""

    who: tuple[Literal["line infantry", "light infantry", "cavalry", "cavalry in a Charge"], ...]
    cavalry_loses_levels: int = 0
    retreat_across_loses_levels: int = 0


class FireShift(Sourced, frozen=True, kw_only=True):
    """Columns by which fire into the hex is shifted."""

    shift: int


class Ground(Sourced, frozen=True, kw_only=True):
    """DRM of a combat for the Defender's ground, by class of the Attacker, and for attacking out of it."""

    infantry: int
    cavalry: int
    attack_out_of: int = 0


class HexFlags(Sourced, frozen=True, kw_only=True):
    """What the rules say of a kind of hex."""

    zor: bool
    blocks_los: bool
    all_round_front: bool
    charge: bool | Literal["road"]
    no_recovery_from_disorganised: bool = False
    no_command_path: bool = False


class HexTerrain(Record, frozen=True):
    """A kind of hex."""

    id: Words
    name: Words
    name_it: Words
    move: Costs
    check: Checks
    fire: FireShift
    assault: Ground
    flags: HexFlags


class SideGround(Sourced, frozen=True, kw_only=True):
    """DRM of an attack across a hexside, upwards or either way, and downwards."""

    drm: int
    drm_down: int = 0


class SideFlags(Sourced, frozen=True, kw_only=True):
    """What the rules say of a kind of hexside."""

    charge: bool


class SideTerrain(Record, frozen=True):
    """A kind of hexside; `move` upwards, or either way where there is no `move_down`."""

    id: Words
    name: Words
    name_it: Words
    move: Costs
    check: Checks
    assault: SideGround
    flags: SideFlags
    move_down: Costs | None = None


class RoadMove(Sourced, frozen=True, kw_only=True):
    """What a road costs; a crossing may cost as its road, or more, and be closed to guns."""

    infantry: Cost | None = None
    cavalry: Cost | None = None
    artillery: Cost | bool | None = None
    cost: Literal["as its road", "minor road +1"] | None = None


class RoadGround(Sourced, frozen=True, kw_only=True):
    """DRM for attacking out of a crossing."""

    attack_out_of: int


class RoadFlags(Sourced, frozen=True, kw_only=True):
    """Whether guns may unlimber there."""

    artillery_may_leave_march: bool


class RoadTerrain(Record, frozen=True):
    """A kind of road or crossing."""

    id: Words
    name: Words
    name_it: Words
    move: RoadMove
    check: Checks | None = None
    assault: RoadGround | None = None
    flags: RoadFlags | None = None
    note: str = ""


class TerrainTables(Record, frozen=True):
    """The Terrain Effects Chart."""

    hex: tuple[HexTerrain, ...]
    hexside: tuple[SideTerrain, ...]
    road: tuple[RoadTerrain, ...]


class StatusLevel(Sourced, frozen=True, kw_only=True):
    """A status level and what it does to the cohesion value."""

    level: int
    id: Words
    name_it: Words
    cv: int
    no_square: bool = False


class StatusTable(Sourced, frozen=True, kw_only=True):
    """The Unit Status Table."""

    rout_at: int
    levels: tuple[StatusLevel, ...]


class EffectRow(Sourced, frozen=True, kw_only=True):
    """Levels lost by a margin of failure."""

    margin_min: int
    margin_max: int
    levels: int


class FixedPoint(Sourced, frozen=True, kw_only=True):
    """What the rulebook's own example says of the table."""

    margin: int
    levels: int


class CohesionEffects(Record, frozen=True):
    """The Cohesion Check Effects Table."""

    rules: Rules
    rows: tuple[EffectRow, ...]
    fixed_point: FixedPoint


class Modifier(Sourced, frozen=True, kw_only=True):
    """An entry of a table of modifiers; a text is a value that the situation gives."""

    id: Words
    when: Words
    drm: int | str | None = None
    shift: int | str | None = None
    attacker: int | None = None
    defender: int | None = None
    scope: str = ""
    one_of: str = ""
    stacking_points: int | None = None
    fire: Literal["none"] | None = None


class RangeFactors(Sourced, frozen=True, kw_only=True):
    """What artillery is worth by range."""

    factor: dict[str, Factor]


class InfantryFactors(Sourced, frozen=True, kw_only=True):
    """What infantry is worth."""

    light: Factor
    line: Factor


class FireModifiers(Sourced, frozen=True, kw_only=True):
    """The Fire Modifiers Table."""

    rounding: Literal["half_up"]
    artillery_range: RangeFactors
    infantry: InfantryFactors
    entry: tuple[Modifier, ...]


class CvmRow(Record, frozen=True):
    """A row of the Fire CVM Table."""

    ccv_min: int
    ccv_max: int
    drm: int


class FireCvm(Sourced, frozen=True, kw_only=True):
    """The Fire CVM Table."""

    of: str
    rows: tuple[CvmRow, ...]


class FireColumn(Record, frozen=True):
    """A column of the Fire Table."""

    label: Words
    min: int
    max: int


class FireRow(Record, frozen=True):
    """A row of the Fire Table."""

    roll: Words
    min: int
    max: int
    cells: tuple[FireCell, ...]


class FireTable(Sourced, frozen=True, kw_only=True):
    """The Fire Table."""

    dice: Literal[2]
    columns: tuple[FireColumn, ...]
    below_first_column: Literal["no effect"]
    rows: tuple[FireRow, ...]


class OddsRow(Record, frozen=True):
    """A row of the odds: it applies where the ratio is greater than `above`, unless a later row does."""

    label: Words
    ratio: Factor
    above: Factor
    drm: int
    source: ChartSource
    row_source: ChartSource | None = None


class OddsExample(Sourced, frozen=True, kw_only=True):
    """A ratio that the rulebook works out."""

    attacker: int
    defender: int
    row: str


class OddsTable(Record, frozen=True):
    """The Assault Odds Modifiers."""

    rules: Rules
    rounding: dict[str, Any]
    rows: tuple[OddsRow, ...]
    examples: tuple[OddsExample, ...]


class AssaultRow(Record, frozen=True):
    """A row of the Assault Table."""

    roll: Words
    min: int
    max: int
    cells: tuple[AssaultCell, ...]


class AssaultTable(Sourced, frozen=True, kw_only=True):
    """The Assault Table; the columns are differences of cohesion."""

    dice: Literal[2]
    column_value: str
    columns: tuple[int, ...]
    column_ends: str
    colours: dict[str, Any]
    rows: tuple[AssaultRow, ...]


class MoraleSteps(Sourced, frozen=True, kw_only=True):
    """How the Morale of a commander moves."""

    start: int
    win: int
    loss: int
    drift_per_turn_towards_0: int


class MoraleTrack(Sourced, frozen=True, kw_only=True):
    """The Morale Track."""

    min: int
    max: int
    steps: MoraleSteps


class InitiativeRow(Record, frozen=True):
    """What a loose cannon does."""

    min: int
    max: int
    id: Literal["fall_back", "halt", "hold", "cautious", "own_judgement", "bold", "rash"]
    name_it: Words
    markers_max: Share
    markers_min: Share
    fire: bool
    move: Literal["away", "leave_ezor", "free", "towards"]
    text: Words


class AtNight(Sourced, frozen=True, kw_only=True):
    """What a loose cannon does at night."""

    effect: Words


class InitiativeTable(Sourced, frozen=True, kw_only=True):
    """The Initiative Table: one die and the commander's Morale."""

    dice: Literal[1]
    not_at_night: AtNight
    rows: tuple[InitiativeRow, ...]


class CollapseCounts(Sourced, frozen=True, kw_only=True):
    """What counts as loss."""

    sp_lost: bool
    sp_of_routed_units: bool


class Collapse(Sourced, frozen=True, kw_only=True):
    """The collapse level of a Formation: SP times CV of its units by a divisor, rounded, no less than a minimum."""

    formula: Words
    divisor: Annotated[int, Meta(ge=1)]
    minimum: int
    counts: CollapseCounts


class LightEffects(Sourced, frozen=True, kw_only=True):
    """What night, dawn and dusk do."""

    night: Words
    dawn: Words
    dusk: Words
    dawn_dusk_los: int


class DayTrack(Sourced, frozen=True, kw_only=True):
    """The game turns of a year's days that are not daylight."""

    dates: tuple[str, ...]
    night: tuple[int, ...]
    dawn: tuple[int, ...]
    dusk: tuple[int, ...]


class TurnTrack(Sourced, frozen=True, kw_only=True):
    """The Turn Record Track."""

    turns_per_day: int
    first_hour: int
    clock: Words
    effects: LightEffects
    day_1848: DayTrack
    day_1866: DayTrack


class ChartsFile(Record, frozen=True):
    """The whole of charts.toml."""

    terrain: TerrainTables
    status: StatusTable
    cohesion_effects: CohesionEffects
    cohesion_modifiers: tuple[Modifier, ...]
    fire_modifiers: FireModifiers
    fire_cvm: FireCvm
    fire_table: FireTable
    odds: OddsTable
    assault_modifiers: tuple[Modifier, ...]
    assault_table: AssaultTable
    morale: MoraleTrack
    initiative: InitiativeTable
    collapse: Collapse
    turns: TurnTrack
