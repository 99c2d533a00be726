/** What the first page and the lobby show of Viva o' rre!. */

import type { GameCard } from "../cards";
import "./colours.css";

export const card: GameCard = {
  about: {
    title: { en: "Viva o' rre!", it: "Viva o' rre!" },
    line: { en: "Miniatures on an open table: battles from 1820 to 1900", it: "Miniature su un tavolo libero: battaglie dal 1820 al 1900" },
  },
  lesson: {
    scenario: "scaramuccia",
    level: "sergente",
    hint: {
      en: "A first game with three units, led step by step: about half an hour.",
      it: "Una prima partita con tre unità, guidata passo per passo: una mezz'ora.",
    },
  },
  seats: {
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
  },
};
