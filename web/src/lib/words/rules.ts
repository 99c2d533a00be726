/** The page of the rulebooks. Each phrase in English and Italian. */

export const rules = {
  "book.title": ["The rules, and what stands behind them", "Le regole, e che cosa le garantisce"],
  "book.intro": ["Every rulebook is cut into single rules, explained in our own words. Beside each stands the code that enforces it and the tests that prove it.", "Ogni regolamento è diviso in singole regole, spiegate con parole nostre. Accanto a ciascuna ci sono il codice che la applica e i test che la provano."],
  "book.all": ["{n} {n|rule|rules} in {books} {books|rulebook|rulebooks}: {tested} proved by tests, {information} with nothing to enforce, {bare} without a test.", "{n} {n|regola|regole} in {books} {books|regolamento|regolamenti}: {tested} provate da test, {information} senza nulla da applicare, {bare} senza test."],
  "book.of": ["{n} {n|rule|rules}", "{n} {n|regola|regole}"],
  "book.choose": ["Rulebook", "Regolamento"],
  "book.show": ["Show", "Mostra"],
  "book.show.all": ["all rules", "tutte le regole"],
  "book.show.tested": ["proved by tests", "provate da test"],
  "book.show.information": ["with nothing to enforce", "senza nulla da applicare"],
  "book.show.reconstructed": ["reconstructed", "ricostruite"],
  "book.show.bare": ["without a test", "senza test"],
  "book.chapter": ["Chapter {n}", "Capitolo {n}"],
  "book.code": ["Enforced by", "Applicata da"],
  "book.tests": ["{n} {n|test proves it|tests prove it}", "La {n|prova|provano} {n} test"],
  "book.information": ["Nothing to enforce", "Nulla da applicare"],
  "book.no_test": ["no test", "nessun test"],
  "book.unknown": ["There is no rulebook of that name here.", "Qui non c'è un regolamento con quel nome."],
} as const;
