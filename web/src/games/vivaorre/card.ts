/** What the first page says of a game that is to come. */

import type { GameCard } from "../cards";

export const card: GameCard = {
  about: {
    title: { en: "Viva o' rre!", it: "Viva o' rre!" },
    line: { en: "Miniatures on an open table: battles from 1820 to 1900", it: "Miniature su un tavolo libero: battaglie dal 1820 al 1900" },
  },
  seats: {},
};
