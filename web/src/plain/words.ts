/** A game without a board of its own. Each phrase in English and Italian. */

import { speaks } from "../lib/settings.svelte";

export const words = {
  "plain.answer": ["{verb} {values}", "{verb} {values}"],
  "plain.position": ["The position", "La posizione"],
  "plain.find": ["Find an answer", "Cerca una risposta"],
  "plain.more": ["{n} more: type a word of the one you want.", "Altre {n}: scrivi una parola di quella che cerchi."],
  "plain.other": ["Another answer", "Un'altra risposta"],
  "plain.other.hint": ["As JSON, if the one you want is not listed; the rules judge it.", "In JSON, se quella che vuoi non è elencata; giudicano le regole."],
  "plain.give": ["Give this answer", "Dai questa risposta"],
  "plain.turn": ["to decide", "decide"],
  "text.help": [
    "Commands: options [word], view [name], events [n], status, help. The same in Italian: opzioni, vista, eventi, stato, aiuto.",
    "Comandi: opzioni [parola], vista [nome], eventi [n], stato, aiuto. Anche in inglese: options, view, events, status, help.",
  ],
  "text.noview": ["The position has no “{name}”; it has {names}.", "La posizione non ha «{name}»; ha {names}."],
  "text.nosuch": ["No answer has “{what}” in it.", "Nessuna risposta contiene «{what}»."],
  "text.nooptions": ["Nothing is asked of you now.", "Ora non ti viene chiesto nulla."],
} as const;

export const { t } = speaks(words);
