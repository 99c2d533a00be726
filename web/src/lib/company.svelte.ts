/** The people at a table: who is there, what they offer each other, and what is said about it. */

import type { TableSession } from "./session.svelte";
import { t } from "./settings.svelte";
import type { Table } from "./types";

export type Offer = "draw" | "takeback" | "rematch";
export interface Standing {
  what: Offer;
  /** the seats that offer it */
  seats: string[];
  /** whether one has offered it oneself and waits, or is asked */
  own: boolean;
}

/** The offers that stand at a table and concern one who sits there. */
export function standing(table: Table): Standing[] {
  if (!table.mine.length || table.study) return [];
  const open: Offer[] = table.status === "running" ? ["draw", "takeback"] : table.status === "over" && table.rematch ? ["rematch"] : [];
  return open.flatMap((what) => {
    const seats = table.offers[what];
    return seats.length ? [{ what, seats, own: seats.some((seat) => table.mine.includes(seat)) }] : [];
  });
}

/** One's own offer that stands no more, although the game goes on and was not taken back: nobody has taken it up. */
export const lapsed = (before: Table, after: Table): Offer | undefined =>
  after.status === "running"
    ? standing(before).find(({ what, own }) => own && what === "draw" && !after.offers[what].length)?.what
    : undefined;

const LASTS = 12_000;

export class Company {
  /** By player: since when he is away; null for who is there. */
  private away = $state.raw<Readonly<Record<string, number | null>>>({});
  /** What was said last that is not of the game. */
  told = $state("");
  private withdrawn = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly s: TableSession) {}

  readonly offers = $derived.by(() => (this.s.table ? standing(this.s.table) : []));
  /** How many of them wait for this player's answer. */
  readonly asked = $derived(this.offers.filter((offer) => !offer.own).length);

  note(players: Readonly<Record<string, number | null>>): void {
    this.away = { ...this.away, ...players };
  }

  /** Since when a player is away: null while he is there, undefined where nobody waits for anybody. */
  since(player: string): number | null | undefined {
    return this.away[player];
  }

  /** Say something to be read and heard; it goes by itself. */
  tell(text: string): void {
    this.told = text;
    this.s.say(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.told = ""), LASTS);
  }

  hush(): void {
    this.told = "";
  }

  withdrawing(): void {
    this.withdrawn = true;
  }

  /** What has become of one's offers. */
  compare(before: Table | null, after: Table): void {
    const gone = before && lapsed(before, after);
    if (gone && !this.withdrawn) this.tell(t("offer.draw.lapsed"));
    if (!standing(after).some(({ own }) => own)) this.withdrawn = false;
  }
}
