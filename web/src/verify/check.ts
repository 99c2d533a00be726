/** Every die of a save rolled again, as docs/save-format.md says, and compared with what the log shows. */

import { unpacked } from "../lib/packing";
import { blake2b, hex, sha256, unhex, utf8 } from "./hashes";

export interface Roll {
  entry: number;
  sides: number;
  shown: number[];
  /** what the secret gives; null where other dice were in use */
  due: number[] | null;
}

export type Check = "commitment" | "salts" | "rolls" | "count" | "chain" | "hash";
export interface Verdict {
  /** null: there is nothing to check them by, and `why` says why */
  ok: boolean | null;
  why: "running" | "kind" | "file" | "form" | null;
  checks: Partial<Record<Check, boolean>>;
  rolls: Roll[];
  dice: number;
  good: number;
  older: number;
  salts: number;
  commitment: string;
  secret: string;
  firstBad: number | null;
}

type Entry = [string, string | null, unknown];

/** The dice of an entry: a list of faces where they have six sides, else how many they have and the faces. */
function thrown(value: unknown): { sides: number; faces: number[] } | null {
  const { sides, faces } = Array.isArray(value) ? { sides: 6, faces: value as unknown[] } : ((value ?? {}) as { sides?: unknown; faces?: unknown });
  if (typeof sides !== "number" || !Number.isInteger(sides) || sides < 2 || sides > 256 || !Array.isArray(faces)) return null;
  return faces.every((face) => Number.isInteger(face) && face >= 1 && face <= sides) ? { sides, faces: faces as number[] } : null;
}

const texts = (x: unknown): x is string[] => Array.isArray(x) && x.every((s) => typeof s === "string");

/** The key of committed dice: the secret and the players' salts. */
export const keyOf = (secret: Uint8Array, salts: string[]): Uint8Array => blake2b(utf8(salts.join("\n")), 32, secret);

/** Face number n of a die under a key; bytes that would favour some faces are passed over. */
export function face(key: Uint8Array, n: number, sides = 6): number {
  const even = 256 - (256 % sides);
  let data = new Uint8Array(8);
  new DataView(data.buffer).setBigUint64(0, BigInt(n));
  for (;;) {
    for (const byte of blake2b(data, 16, key)) if (byte < even) return (byte % sides) + 1;
    data = Uint8Array.from([...data, 43]);
  }
}

const nothing = (why: Verdict["why"]): Verdict => ({ ok: null, why, checks: {}, rolls: [], dice: 0, good: 0, older: 0, salts: 0, commitment: "", secret: "", firstBad: null });

function chainOf(header: unknown, entries: Entry[]): string {
  let link = blake2b(utf8(JSON.stringify(header)), 32);
  for (const entry of entries) link = blake2b(Uint8Array.from([...link, ...utf8(JSON.stringify(entry))]), 32);
  return hex(link);
}

// A file of a few MB that unpacks to more than this was made to do harm.
const MOST = 64_000_000;

/** A file with its large lists unpacked: so its hash has them. */
export async function opened(file: unknown): Promise<unknown> {
  if (typeof file !== "object" || file === null) return file;
  const save: Record<string, unknown> = { ...file };
  for (const list of ["events", "past"]) {
    const letters = save[list];
    if (typeof letters === "string") save[list] = await unpacked(letters, MOST);
  }
  return save;
}

