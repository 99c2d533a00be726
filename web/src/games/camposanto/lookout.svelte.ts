/** What is looked up on the board: a unit's Front, zone and field of fire, a line of fire, what threatens a hex.
 * Every verdict is the engine's. */

import type { Way } from "../../boards/hex/group.svelte";
import type { TableSession } from "../../lib/session.svelte";
import { said } from "../../lib/settings.svelte";
import type { Cost, Found, Look, Sight, Study, Threats, Unit } from "./types";
import { t } from "./words";

/** What a lookout needs of its table. */
interface Table {
  readonly selected: string | null;
  readonly s: Pick<TableSession, "seat" | "inspect" | "say">;
  readonly pieces: ReadonlyMap<string, Unit>;
  readonly stacks: ReadonlyMap<string, readonly Unit[]>;
  cursor: string | null;
  preview: unknown;
  name(id: string): string;
}

export class Lookout {
  /** Front, zone and field of fire of the selected unit. */
  study = $state.raw<Study | null>(null);
  measuring = $state(false);
  /** Where the line of fire starts: a unit, or a bare hex. */
  from = $state<string | null>(null);
  sight = $state.raw<Sight | null>(null);
  /** Whether threats to the selected unit or hex are drawn. */
  wary = $state(false);
  threats = $state.raw<Threats | null>(null);

  constructor(private readonly table: Table) {}

  private async inspect(query: Look): Promise<Found | null> {
    return (await this.table.s.inspect(query)) as Found | null;
  }

  newMoment(): void {
    this.sight = null;
  }

  letGo(): void {
    this.study = null;
    this.threats = null;
  }

  /** What the selected unit commands, and what threatens it if that is wanted. */
  async learn(): Promise<void> {
    const id = this.table.selected;
    if (this.study?.unit !== id) this.study = null;
    if (id && this.table.pieces.has(id)) {
      const found = await this.inspect({ look: "unit", unit: id });
      if (found?.look === "unit" && this.table.selected === id) this.study = found;
    }
    await this.watch();
  }

  private async watch(): Promise<void> {
    const unit = this.table.pieces.get(this.table.selected ?? "");
    const hex = unit?.hex ?? this.table.cursor;
    const found = this.wary && hex ? await this.askThreats(hex, unit?.side) : null;
    this.threats = this.wary ? found : null;
  }

  async askThreats(hex: string, side?: string): Promise<Threats | null> {
    const found = await this.inspect({ look: "threats", hex, side: side ?? this.table.s.seat ?? "spain" });
    return found?.look === "threats" ? found : null;
  }

  toggleWary(): void {
    this.wary = !this.wary;
    void this.watch().then(() => {
      if (this.threats) this.table.s.say(this.tellThreats(this.threats));
      else if (this.wary) this.table.s.say(t("threats.pick"));
    });
  }

  tellThreats(found: Threats): string {
    if (!found.units.length) return t("threats.none", { hex: found.hex });
    const by = (how: "fire" | "assault") => found.units.filter((u) => u.by === how).map((u) => `${this.table.name(u.unit)} (${u.hex})`).join(", ");
    const parts = (["fire", "assault"] as const).filter((how) => by(how)).map((how) => t(`threats.${how}`, { units: by(how) }));
    return `${found.hex}: ${parts.join(" ")}`;
  }

  toggleMeasuring(): void {
    this.measuring = !this.measuring;
    this.sight = null;
    this.from = this.measuring ? this.table.selected : null;
    this.table.preview = null;
    if (this.measuring) this.table.s.say(this.prompt());
  }

  prompt(): string {
    return this.from ? t("sight.to", { from: this.table.name(this.from) }) : t("sight.from");
  }

  /** A hex was chosen for the line: its start, then its end; the same end again makes it the next start. */
  measure(hex: string): void {
    const again = this.table.cursor === hex && this.sight?.to === hex;
    this.table.cursor = hex;
    if (this.from === null || again) {
      // Those who fire count: the gun, or the light infantry.
      const stack = this.table.stacks.get(hex) ?? [];
      this.from = (stack.find((u) => u.type === "artillery" || u.type === "light") ?? stack.at(-1))?.id ?? hex;
      this.sight = null;
      this.table.s.say(this.prompt());
    } else void this.lookAt(hex).then((sight) => sight && this.table.s.say(this.tellSight(sight)));
  }

  async lookAt(hex: string): Promise<Sight | null> {
    const from = this.from;
    if (from === null || (this.table.pieces.get(from)?.hex ?? from) === hex) return null;
    const found = await this.look(from, hex);
    if (found && this.measuring && this.from === from) this.sight = found;
    return found;
  }

  async look(from: string, to: string): Promise<Sight | null> {
    const found = await this.inspect({ look: "line", from, to });
    return found?.look === "line" ? found : null;
  }

  /** How far several units would get, each to its goal. */
  async march(goals: Readonly<Record<string, string>>): Promise<Way[] | null> {
    const found = await this.inspect({ look: "march", goals });
    return found?.look === "march" ? found.ways.map((way) => ({ ...way, goal: null })) : null;
  }

  /** What ways back cost. */
  async costs(answers: readonly { do: string }[]): Promise<(Cost | null)[] | null> {
    const found = await this.inspect({ look: "costs", answers });
    return found?.look === "costs" ? found.costs : null;
  }

  tellSight(sight: Sight): string {
    const head = t("sight.line", { from: sight.unit ? this.table.name(sight.unit) : sight.from, to: sight.to, range: sight.range });
    const verdict = sight.refusal ? said(sight.refusal.text) : `${t(sight.unit ? "sight.fires" : "sight.clear")} [${sight.rule}]`;
    const barred = sight.blocked ? ` ${t("sight.blocked", { hexes: sight.blocked.join(" + ") })}` : "";
    return `${head} ${verdict}${barred}`;
  }
}
