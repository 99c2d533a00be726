/** What the first page says of a game that is to come. */

import type { GameCard } from "../cards";

export const card: GameCard = {
  about: {
    title: { en: "A la Guerre…", it: "A la Guerre…" },
    line: { en: "Miniatures on an open table: battles of the wars of religion", it: "Miniature su un tavolo libero: battaglie delle guerre di religione" },
  },
  seats: {},
};
