/** What the lobby shows of a game before its client is loaded: how its seats are called and marked, its plate, its lesson. */

import type { Component } from "svelte";
import { said } from "../lib/settings.svelte";
import type { CatalogueGame, Drawing, Text } from "../lib/types";

export interface SeatCard {
  name: Text;
  short: Text;
  /** colour of its pieces, and of what is written on them */
  colour: string;
  ink: string;
  /** how its line is drawn where several are */
  line?: { colour: string; dashes: string };
  /** style of its small mark before a name */
  flag: string;
}

/** What the first page says of a game before the server is asked; one that the catalogue does not have is to come. */
export interface About {
  title: Text;
  line: Text;
  /** a picture of play, with what is to be seen on it */
  picture?: { address: string; width: number; height: number; text: Text };
}

export interface GameCard {
  about?: About;
  /** whether it has a board already and is not offered yet */
  coming?: true;
  /** whether newcomers had better begin with it: it is named before all others */
  first?: true;
  /** whether its positions can be set up by hand on its board, and its data tried out */
  editor?: true;
  /** by seat, and by side where several seats make one */
  seats: Readonly<Record<string, SeatCard>>;
  /** what an army is built for unless somebody says otherwise */
  army?: { points: number; year: number };
  /** a picture for the lobby */
  plate?: { caption: Text; load: () => Promise<{ default: Component<{ drawing: Drawing; title: string }> }> };
  /** where its guided first game is played */
  lesson?: { scenario: string; hint: Text; /** of the opponent; the easiest where none is named */ level?: string };
}

const CARDS = new Map<string, GameCard>(
  Object.entries(import.meta.glob<GameCard>("./*/card.ts", { eager: true, import: "card" })).map(([path, card]) => [path.split("/")[1] ?? "", card]),
);

/** The games that the first page tells of, those with a board first. */
export const told = (): { game: string; about: About; ready: boolean }[] =>
  [...CARDS]
    .flatMap(([game, { about, seats, coming }]) => (about ? [{ game, about, ready: !coming && Object.keys(seats).length > 0 }] : []))
    .sort((a, b) => Number(b.ready) - Number(a.ready) || early(a.game) - early(b.game));

const early = (game: string): number => (CARDS.get(game)?.first ? 0 : 1);
/** Games as a lobby lists them. */
export const inOrder = (games: readonly CatalogueGame[]): CatalogueGame[] => games.toSorted((a, b) => early(a.game) - early(b.game));

export const cardOf = (game: string): GameCard => CARDS.get(game) ?? { seats: {} };

// What the server calls the seats and sides of games without a card.
const names = new Map<string, ReadonlyMap<string, Text>>();

/** Take note of the names in the catalogue. */
export function learn(games: readonly CatalogueGame[]): void {
  for (const { game, seating, sides } of games) {
    names.set(game, new Map([...sides.map(({ side, name }) => [side, name] as const), ...seating.map(({ seat, name }) => [seat, name] as const)]));
  }
}
/** Whether a game's seats can be called by name without the catalogue. */
export const isNamed = (game: string): boolean => Object.keys(cardOf(game).seats).length > 0 || names.has(game);

// Colours for the seats of a game without a card, told apart by lightness too.
const COLOURS = ["#8c3b2e", "#d9b24c", "#2f5d8a", "#4f7a4a", "#7a5a8c", "#a8763e", "#5b6b75", "#b98aa0"];
const INKS = ["#fff6e4", "#2a1d0c", "#fff6e4", "#fff6e4", "#fff6e4", "#2a1d0c", "#fff6e4", "#2a1d0c"];

/** A seat or a side as it is called and marked. */
export function seatCard(game: string, seat: string, seats: readonly string[] = []): SeatCard {
  const known = cardOf(game).seats[seat];
  if (known) return known;
  // A player under a side's commander has its colours; what he is called, his table tells.
  const side = cardOf(game).seats[seat.split(".", 1)[0]!];
  if (side) return side;
  const at = Math.max(0, seats.indexOf(seat)) % COLOURS.length;
  const colour = COLOURS[at] ?? "";
  const name = names.get(game)?.get(seat) ?? { en: seat, it: seat };
  return { name, short: name, colour, ink: INKS[at] ?? "", flag: `background: ${colour}` };
}

/** A table, which may have seats of its own, or a game by its name. */
type Where = string | { readonly game: string; readonly names?: Readonly<Record<string, Text>> } | null | undefined;

export const seatName = (where: Where, seat: string): string => called(where, seat, "name");
export const seatShort = (where: Where, seat: string): string => called(where, seat, "short");

function called(where: Where, seat: string, how: "name" | "short"): string {
  const own = typeof where === "object" ? where?.names?.[seat] : undefined;
  if (own) return how === "name" ? said(own) : said(own).split(/[,(]/, 1)[0]!.trim();
  return said(seatCard((typeof where === "object" ? where?.game : where) ?? "", seat)[how]);
}
