/** The hand over a board: what it holds, where it points, what it may do. A table's session is one. */

import type { Aim } from "../lib/options";
import type { Facing, Refusal, Sight, Study, Threats } from "../lib/types";

export interface Reason extends Refusal {
  hex: string;
}

export interface Hand {
  selected: string | null;
  cursor: string | null;
  reason: Reason | null;
  /** units with something to decide */
  readonly actors: readonly string[];
  /** the hexes the selected unit may choose, with the answers that lead there */
  readonly reach: ReadonlyMap<string, readonly Aim[]> | null;
  readonly aim: Aim | null;
  /** whether the reach is one of fire */
  readonly firing: boolean;
  readonly facingUnit: string | null;
  readonly pathHint: readonly (readonly string[])[];
  /** Front, zone and field of fire of the selected unit, as the engine gives them */
  readonly study: Study | null;
  /** the line of fire that is being looked along */
  readonly sight: Sight | null;
  readonly threats: Threats | null;
  /** whether clicks measure lines of fire */
  readonly measuring: boolean;
  pick(unit: string): void;
  choose(hex: string): void;
  select(unit: string | null): void;
  face(facing: Facing): void;
  askWhy(hex: string): unknown;
  lookAt(hex: string): unknown;
  showRule(rule: string | null): void;
  say(text: string): void;
}

/** A hand that only looks: for replays. */
export class Looking implements Hand {
  selected = $state<string | null>(null);
  cursor = $state<string | null>(null);
  reason = null;
  readonly actors = [];
  readonly reach = null;
  readonly aim = null;
  readonly firing = false;
  readonly facingUnit = null;
  readonly pathHint = [];
  readonly study = null;
  readonly sight = null;
  readonly threats = null;
  readonly measuring = false;
  spoken = $state("");

  pick(unit: string): void {
    this.selected = this.selected === unit ? null : unit;
  }
  choose(hex: string): void {
    this.cursor = hex;
    this.selected = null;
  }
  select(unit: string | null): void {
    this.selected = unit;
  }
  face(): void {}
  askWhy(): void {}
  lookAt(): void {}
  showRule(): void {}
  say(text: string): void {
    this.spoken = text;
  }
}
