/** Made by `make types` from the server's own models: not to be edited. bbb1f120eb57af232bc54c0007b23926 */

/**
 * One thing an instruction can say; with `percent` it names a chance, and so rests on the odds.
 */
export interface Choice {
  name: string;
  text: {
    [k: string]: string;
  };
  percent?: boolean;
  [k: string]: unknown;
}
/**
 * A question that can be instructed, by its name. With `pieces` single pieces may have an order of their own.
 */
export interface Instruction {
  name: string;
  title: {
    [k: string]: string;
  };
  rules: string[];
  choices: Choice[];
  pieces?: boolean;
  [k: string]: unknown;
}
/**
 * What to do: the name of a choice, or `ask`.
 */
export interface Order {
  do?: string;
  percent?: number | null;
}
/**
 * The order for all pieces, and those of single ones.
 */
export interface Standing {
  all?: Order1;
  pieces?: {
    [k: string]: Order;
  };
}
/**
 * What to do: the name of a choice, or `ask`.
 */
export interface Order1 {
  do?: string;
  percent?: number | null;
}
