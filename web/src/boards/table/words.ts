/** A free table: its tools, its keys, the tape. Each phrase in English and Italian. */

import { speaks } from "../../lib/settings.svelte";
import { words as sheet } from "../words";

export const words = {
  ...sheet,
  "table.label": ["Table of {title}. N and P choose a piece, arrows move its ghost, Enter gives the order.", "Tavolo di {title}. N e P scelgono un pezzo, le frecce ne muovono l'ombra, Invio dà l'ordine."],
  "tape.tool": ["Tape measure", "Metro"],
  "tape.from": ["Measure from: point at a piece or at the ground.", "Misura da: indica un pezzo o il terreno."],
  "tape.to": ["Measure to: point again. Click to leave the tape on the table.", "Misura fino a: indica di nuovo. Clicca per lasciare il metro sul tavolo."],
  "tape.clear": ["Take up all tapes", "Raccogli i metri"],
  "tape.said": ["{a} to {b}: {distance}", "da {a} a {b}: {distance}"],
  "tape.ground": ["the ground", "il terreno"],
  "keys.next": ["next, previous piece that may act", "pezzo seguente, precedente che può agire"],
  "keys.tape": ["tape measure", "metro"],
} as const;

export const { t } = speaks(words);
