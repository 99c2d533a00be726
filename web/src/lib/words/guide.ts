/** The guided first game, whatever the game. Each phrase in English and Italian. */

export const guide = {
  "guide.learn": ["Learn to play", "Impara a giocare"],
  "guide.resume": ["Carry on learning", "Continua a imparare"],
  "guide.name": ["Guide", "Guida"],
  "guide.progress": ["{n} of {m} chapters", "{n} {n|capitolo|capitoli} su {m}"],
  "guide.next": ["Go on", "Avanti"],
  "guide.leave": ["Leave the guide", "Esci dalla guida"],
  "guide.leave.sure": ["The guide stops explaining; the game goes on.", "La guida smette di spiegare; la partita continua."],
  "guide.back": ["Back to the guide", "Torna alla guida"],
  "guide.chapters": ["What you have met so far", "Che cosa hai già incontrato"],
  "guide.done": ["met", "incontrato"],
} as const;
