/** The words of this game's army builder, in English and Italian. */

import { speaks } from "../../../lib/settings.svelte";

export const words = {
  "arm.infantry": ["Infantry", "Fanteria"],
  "arm.cavalry": ["Cavalry", "Cavalleria"],
  "arm.artillery": ["Artillery", "Artiglieria"],
  "into.brigade": ["New bases go to brigade {id}.", "Le nuove basi vanno alla brigata {id}."],
  "into.division": ["The next base begins a new brigade of division {id}.", "La prossima base apre una nuova brigata della divisione {id}."],
  "into.guns": ["New batteries go directly under the commander-in-chief.", "Le nuove batterie vanno agli ordini del comandante in capo."],
  "army.sum": ["{n} {n|base|bases}, {dice} {dice|die|dice} for orders, cohesion {cohesion}, {turns} turns", "{n} {n|base|basi}, {dice} {dice|dado|dadi} per gli ordini, coesione {cohesion}, {turns} turni"],
  "cic.name": ["Commander-in-chief", "Comandante in capo"],
  "general.level": ["Level", "Livello"],
  "general.level.of": ["Level of the general of division {id}", "Livello del generale della divisione {id}"],
  "general.name": ["General of division {id}", "Generale della divisione {id}"],
  "general.short": ["General", "Generale"],
  "general.cic": ["The commander-in-chief leads it himself", "La guida il comandante in capo"],
  "division.title": ["Division {id}", "Divisione {id}"],
  "division.new": ["New division", "Nuova divisione"],
  "division.remove": ["Remove division {id}", "Togli la divisione {id}"],
  "division.empty": ["No brigades yet.", "Ancora nessuna brigata."],
  "brigade.title": ["Brigade {id}", "Brigata {id}"],
  "brigade.new": ["New brigade here", "Nuova brigata qui"],
  "brigade.here": ["Add here", "Aggiungi qui"],
  "brigade.great": ["great unit", "grande unità"],
  "brigade.to": ["Division of brigade {id}", "Divisione della brigata {id}"],
  "base.remove": ["Remove {base}", "Togli {base}"],
  "guns.title": ["Batteries of the commander-in-chief", "Batterie del comandante in capo"],
  "guns.here": ["Add batteries here", "Aggiungi qui le batterie"],
  "base.points": ["{n} points", "{n} punti"],
} as const;
export const { t } = speaks(words);
