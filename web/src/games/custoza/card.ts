/** What the lobby shows of Custoza. */

import type { GameCard } from "../cards";
import "./colours.css";

export const card: GameCard = {
  about: {
    title: { en: "Custoza, Fields of Doom", it: "Custoza, Fields of Doom" },
    line: { en: "1848 and 1866: regiments and battalions between Verona and Lake Garda", it: "1848 e 1866: reggimenti e battaglioni fra Verona e il Garda" },
  },
  editor: true,
  seats: {
    italy: {
      name: { en: "Italy", it: "Italia" },
      short: { en: "Italy", it: "Italia" },
      colour: "var(--italy)",
      ink: "#fff6e4",
      flag: "background: var(--italy)",
    },
    austria: {
      name: { en: "Austria-Hungary", it: "Austria-Ungheria" },
      short: { en: "Austria", it: "Austria" },
      colour: "var(--habsburg)",
      ink: "#2a1d0c",
      line: { colour: "var(--gold-ink)", dashes: "6 3" },
      flag: "background: var(--habsburg); transform: rotate(45deg) scale(0.86)",
    },
  },
  lesson: {
    scenario: "learning",
    level: "sergente",
    hint: {
      en: "A first game with nine counters, led step by step: about half an hour.",
      it: "Una prima partita con nove pedine, guidata passo per passo: una mezz'ora.",
    },
  },
};
