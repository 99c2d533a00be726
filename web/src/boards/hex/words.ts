/** A hex map: its tools, its keys, where a counter faces. Each phrase in English and Italian. */

import { speaks } from "../../lib/settings.svelte";

export const words = {
  "facing.N": ["N", "N"],
  "facing.NE": ["NE", "NE"],
  "facing.SE": ["SE", "SE"],
  "facing.S": ["S", "S"],
  "facing.SW": ["SW", "SO"],
  "facing.NW": ["NW", "NO"],
  "unit.may_act": ["may act", "può agire"],
  "unit.moved": ["has acted", "ha agito"],
  "map.label": ["Map of {title}. Arrow keys move the cursor, Enter chooses.", "Mappa di {title}. Le frecce muovono il cursore, Invio sceglie."],
  "map.fit": ["Fit the whole map", "Tutta la mappa"],
  "map.in": ["Closer", "Avvicina"],
  "map.out": ["Farther", "Allontana"],
  "map.hide": ["Hide the counters", "Nascondi le pedine"],
  "map.mini": ["Overview", "Quadro d'insieme"],
  "map.numbers": ["Hex numbers", "Numeri degli esagoni"],
  "map.stack": ["In this hex", "In questo esagono"],
  "map.tools": ["Map tools", "Strumenti della mappa"],
  "map.may_choose": ["can be chosen", "si può scegliere"],
  "ask.other_way": ["Another way ({n} of {m})", "Un altro percorso ({n} di {m})"],
  "ask.pick": ["Choose here, or click the unit twice on the map:", "Scegli qui, o clicca due volte l'unità sulla mappa:"],
  "ask.via": ["by {hexes}", "per {hexes}"],
  "ask.select": ["Choose a unit on the map or here:", "Scegli un'unità sulla mappa o qui:"],
  "ask.choose_hex": ["Choose a shaded hex.", "Scegli un esagono ombreggiato."],
  "ask.face": ["Choose the corner it faces: on the map, or", "Scegli il vertice verso cui si orienta: sulla mappa, o"],
  "ask.face.keep": ["Keep {facing}", "Mantieni {facing}"],
  "keys.arrows": ["move the cursor on the map", "muovono il cursore sulla mappa"],
  "keys.n": ["next, previous unit that may act", "prossima, precedente unità che può agire"],
  "keys.face": ["face a corner, clockwise from the top", "orienta verso un vertice, in senso orario dall'alto"],
  "keys.turn": ["turn left, right", "gira a sinistra, a destra"],
  "keys.why": ["why not here?", "perché non qui?"],
  "keys.zoom": ["closer, farther, whole map", "avvicina, allontana, tutta la mappa"],
  "keys.hide": ["hide the counters", "nascondi le pedine"],
} as const;

export const { t } = speaks(words);
