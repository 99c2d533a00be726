/** Formations as dots in their order, for their buttons. */

type Dots = readonly (readonly [number, number])[];

const DRAWN: Readonly<Record<string, Dots>> = {
  line: [0, 1, 2, 3, 4, 5].flatMap((i) => [[3 + i * 3.6, 10], [3 + i * 3.6, 14]] as const),
  column: [0, 1, 2, 3].flatMap((i) => [[10, 4 + i * 4.6], [14, 4 + i * 4.6]] as const),
  square: [[7, 6], [12, 6], [17, 6], [7, 11], [17, 11], [7, 16], [12, 16], [17, 16]],
  skirmish: [[3, 9], [8, 13], [13, 9], [18, 13], [22, 9]],
  battery: [[6, 11], [12, 11], [18, 11]],
  limbered: [[12, 5], [12, 11], [12, 17]],
};

export const dotsOf = (formation: string): Dots => DRAWN[formation] ?? [];
