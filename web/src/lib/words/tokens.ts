/** Tokens for programs. Each phrase in English and Italian. */

export const tokens = {
  "tokens.title": ["Let a program play", "Fai giocare un programma"],
  "tokens.hint": ["A token lets one of your programs sit down here under a name of its own. docs/program.md shows how, with an example.", "Un token permette a un tuo programma di sedersi qui con un nome suo. docs/program.md mostra come, con un esempio."],
  "tokens.name": ["Name of the program", "Nome del programma"],
  "tokens.make": ["Make a token", "Crea un token"],
  "tokens.once": ["Copy the token now: it is not shown again.", "Copia il token adesso: non sarà più mostrato."],
  "tokens.copy": ["Copy the token", "Copia il token"],
  "tokens.value": ["Token of {name}", "Token di {name}"],
  "tokens.done": ["I have saved it", "L'ho salvato"],
  "tokens.none": ["No program has a token yet.", "Nessun programma ha ancora un token."],
  "tokens.made": ["made on {date}", "creato il {date}"],
  "tokens.revoke": ["Revoke", "Revoca"],
  "tokens.revoke.label": ["Revoke the token of {name}", "Revoca il token di {name}"],
  "tokens.revoke.sure": ["Revoke it? The program will be disconnected.", "Revocarlo? Il programma verrà disconnesso."],
} as const;
