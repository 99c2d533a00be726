/** The words of the Advanced Game with all others: for what is loaded only where they are needed. */

import { speaks } from "../../../lib/settings.svelte";
import { words as base } from "../words";

export const words = {
  "orders.hint": ["Choose a Formation here or its commander on the map, then what it is to do. Nobody else sees it.", "Scegli una Formazione qui o il suo comandante sulla mappa, poi che cosa deve fare. Nessun altro lo vede."],
  "orders.entries": ["Their entry is barred: let them wait, or shift them to another edge hex, which costs time.", "L'ingresso è sbarrato: lasciali attendere, o spostali su un altro esagono di bordo, il che costa tempo."],
  "orders.place": ["Objective", "Obiettivo"],
  "orders.entry": ["Entry", "Ingresso"],
  "orders.choose": ["choose, or point at the map", "scegli, o indica sulla mappa"],
  "objectives.map": ["Objectives Map", "Mappa degli Obiettivi"],
  "objectives.pin": ["{name} goes to {place}", "{name} va a {place}"],
  "strategy.title": ["Your Strategic Objective", "Il tuo Obiettivo Strategico"],
  "strategy.hint": ["Choose what you will be judged by at the end. It stays secret until then.", "Scegli in base a che cosa sarai giudicato alla fine. Fino ad allora resta segreto."],
  "strategy.choose": ["Choose objective {n}", "Scegli l'obiettivo {n}"],
  "strategy.none": ["Not chosen yet, or not known to you.", "Non ancora scelto, o a te ignoto."],
  "strategy.now": ["yours now", "il tuo attuale"],
  "condition.met": ["met", "raggiunto"],
  "condition.open": ["not met", "non raggiunto"],
  "condition.control_all": ["control {places}", "controllare {places}"],
  "condition.control_all_bridge_east_sides": ["control the east end of every bridge: {places}", "controllare l'estremità est di ogni ponte: {places}"],
  "condition.occupy_all": ["have units in {places}", "avere unità in {places}"],
  "condition.valid_loc": ["a line of communication from {places}", "una linea di comunicazione da {places}"],
  "condition.no_ah_loc": ["no Austrian line of communication from {from} to {to}", "nessuna linea di comunicazione austriaca da {from} a {to}"],
  "condition.corps_west_of_mincio": ["all of one Corps west of the Mincio, not collapsed", "un intero Corpo a ovest del Mincio, non ceduto"],
  "condition.corps_exited": ["all of one Corps off the map, not collapsed", "un intero Corpo fuori dalla mappa, non ceduto"],
  "timetable.title": ["Reinforcements", "Rinforzi"],
  "timetable.when": ["when", "quando"],
  "timetable.who": ["who", "chi"],
  "timetable.where": ["where", "dove"],
  "timetable.at": ["day {day}, GT {gt}", "giorno {day}, TG {gt}"],
  "timetable.due": ["due", "in arrivo"],
  "timetable.perhaps": ["may have come", "forse già arrivati"],
  "timetable.none": ["No more of yours are to come.", "Non ne devono arrivare altri dei tuoi."],
  "tracks.fatigue": ["fatigue {now}; {next} if the turn ended now, fatigued then: {chance} %", "fatica {now}; {next} se il turno finisse ora, allora affaticata: {chance} %"],
  "tracks.losses": ["{n} of {of} strength points lost before collapse", "{n} Punti Forza persi su {of} prima del cedimento"],
  "tracks.tires": ["tires: {chance} %", "si affatica: {chance} %"],
  "setup.left": ["{n} {n|counter|counters} still as proposed", "{n} {n|pedina ancora come proposta|pedine ancora come proposte}"],
  "setup.hint": ["Drag any to a shaded hex of its zone, on the map or from here, or choose it and point; draw on to turn it. Move them as you like until you are done. The enemy sees nothing of it.", "Trascinane una su un esagono ombreggiato della sua zona, sulla mappa o da qui, o sceglila e indica; continua il gesto per girarla. Spostale come vuoi finché non hai finito. Il nemico non vede nulla."],
  "setup.placed": ["placed", "piazzata"],
  "text.objective": ["{name}: {state}, objective {place}", "{name}: {state}, obiettivo {place}"],
  "text.due": ["Day {day}, GT {gt}: {name} at {place}", "Giorno {day}, TG {gt}: {name} da {place}"],
  "text.noline": ["{name}: no line of communication", "{name}: nessuna linea di comunicazione"],
  "text.line": ["{name}: {hexes}", "{name}: {hexes}"],
} as const;

export const { t, tt, has } = speaks({ ...base, ...words });
