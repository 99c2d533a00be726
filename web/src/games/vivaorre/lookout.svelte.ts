/** What is looked up on the table: arcs and ranges of a unit, who threatens it, where generals are obeyed. */

import type { Pose, Spot } from "../../boards/table/geometry";
import type { VivaPlay } from "./play.svelte";
import { SIDES } from "./types";

/** How far a weapon carries, band by band. */
export interface Band {
  band: string;
  to: number;
}
/** What the server says of a unit, as far as it is drawn. */
interface Found {
  ranges?: number[] | null;
  charge_reach?: number | null;
}
export interface Threat {
  unit: string;
  by: "fire" | "charge";
}
export interface Radius {
  general: string;
  at: Spot;
  radius: number;
}

const BANDS = ["short", "medium", "long", "extreme"];

export class Lookout {
  arcs = $state(true);
  radii = $state(false);
  menaced = $state(false);
  bands = $state.raw<readonly Band[]>([]);
  threats = $state.raw<readonly Threat[]>([]);
  command = $state.raw<readonly Radius[]>([]);

  constructor(private readonly play: VivaPlay) {}

  newMoment(): void {
    void this.look();
    if (this.radii) void this.lookAtCommand();
  }

  toggleArcs(): void {
    this.arcs = !this.arcs;
    void this.look();
  }
  toggleThreats(): void {
    this.menaced = !this.menaced;
    void this.look();
  }
  toggleRadii(): void {
    this.radii = !this.radii;
    if (this.radii) void this.lookAtCommand();
  }

  /** What is switched on is asked anew for whoever is selected. */
  async look(): Promise<void> {
    const { selected } = this.play;
    this.bands = [];
    this.threats = [];
    const piece = selected ? this.play.pieces.get(selected) : undefined;
    if (!piece || piece.kind !== "unit" || !this.play.s.live) return;
    if (this.arcs) {
      const found = (await this.play.s.inspect({ look: "unit", unit: piece.id })) as Found | null;
      if (this.play.selected === piece.id) this.bands = (found?.ranges ?? []).flatMap((to, i) => (to > 0 ? [{ band: BANDS[i] ?? "", to }] : []));
    }
    if (this.menaced) {
      const found = await this.play.s.inspect({ look: "threats", unit: piece.id });
      const by = (how: Threat["by"]) => ((found?.[how] ?? []) as string[]).map((unit): Threat => ({ unit, by: how }));
      if (this.play.selected === piece.id) this.threats = [...by("fire"), ...by("charge")];
    }
  }

  private async lookAtCommand(): Promise<void> {
    const found = await Promise.all(SIDES.map((side) => this.play.s.inspect({ look: "command", side })));
    const generals = found.flatMap((one) => Object.entries((one?.["generals"] ?? {}) as Record<string, { at: Spot | null; radius: number }>));
    this.command = generals.flatMap(([general, { at, radius }]) => (at ? [{ general, at, radius }] : []));
  }

  /** The pose from which arcs are drawn: where the unit stands, or where its ghost would. */
  get pose(): Pose | null {
    return this.play.moving.pose ?? (this.play.selected ? (this.play.pieces.get(this.play.selected)?.pose ?? null) : null);
  }
}
