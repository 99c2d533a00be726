/** Two sides on a free table, red and blue, as they are marked: by colour, and by a shape that needs none. */

export type SideName = "red" | "blue";
export const SIDES: readonly SideName[] = ["red", "blue"];

/** How the edge of a side is drawn. */
export const EDGES: Readonly<Record<SideName, { colour: string; dashes?: string }>> = {
  red: { colour: "var(--redcoat)" },
  blue: { colour: "var(--bluecoat)", dashes: "16 7" },
};
/** A square banner, and one with a swallow tail. */
export const BANNERS: Readonly<Record<SideName, string>> = { red: "M0 0h9v7h-9Z", blue: "M0 0h10l-3 3.500l3 3.500h-10Z" };

/** The card of a side, as the lobby and the tables mark it. */
export const SEATS = {
  red: {
    name: { en: "Red", it: "Rosso" },
    short: { en: "Red", it: "Rosso" },
    colour: "var(--redcoat)",
    ink: "#fff6e4",
    flag: "background: var(--redcoat)",
  },
  blue: {
    name: { en: "Blue", it: "Blu" },
    short: { en: "Blue", it: "Blu" },
    colour: "var(--bluecoat)",
    ink: "#fff6e4",
    line: { colour: "var(--bluecoat)", dashes: "6 3" },
    flag: "background: var(--bluecoat); clip-path: polygon(0 0, 100% 0, 70% 50%, 100% 100%, 0 100%)",
  },
} as const;