export function verify(file: unknown): Verdict {
  if (typeof file !== "object" || file === null || (file as { kind?: unknown }).kind !== "quadrilatero") return nothing("file");
  const save = file as Record<string, unknown>;
  const dice = save["dice"] as Record<string, unknown> | undefined;
  const entries = save["entries"] as Entry[];
  const rolled = save["rolled"];
  if (!dice || !Array.isArray(entries) || typeof rolled !== "number") return nothing("form");
  if (dice["kind"] !== "committed") return nothing("kind");
  if (!("secret" in dice)) return nothing("running");
  const secret = typeof dice["secret"] === "string" ? unhex(dice["secret"]) : null;
  const salts = dice["salts"] ?? [];
  const first = dice["first"] ?? 0;
  if (!secret || !texts(salts) || typeof first !== "number") return nothing("form");

  const shown: { entry: number; sides: number; faces: number[] }[] = [];
  for (const [n, entry] of entries.entries()) {
    if (entry[0] !== "roll") continue;
    const roll = thrown(entry[2]);
    if (!roll) return nothing("form");
    shown.push({ entry: n, ...roll });
  }
  const total = shown.reduce((sum, { faces }) => sum + faces.length, 0);
  const key = keyOf(secret, salts);
  let counter = rolled - total;
  const rolls = shown.map(({ entry, sides, faces }): Roll => {
    const begin = counter;
    counter += faces.length;
    const due = begin >= first ? faces.map((_, i) => face(key, begin + i, sides)) : null;
    return { entry, sides, shown: faces, due };
  });
  const checked = rolls.filter((roll) => roll.due);
  const good = checked.reduce((sum, roll) => sum + roll.shown.filter((f, i) => f === roll.due![i]).length, 0);
  const dieCount = checked.reduce((sum, roll) => sum + roll.shown.length, 0);
  const given = entries.filter((entry) => entry[0] === "salt").map((entry) => `${entry[1]}:${String(entry[2])}`);
  const bad = rolls.findIndex((roll) => roll.due && roll.due.join() !== roll.shown.join());
  // Checkpoints save time and prove nothing: the hash is over all the rest.
  const { checkpoints: _, ...sworn } = save;
  const checks = {
    commitment: hex(sha256(secret)) === dice["commitment"],
    salts: salts.slice(-given.length || salts.length).join("\n") === given.join("\n"),
    rolls: good === dieCount,
    count: rolled >= total && (rolled === total || first > 0 || (Array.isArray(save["past"]) && save["past"].length > 0)),
    chain: chainOf(save["header"], entries) === save["chain"],
    hash: hex(blake2b(utf8(JSON.stringify({ ...sworn, hash: "" })), 32)) === save["hash"],
  };
  return {
    ok: Object.values(checks).every(Boolean),
    why: null,
    checks,
    rolls,
    dice: dieCount,
    good,
    older: total - dieCount,
    salts: given.length,
    commitment: String(dice["commitment"] ?? ""),
    secret: hex(secret),
    firstBad: bad < 0 ? null : bad,
  };
}

export interface Fairness {
  sides: number;
  counts: number[];
  mean: number;
  expected: number;
  chi: number;
  p: number;
}

/** How even the faces of dice came out: chi-square, and how often fair dice do at least as badly. */
export function fairness(faces: readonly number[], sides = 6): Fairness {
  const counts = Array.from({ length: sides }, (_, i) => faces.filter((x) => x === i + 1).length);
  const even = faces.length / sides;
  const chi = faces.length ? counts.reduce((sum, n) => sum + (n - even) ** 2 / even, 0) : 0;
  const mean = faces.length ? faces.reduce((a, b) => a + b, 0) / faces.length : 0;
  return { sides, counts, mean, expected: (sides + 1) / 2, chi, p: tail(chi, sides - 1) };
}

/** The upper tail of chi-square, summed up from one or two degrees of freedom in steps of two. */
export function tail(x: number, degrees: number): number {
  let sum = degrees % 2 ? erfc(Math.sqrt(x / 2)) : 0;
  let term = degrees % 2 ? Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2) : Math.exp(-x / 2);
  for (let d = degrees % 2 ? 3 : 2; d <= degrees; d += 2) {
    sum += term;
    term *= x / d;
  }
  return sum;
}

/** Abramowitz and Stegun 7.1.26, good to seven digits. */
function erfc(x: number): number {
  const u = 1 / (1 + 0.3275911 * x);
  return u * (0.254829592 + u * (-0.284496736 + u * (1.421413741 + u * (-1.453152027 + u * 1.061405429)))) * Math.exp(-x * x);
}
