/** Several pieces that move as one: by the same way across the map, those who can. */

import type { Refusal } from "../../lib/types";
import type { Facing, HexGrid } from "./hex";
import { words } from "./words";

/** How one piece of the group would go; the game judges it. */
export interface Way {
  unit: string;
  goal: string | null;
  path: string[];
  refusal: Refusal | null;
}

export interface Plan {
  /** where the piece goes that leads the others */
  goal: string;
  /** how all of them face at the end; null leaves everybody as it is */
  facing: Facing | null;
  /** in the order in which they go */
  ways: readonly Way[];
}

interface Hand {
  readonly grid: HexGrid | null;
  readonly pieces: ReadonlyMap<string, { hex: string }>;
  /** The game's verdict on goals, in the order in which they can be reached. */
  march(goals: Readonly<Record<string, string>>): Promise<Way[] | null>;
}

const OUTSIDE: Refusal = { rule: null, text: { en: words["group.outside"][0], it: words["group.outside"][1] } };

export class Group {
  members = $state.raw<readonly string[]>([]);
  /** Whether every piece that is chosen joins the group. */
  gathering = $state(false);
  plan = $state.raw<Plan | null>(null);

  constructor(private readonly hand: Hand) {}

  /** One piece alone is no group. */
  readonly on = $derived(this.members.length > 1);

  has(piece: string): boolean {
    return this.on && this.members.includes(piece);
  }

  toggle(piece: string): void {
    this.plan = null;
    this.members = this.members.includes(piece) ? this.members.filter((one) => one !== piece) : [...this.members, piece];
  }

  gather(pieces: readonly string[]): void {
    this.plan = null;
    this.members = [...pieces];
  }

  /** Keep those who may still go. */
  limit(pieces: readonly string[]): void {
    this.plan = null;
    this.members = this.members.filter((one) => pieces.includes(one));
    if (!pieces.length) this.gathering = false;
  }

  scatter(): void {
    this.plan = null;
    this.members = [];
    this.gathering = false;
  }

  /** Where everybody would get to if `lead` went to a hex and the others likewise. */
  async aim(lead: string, goal: string, facing: Facing | null): Promise<void> {
    const { grid, pieces } = this.hand;
    const from = pieces.get(lead)?.hex;
    if (!grid || !from) return;
    const members = this.members;
    const goals = members.map((piece) => [piece, grid.shifted(pieces.get(piece)?.hex ?? from, from, goal)] as const);
    const inside = Object.fromEntries(goals.flatMap(([piece, hex]) => (hex ? [[piece, hex]] : [])));
    const ways = await this.hand.march(inside);
    if (!ways || this.members !== members) return;
    const off = goals.flatMap(([unit, hex]): Way[] => (hex ? [] : [{ unit, goal: null, path: [], refusal: OUTSIDE }]));
    this.plan = { goal, facing, ways: [...ways.map((way) => ({ ...way, goal: inside[way.unit] ?? null })), ...off] };
  }

  /** Those who go, in their order. */
  get going(): readonly Way[] {
    return this.plan?.ways.filter((way) => !way.refusal) ?? [];
  }
}
