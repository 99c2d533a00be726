/** What is looked up on the map: zones, command, sight from a hex, the ground. Every verdict is the engine's. */

import type { TableSession } from "../../lib/session.svelte";
import type { Refusal, Text } from "../../lib/types";
import { signed } from "./prospects";
import type { Condition, Formation, SideName, View } from "./types";
import { t, tt } from "./words";

export interface Command {
  formation: string;
  commander: string | null;
  hexes: string[];
  /** units that stand outside now */
  out: string[];
  rule: string;
}
export interface Supply {
  formation: string;
  sources: string[];
  cut: string[];
  rule: string;
}
/** The line of communication of a Formation, from its commander to a source of supply. */
export interface Line {
  formation: string;
  /** whether it has to be traced at all: the commander is on the map, and his side has sources */
  traced: boolean;
  line: string[];
  sources: string[];
  rule: string;
}
/** How tired a Formation would be if the game turn ended now, and how likely it is Fatigued then. */
export interface Tiring {
  formation: string;
  level: number;
  next: number;
  chance: number;
  rule: string;
}
/** A Strategic Objective with what is true of it now. */
export interface Aspired {
  number: number;
  chosen: boolean;
  met: boolean;
  rule: string;
  conditions: (Condition & { met: boolean })[];
}
export interface Sight {
  from: string;
  to: string;
  range: number;
  clear: boolean;
  rule: Refusal["rule"];
  barrier: string[];
}
export interface FieldOfView {
  from: string;
  seen: string[];
  unseen: string[];
}
export interface Terrain {
  hex: string;
  name: Text;
  level: number;
  /** what entering costs each class: points, R where a road is needed, P where it is barred */
  move: Record<"infantry" | "cavalry" | "artillery", string>;
  checks: string[];
  fire: number;
  assault: { infantry: number; cavalry: number };
  zone: boolean;
  blocks_sight: boolean;
  all_round: boolean;
  sides: { to: string; kinds: string[] }[];
  rule: string;
}

export type Zones = Record<SideName, string[]>;
export type Tool = "sight" | "ground";

/** What a lookout needs of its table. */
interface Table {
  readonly s: Pick<TableSession, "seat" | "inspect" | "say" | "live" | "myTurn" | "question">;
  readonly view: View | null;
  cursor: string | null;
  preview: unknown;
}

export class Lookout {
  /** layers that lie on the map until they are taken off */
  zonesOn = $state(false);
  commandOn = $state(false);
  linesOn = $state(false);
  /** the tool that takes what is pointed at */
  tool = $state<Tool | null>(null);

  zones = $state.raw<Zones | null>(null);
  command = $state.raw<readonly Command[]>([]);
  supply = $state.raw<readonly Supply[]>([]);
  lines = $state.raw<readonly Line[]>([]);
  /** where the line of sight begins */
  from = $state<string | null>(null);
  field = $state.raw<FieldOfView | null>(null);
  sight = $state.raw<Sight | null>(null);
  terrain = $state.raw<Terrain | null>(null);

  constructor(private readonly table: Table) {}

  private async look<T>(what: string, query: Record<string, unknown> = {}): Promise<T | null> {
    return this.table.s.live ? ((await this.table.s.inspect({ what, ...query })) as T | null) : null;
  }

  /** The position has changed: what lies on the map is asked anew. Zones are also wanted to warn of reactions on a way. */
  newMoment(): void {
    const { myTurn, question } = this.table.s;
    this.zones = null;
    this.sight = null;
    if (this.zonesOn || (myTurn && ["act", "ooc", "go_on"].includes(question?.what ?? ""))) void this.learnZones();
    if (this.commandOn) void this.learnCommand();
    if (this.linesOn) void this.learnLines();
    if (this.tool === "sight" && this.from) void this.lookFrom(this.from);
  }

  toggleZones(): void {
    this.zonesOn = !this.zonesOn;
    if (this.zonesOn && !this.zones) void this.learnZones();
    this.table.s.say(t(this.zonesOn ? "layer.zones" : "layer.off"));
  }

  private async learnZones(): Promise<void> {
    this.zones = (await this.look<{ zones: Zones }>("zones"))?.zones ?? null;
  }

  toggleCommand(): void {
    this.commandOn = !this.commandOn;
    if (this.commandOn) void this.learnCommand();
    else [this.command, this.supply] = [[], []];
    this.table.s.say(t(this.commandOn ? "layer.command" : "layer.off"));
  }

  toggleLines(): void {
    this.linesOn = !this.linesOn;
    if (this.linesOn) void this.learnLines();
    else this.lines = [];
    this.table.s.say(t(this.linesOn ? "layer.lines" : "layer.off"));
  }

  private async learnLines(): Promise<void> {
    const found = await this.traced();
    if (this.linesOn) this.lines = found;
  }

  /** The lines of all one's own Formations that have to have one. */
  async traced(): Promise<readonly Line[]> {
    const found = await Promise.all(this.own.map(({ id }) => this.look<Line>("line", { formation: id })));
    return found.flatMap((line) => (line?.traced ? line : []));
  }

