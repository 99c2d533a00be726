/** What every board has: its tools and their keys. Each phrase in English and Italian. */

import { speaks } from "../lib/settings.svelte";

export const words = {
  "map.fit": ["Fit the whole map", "Tutta la mappa"],
  "map.in": ["Closer", "Avvicina"],
  "map.out": ["Farther", "Allontana"],
  "map.hide": ["Hide the counters", "Nascondi le pedine"],
  "map.key": ["Key to the symbols", "Legenda dei simboli"],
  "map.mini": ["Overview", "Quadro d'insieme"],
  "map.numbers": ["Hex numbers", "Numeri degli esagoni"],
  "map.tools": ["Map tools", "Strumenti della mappa"],
  "keys.zoom": ["closer, farther, whole map", "avvicina, allontana, tutta la mappa"],
  "keys.hide": ["hide the counters", "nascondi le pedine"],
} as const;

export const { t } = speaks(words);
