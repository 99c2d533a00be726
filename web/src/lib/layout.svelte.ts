/** How the window is divided between the board and what stands beside it. This browser remembers it. */

import { store, stored } from "./settings.svelte";

/** The side stands beside the board, below it in two columns, or below it in one. */
export type Arrangement = "beside" | "below" | "phone";

const PHONE = "(max-width: 520px), (max-width: 640px) and (orientation: portrait)";
const BELOW = "(max-width: 1000px) and (orientation: portrait)";
const LEAST = { beside: 260, below: 220, phone: 0 };
/** How much of the window the side may take. */
const MOST = 0.6;

class Layout {
  arrangement = $state<Arrangement>("beside");
  /** Whether a pointer can rest on things, and so a keyboard is likely at hand. */
  keyboard = $state(true);
  /** Pixels of the side, across the border that can be moved; null until somebody has moved it. */
  private sizes = $state.raw<Record<Arrangement, number | null>>({ beside: null, below: null, phone: null });

  constructor() {
    const [phone, below, mouse] = [matchMedia(PHONE), matchMedia(BELOW), matchMedia("(hover: hover) and (pointer: fine)")];
    const look = () => {
      this.arrangement = phone.matches ? "phone" : below.matches ? "below" : "beside";
      this.keyboard = mouse.matches;
    };
    for (const query of [phone, below, mouse]) query.addEventListener("change", look);
    look();
    const kept = (name: Arrangement) => Number(stored(`side.${name}`)) || null;
    this.sizes = { beside: kept("beside"), below: kept("below"), phone: null };
  }

  /** Whether the panels are open when a page is: on a phone they would leave little of the board. */
  get opens(): boolean {
    return this.arrangement !== "phone" && stored("side") !== "shut";
  }

  keepOpen(open: boolean): void {
    if (this.arrangement !== "phone") store("side", open ? "open" : "shut");
  }

  get size(): number | null {
    return this.sizes[this.arrangement];
  }

  get least(): number {
    return LEAST[this.arrangement];
  }

  most(room: number): number {
    return Math.max(this.least, Math.round(room * MOST));
  }

  resize(size: number | null, room: number): void {
    const kept = size === null ? null : Math.round(Math.max(this.least, Math.min(this.most(room), size)));
    this.sizes = { ...this.sizes, [this.arrangement]: kept };
    store(`side.${this.arrangement}`, String(kept ?? ""));
  }
}

export const layout = new Layout();
