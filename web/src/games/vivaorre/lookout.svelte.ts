/** What is looked up on the table: arcs and ranges of a unit, who threatens it, where generals are obeyed. */

import type { Pose, Spot } from "../../boards/table/geometry";
import type { VivaPlay } from "./play.svelte";

export interface Band {
  band: string;
  to: number;
  share?: string;
  count?: number;
}
/** What the server says of a unit. */
export interface About {
  arc?: number;
  ranges?: Band[];
  rate?: number;
  charge?: number;
  command?: { general: string | null; distance: number | null; radius: number | null; in: boolean } | null;
  cover?: string | null;
  [more: string]: unknown;
}
export interface Threat {
  unit: string;
  by: string;
  rule?: string;
}
export interface Radius {
  general: string;
  at: Spot;
  radius: number;
}

export class Lookout {
  arcs = $state(false);
  radii = $state(false);
  menaced = $state(false);
  about = $state.raw<About | null>(null);
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
    this.about = null;
    this.threats = [];
    const piece = selected ? this.play.pieces.get(selected) : undefined;
    if (!piece || piece.kind !== "unit" || !this.play.s.live) return;
    if (this.arcs) {
      const found = await this.play.s.inspect({ look: "unit", unit: piece.id });
      if (this.play.selected === piece.id) this.about = found as About | null;
    }
    if (this.menaced) {
      const found = await this.play.s.inspect({ look: "threats", unit: piece.id });
      if (this.play.selected === piece.id) this.threats = (found?.["units"] ?? found?.["threats"] ?? []) as Threat[];
    }
  }

  private async lookAtCommand(): Promise<void> {
    const side = this.play.s.seat ?? "red";
    const found = await this.play.s.inspect({ look: "command", side });
    this.command = ((found?.["generals"] ?? []) as { general?: string; id?: string; at?: Spot | null; radius?: number }[]).flatMap((one) =>
      one.at && one.radius ? [{ general: one.general ?? one.id ?? "", at: one.at, radius: one.radius }] : [],
    );
  }

  /** The pose from which arcs are drawn: where the unit stands, or where its ghost would. */
  get pose(): Pose | null {
    return this.play.moving.pose ?? (this.play.selected ? (this.play.pieces.get(this.play.selected)?.pose ?? null) : null);
  }
}
