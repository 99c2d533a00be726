/** The words of this game's army builder, in English and Italian. */

import { speaks } from "../../../lib/settings.svelte";
import { armies } from "../../../lib/words/armies";

export const words = {
  "arm.infantry": ["Infantry", "Fanteria"],
  "arm.cavalry": ["Cavalry", "Cavalleria"],
  "arm.artillery": ["Artillery", "Artiglieria"],
  ...armies,
  "troops.into": ["New units go to: {brigade}.", "Le nuove unità vanno a: {brigade}."],
  "grade": ["morale {morale}, fire {fire}, mêlée {melee}", "morale {morale}, fuoco {fire}, mischia {melee}"],
  "brigade.numbered": ["Brigade {n}", "Brigata {n}"],
  "brigade.new": ["New brigade", "Nuova brigata"],
  "brigade.name": ["Name of {brigade}", "Nome di {brigade}"],
  "brigade.general": ["General of {brigade}", "Generale di {brigade}"],
  "brigade.here": ["Add here", "Aggiungi qui"],
  "brigade.remove": ["Remove {brigade}", "Togli {brigade}"],
  "brigade.empty": ["No units yet.", "Ancora nessuna unità."],
  "brigade.general.short": ["General", "Generale"],
  "brigade.name.short": ["Name", "Nome"],
  "army.units": ["{n} {n|unit|units}", "{n} unità"],
  "army.cic": ["Commander-in-chief", "Comandante in capo"],
  "army.trenches": ["{n} {n|trench|trenches} to dig", "{n} {n|trincea|trincee} da scavare"],
  "unit.size": ["Figures of {unit}", "Figure di {unit}"],
  "unit.sections": ["Sections of {unit}", "Sezioni di {unit}"],
  "unit.arms": ["Weapons of {unit}", "Armi di {unit}"],
  "unit.brigade": ["Brigade of {unit}", "Brigata di {unit}"],
  "unit.remove": ["Remove {unit}", "Togli {unit}"],
  "unit.engineers": ["engineers", "genio"],
  "unit.name": ["Name of {unit}", "Nome di {unit}"],
  "unit.cost": ["{points} points: how the cost of {unit} is made", "{points} punti: come si forma il costo di {unit}"],
  "unit.each": ["{n} points a figure or section", "{n} punti a figura o sezione"],
  "unit.other": ["(something else)", "(altro)"],
  "shares.title": ["Parts of the army", "Parti dell'esercito"],
  "sheet.unit": ["Unit", "Unità"],
  "sheet.troops": ["Troops", "Truppe"],
  "sheet.figures": ["Figures", "Figure"],
  "sheet.class": ["Class", "Classe"],
  "sheet.arms": ["Weapons", "Armi"],
  "sheet.losses": ["Losses", "Perdite"],
  "sheet.points": ["Points", "Punti"],
} as const;
export const { t } = speaks(words);
