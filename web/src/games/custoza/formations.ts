/** The colours of Formations, as the data name them, with what can be read on them. */

const INKS: Record<string, readonly [fill: string, ink: string]> = {
  white: ["#fbf8ee", "#241a12"],
  black: ["#2b2723", "#fff6e4"],
  grey: ["#8d8a84", "#14100b"],
  red: ["#b3261e", "#fff6e4"],
  orange: ["#e07a1f", "#1d130a"],
  yellow: ["#f0c92c", "#241a12"],
  brown: ["#7a4a22", "#fff6e4"],
  green: ["#2d6d3f", "#fff6e4"],
  "light green": ["#8fc46a", "#14210c"],
  blue: ["#2f62b5", "#fff6e4"],
  "dark blue": ["#1d2f63", "#fff6e4"],
  "light blue": ["#83b9e0", "#12202b"],
  violet: ["#6b3f8c", "#fff6e4"],
  pink: ["#e79ab0", "#2b1218"],
};

export const barOf = (colour: string | undefined): readonly [fill: string, ink: string] => INKS[colour ?? ""] ?? INKS["grey"]!;
