/** A hex map: its tools, its keys, where a counter faces. Each phrase in English and Italian. */

import { speaks } from "../../lib/settings.svelte";
import { words as sheet } from "../words";

export const words = {
  ...sheet,
  "facing.N": ["N", "N"],
  "facing.NE": ["NE", "NE"],
  "facing.SE": ["SE", "SE"],
  "facing.S": ["S", "S"],
  "facing.SW": ["SW", "SO"],
  "facing.NW": ["NW", "NO"],
  "unit.may_act": ["may act", "può agire"],
  "unit.moved": ["has acted", "ha agito"],
  "map.label": ["Map of {title}. Arrow keys move the cursor, Enter chooses.", "Mappa di {title}. Le frecce muovono il cursore, Invio sceglie."],
  "map.stack": ["In this hex", "In questo esagono"],
  "map.may_choose": ["can be chosen", "si può scegliere"],
  "group.several": ["Several", "Più unità"],
  "group.all": ["All {n}", "Tutte e {n}"],
  "group.hint": ["{n} chosen: point where {name} goes, the others go along.", "{n} scelte: indica dove va {name}, le altre la seguono."],
  "group.gather": ["Choose the units that move together.", "Scegli le unità che muovono insieme."],
  "group.go": ["Move {n} of {m}", "Muovi {n} di {m}"],
  "group.scatter": ["Dissolve", "Sciogli"],
  "group.outside": ["Outside the map.", "Fuori della mappa."],
  "group.none": ["Nobody gets there.", "Nessuna ci arriva."],
  "keys.several": ["this unit into the group or out of it; all that may move", "questa unità nel gruppo o fuori; tutte quelle che possono muovere"],
  "ask.other_way": ["Another path ({n} of {m})", "Un altro percorso ({n} di {m})"],
  "ask.pick": ["Choose here, or click the unit twice on the map:", "Scegli qui, o clicca due volte l'unità sulla mappa:"],
  "ask.via": ["by {hexes}", "per {hexes}"],
  "ask.select": ["Choose a unit on the map or here:", "Scegli un'unità sulla mappa o qui:"],
  "ask.choose_hex": ["Choose a shaded hex, or drag the unit there.", "Scegli un esagono ombreggiato, o trascinaci l'unità."],
  "ask.face": ["Choose the corner it faces, on the map or here:", "Scegli il vertice verso cui si orienta, sulla mappa o qui:"],
  "ask.face.open": ["Turn it here or on the map. If you go on, it keeps {facing}.", "Girala qui o sulla mappa. Se prosegui, resta verso {facing}."],
  "ask.face.keep": ["Keep {facing}", "Mantieni {facing}"],
  "keys.arrows": ["move the cursor on the map", "muovono il cursore sulla mappa"],
  "keys.n": ["next, previous unit that may act", "unità seguente, precedente che può agire"],
  "keys.face": ["face a corner, clockwise from the top", "orienta verso un vertice, in senso orario dall'alto"],
  "keys.turn": ["turn left, right", "gira a sinistra, a destra"],
  "keys.why": ["why not here?", "perché non qui?"],
} as const;

export const { t } = speaks(words);
