/** What the fields of a position are called. Each phrase in English and Italian. */

import { speaks } from "../../../lib/settings.svelte";
import { words as base } from "../words";

export const words = {
  "field.id": ["sign", "sigla"],
  "field.side": ["side", "parte"],
  "field.type": ["type", "tipo"],
  "field.hex": ["hex", "esagono"],
  "field.name": ["name", "nome"],
  "field.max": ["full strength", "Forza piena"],
  "field.facing": ["facing", "orientamento"],
  "field.wing": ["wing", "ala"],
  "field.regiment": ["regiment", "reggimento"],
  "field.steps": ["steps", "step"],
  "field.stars": ["stars", "stelle"],
  "field.fire": ["fire", "fuoco"],
  "field.turn": ["turn", "turno"],
  "field.last_turn": ["last turn", "ultimo turno"],
  "field.series": ["series", "serie"],
  "field.phase": ["phase", "fase"],
  "field.swap": ["wings exchanged", "ali scambiate"],
} as const;

export const { tt, has } = speaks({ ...base, ...words });
