/** Formations as dots in their order, for their buttons. */

type Dots = readonly (readonly [number, number])[];

const DRAWN: Readonly<Record<string, Dots>> = {
  line: [0, 1, 2, 3, 4, 5].map((i) => [3 + i * 3.6, 11] as const),
  assault: [0, 1, 2].flatMap((i) => [[8 + i * 4, 8], [8 + i * 4, 13]] as const),
  march: [0, 1, 2, 3].map((i) => [12, 4 + i * 4.6] as const),
  mass: [[7, 7], [11, 8.5], [16, 7], [8, 13], [13, 12.5], [17, 14]],
  square: [[7, 6], [12, 6], [17, 6], [7, 11], [17, 11], [7, 16], [12, 16], [17, 16]],
  battery: [[6, 11], [12, 11], [18, 11]],
  limbered: [[12, 5], [12, 11], [12, 17]],
};

export const dotsOf = (formation: string, ranks: number): Dots =>
  formation === "skirmish" ? Array.from({ length: 5 }, (_, i) => [3 + i * 4.5, 11 + ((i % ranks) - (ranks - 1) / 2) * 5] as const) : (DRAWN[formation] ?? []);
