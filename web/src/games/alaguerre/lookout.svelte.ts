/** What is looked up on the table: ranges of a base, support of its unit, zones of control, where generals are obeyed. */

import { apart, centre, type Pose, type Spot } from "../../boards/table/geometry";
import type { GuerrePlay } from "./play.svelte";

/** What the server says of a unit, as far as it is shown. */
export interface Found {
  move: number;
  charge_reach: number | null;
  ranges: number[] | null;
  /** how far its sector opens beyond either corner of its front */
  spread: number | null;
  support: string | null;
  secure: boolean;
  zones: [number, number][][];
  /** the ground behind and beside it, and whether it has support or security there */
  strips: { side: string; shape: Spot[]; safe: boolean }[];
  /** halves of its fire that somebody closes, with what lies beyond him */
  halves: { half: string; by: string; shape: Spot[] }[];
}
/** So many enemies round the selected unit show their zones. */
const NEAREST = 10;

export class Lookout {
  arcs = $state(true);
  radii = $state(false);
  zones = $state(false);
  found = $state.raw<Found | null>(null);
  controlled = $state.raw<readonly Spot[][]>([]);

  constructor(private readonly play: GuerrePlay) {}

  newMoment(): void {
    void this.look();
  }
  toggleArcs(): void {
    this.arcs = !this.arcs;
  }
  toggleRadii(): void {
    this.radii = !this.radii;
  }
  toggleZones(): void {
    this.zones = !this.zones;
    void this.look();
  }

  /** Whoever is selected is asked about anew. */
  async look(): Promise<void> {
    const { selected } = this.play;
    this.found = null;
    const piece = selected ? this.play.pieces.get(selected) : undefined;
    if (!this.play.s.live) return;
    if (piece?.kind === "base") {
      const found = (await this.play.s.inspect({ look: "unit", unit: piece.id })) as Found | null;
      if (this.play.selected !== piece.id) return;
      this.found = found;
    }
    this.controlled = this.zones ? await this.zonesNear(piece?.pose ?? null) : [];
  }

  /** The ground that the enemies nearest to a unit control; without one, that of the first of them. */
  private async zonesNear(pose: Pose | null): Promise<Spot[][]> {
    const side = this.play.side;
    const foes = [...this.play.pieces.values()].filter((one) => one.kind === "base" && one.base.side !== side);
    const near = pose ? foes.toSorted((a, b) => apart(centre(a.pose), centre(pose)) - apart(centre(b.pose), centre(pose))) : foes;
    const found = await Promise.all(near.slice(0, NEAREST).map(({ id }) => this.play.s.inspect({ look: "unit", unit: id })));
    const seen = new Map<string, Spot[]>();
    for (const one of found) for (const zone of ((one as Found | null)?.zones ?? [])) seen.set(zone.join(), zone);
    return [...seen.values()];
  }

  /** The pose from which ranges are drawn: where the base stands. */
  get pose(): Pose | null {
    const { selected, moving } = this.play;
    if (!selected) return null;
    return moving.ghost?.bases?.[selected] ?? this.play.pieces.get(selected)?.pose ?? null;
  }
}