  /** How likely each of one's own Formations is Fatigued at the end of the game turn. */
  async tiring(): Promise<Map<string, Tiring>> {
    const found = await Promise.all(this.own.map(({ id }) => this.look<Tiring>("fatigue", { formation: id })));
    return new Map(found.flatMap((tiring) => (tiring ? [[tiring.formation, tiring] as const] : [])));
  }

  /** One's own Strategic Objectives, and what of them is met. */
  async objectives(): Promise<readonly Aspired[]> {
    return (await this.look<{ objectives: Aspired[] }>("objectives"))?.objectives ?? [];
  }

  private get own(): readonly Formation[] {
    return (this.table.view?.formations ?? []).filter((one) => one.side === this.table.s.seat);
  }

  /** Command and supply of one's own Formations: of the enemy's nothing can be looked up. */
  private async learnCommand(): Promise<void> {
    const found = await Promise.all(this.own.map(({ id }) => Promise.all([this.look<Command>("command", { formation: id }), this.look<Supply>("supply", { formation: id })])));
    if (!this.commandOn) return;
    this.command = found.flatMap(([command]) => command ?? []);
    this.supply = found.flatMap(([, supply]) => supply ?? []);
  }

  /** Take a tool into the hand, or put it away. */
  take(tool: Tool | null): void {
    this.tool = this.tool === tool ? null : tool;
    [this.sight, this.field, this.terrain, this.from] = [null, null, null, null];
    this.table.preview = null;
    if (this.tool) this.table.s.say(this.prompt());
  }

  prompt(): string {
    if (this.tool === "ground") return t("ground.pick");
    return this.from ? t("sight.to", { from: this.from }) : t("sight.from");
  }

  /** A hex was chosen with a tool: the ground of it; the start of a line, then its end; the same end again starts anew. */
  point(hex: string): void {
    const again = this.sight?.to === hex && this.table.cursor === hex;
    this.table.cursor = hex;
    if (this.tool === "ground") void this.lookAt(hex).then(() => this.terrain && this.table.s.say(this.tellGround(this.terrain)));
    else if (this.from === null || again) void this.lookFrom(hex).then(() => this.table.s.say(this.prompt()));
    else void this.lookAt(hex).then(() => this.sight && this.table.s.say(this.tellSight(this.sight)));
  }

  private async lookFrom(hex: string): Promise<void> {
    this.from = hex;
    this.sight = null;
    const found = await this.look<FieldOfView>("field", { from: hex });
    if (this.from === hex && this.tool === "sight") this.field = found;
  }

  /** The pointer has come to a hex. */
  async lookAt(hex: string): Promise<void> {
    const { tool, from } = this;
    if (tool === "ground") {
      const found = await this.look<Terrain>("terrain", { hex });
      if (this.tool === tool && found) this.terrain = found;
    } else if (tool === "sight" && from && from !== hex) {
      const found = await this.look<Sight>("sight", { from, to: hex });
      if (this.tool === tool && this.from === from && found) this.sight = found;
    }
  }

  tellSight(sight: Sight): string {
    const verdict = sight.clear ? t("sight.clear") : sight.barrier.length ? t("sight.blocked", { hexes: sight.barrier.join(" + ") }) : t("sight.far");
    return `${t("sight.line", { from: sight.from, to: sight.to, range: sight.range })} ${verdict}`;
  }

  tellGround(found: Terrain): string {
    return [`${found.hex}:`, ...groundLines(found).map(([name, value]) => `${name} ${value}`)].join(" · ");
  }

  /** The hexes of a way where the enemy may react. */
  warned(way: readonly string[]): readonly string[] {
    const { seat } = this.table.s;
    const enemy = seat === "italy" ? this.zones?.austria : seat === "austria" ? this.zones?.italy : undefined;
    return enemy ? way.filter((hex) => enemy.includes(hex)) : [];
  }
}

const cost = (value: string): string => (value === "P" ? t("ground.barred") : value === "R" ? t("ground.road") : value);

/** What the Terrain Effects Chart says of a hex, line by line. */
export function groundLines(found: Terrain): [name: string, value: string][] {
  const { infantry, cavalry, artillery } = found.move;
  return [
    [t("ground.level"), String(found.level)],
    [t("ground.cost"), `${t("type.infantry")} ${cost(infantry)}, ${t("type.cavalry")} ${cost(cavalry)}, ${t("type.artillery")} ${cost(artillery)}`],
    ...(found.checks.length ? [[t("ground.check"), found.checks.map((who) => tt("ground.check", who)).join(", ")] as [string, string]] : []),
    [t("ground.fire"), t("ground.columns", { n: signed(found.fire) })],
    [t("ground.assault"), `${t("type.infantry")} ${signed(found.assault.infantry)}, ${t("type.cavalry")} ${signed(found.assault.cavalry)}`],
    [t("ground.zone"), t(found.zone ? "ground.zone.yes" : "ground.zone.no")],
    [t("ground.sight"), t(found.blocks_sight ? "ground.sight.blocks" : "ground.sight.open")],
    ...(found.all_round ? [[t("ground.front"), t("ground.front.all")] as [string, string]] : []),
    ...(found.sides.length ? [[t("ground.sides"), found.sides.map(({ to, kinds }) => `${to} ${kinds.map((kind) => tt("ground.side", kind)).join(", ")}`).join("; ")] as [string, string]] : []),
  ];
}
