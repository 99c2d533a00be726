/** What every page says. Each phrase in English and Italian. */

export const common = {
  "app.name": ["Quadrilatero", "Quadrilatero"],
  "app.motto": ["Wargames played by the book", "Wargame giocati secondo il regolamento"],
  "app.skip": ["Skip to the decision", "Vai alla decisione"],
  "app.loading": ["One moment…", "Un momento…"],
  "app.failed": ["The server does not answer. Is it running?", "Il server non risponde. È in funzione?"],
  "app.retry": ["Try again", "Riprova"],
  "app.back": ["Lobby", "Lobby"],
  "app.close": ["Close", "Chiudi"],
  "app.copied": ["Copied", "Copiato"],
  "app.yes": ["Yes", "Sì"],
  "app.no": ["No", "No"],
  "theme.label": ["Theme", "Tema"],
  "theme.auto": ["Same as system", "Come il sistema"],
  "theme.light": ["Light", "Chiaro"],
  "theme.dark": ["Dark", "Scuro"],
  "lang.label": ["Language", "Lingua"],
} as const;
