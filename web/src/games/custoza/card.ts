/** What the first page says of a game that is to come. */

import type { GameCard } from "../cards";

export const card: GameCard = {
  about: {
    title: { en: "Custoza, Fields of Doom", it: "Custoza, Fields of Doom" },
    line: { en: "1848 and 1866: regiments and battalions between Verona and Lake Garda", it: "1848 e 1866: reggimenti e battaglioni fra Verona e il Garda" },
  },
  seats: {},
};
