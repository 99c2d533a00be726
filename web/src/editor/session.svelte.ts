/** A board on which a position is set up: the game's own, at which nobody is asked anything. */

import { HexHand } from "../boards/hex/hand.svelte";
import { TableSession } from "../lib/session.svelte";
import type { CatalogueGame, Table, View } from "../lib/types";
import { another, changed, put, without, type Counter, type Position } from "./position";

const TURNS = ["N", "NE", "SE", "S", "SW", "NW"];
const MOST_UNDONE = 100;

export class EditorSession extends TableSession {
  override readonly live = false;
  position = $state.raw<Position | null>(null);
  /** what can be taken back */
  private past: Position[] = [];
  canGoBack = $state(false);

  readonly hand = $derived(this.play instanceof HexHand ? this.play : null);
  readonly chosen = $derived(this.position?.units.find((unit) => unit.id === this.hand?.selected) ?? null);

  /** The game with its board, and the hand that sets up. */
  async lay(game: CatalogueGame): Promise<void> {
    await this.meet(game.game);
    const seats = Object.fromEntries(game.seating.map(({ seat }) => [seat, { player: null, bot: null }]));
    const sides = Object.fromEntries(game.sides.map(({ side }) => [side, [side]]));
    this.table = { id: "", game: game.game, title: game.title, status: "running", study: true, seats, sides, mine: [], turn: [], options: {}, clock: null } as unknown as Table;
    if (this.hand) this.hand.editing = { put: (piece, hex, facing) => this.put(piece, hex, facing), point: (hex) => this.point(hex) };
  }

  /** Show a position; the one before it can be had back. */
  show(position: Position, again = false): void {
    if (this.position && !again) {
      this.past = [...this.past.slice(1 - MOST_UNDONE), this.position];
      this.canGoBack = true;
    }
    const first = this.position === null;
    this.position = position;
    this.view = { ...position, game: this.table?.game, seat: null, ask: null } as unknown as View;
    if (first) this.play?.newMoment(true, []);
    if (this.hand?.selected && !position.units.some((unit) => unit.id === this.hand?.selected)) this.hand.select(null);
  }

  goBack(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.canGoBack = this.past.length > 0;
    this.show(before, true);
  }

  put(id: string, hex: string, facing: string | null = null): void {
    if (!this.position) return;
    this.show(put(this.position, id, hex, facing));
    this.hand?.select(id);
  }

  private point(hex: string): void {
    const { chosen } = this;
    if (chosen && chosen.hex !== hex) this.put(chosen.id, hex);
  }

  set(id: string, field: string, value: unknown): void {
    if (!this.position) return;
    this.show(changed(this.position, id, ({ [field]: _, ...unit }) => (value === null ? unit : { ...unit, [field]: value }) as Counter));
    if (field === "id" && typeof value === "string") this.hand?.select(value);
  }

  turn(by: number): void {
    const { chosen } = this;
    const now = TURNS.indexOf(String(chosen?.["facing"] ?? "N"));
    if (chosen) this.set(chosen.id, "facing", TURNS[(now + by + TURNS.length) % TURNS.length]);
  }

  remove(): void {
    if (this.chosen && this.position) this.show(without(this.position, this.chosen.id));
  }

  copy(model: Counter): void {
    if (!this.position) return;
    const made = another(this.position, model);
    this.show(made.position);
    this.hand?.select(made.id);
  }
}
