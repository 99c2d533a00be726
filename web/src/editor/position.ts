/** A position that is being set up: plain data, changed one value at a time. What is right in it the server says. */

export type Plain = Record<string, unknown>;
export interface Counter extends Plain {
  id: string;
  hex?: string | null;
}
export interface Position extends Plain {
  units: Counter[];
}

/** One part of the JSON Schema of positions. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  $ref?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  $defs?: Record<string, Schema>;
}

/** How a value is asked for. */
export interface Field {
  name: string;
  kind: "choice" | "number" | "yes" | "text";
  choices: readonly string[];
  /** whether it may be left open */
  optional: boolean;
  min?: number;
  max?: number;
}

const followed = (schema: Schema, root: Schema): Schema => (schema.$ref ? (root.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema);

/** The simple values of a record, in the order of the schema; what is made of parts is left to the text. */
export function fields(schema: Schema, root: Schema): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, raw]): Field[] => {
    const kinds = raw.anyOf ?? [raw];
    const optional = kinds.some((one) => one.type === "null") || "default" in raw;
    const [kind, ...others] = kinds.filter((one) => one.type !== "null").map((one) => followed(one, root));
    if (!kind || others.length) return [];
    if (kind.enum) return [{ name, kind: "choice", choices: kind.enum.map(String), optional }];
    if (kind.type === "boolean") return [{ name, kind: "yes", choices: [], optional }];
    if (kind.type === "integer" || kind.type === "number") return [{ name, kind: "number", choices: [], optional, ...(kind.minimum !== undefined && { min: kind.minimum }), ...(kind.maximum !== undefined && { max: kind.maximum }) }];
    return kind.type === "string" ? [{ name, kind: "text", choices: [], optional }] : [];
  });
}

/** The schema of the records of a list in a position. */
export const recordOf = (root: Schema, list: string): Schema => followed(followed(root.properties?.[list] ?? {}, root).items ?? {}, root);

export const isPosition = (plain: unknown): plain is Position =>
  typeof plain === "object" && plain !== null && Array.isArray((plain as Position).units) && (plain as Position).units.every((unit) => typeof unit === "object" && unit !== null && typeof unit.id === "string");

/** A counter put into a hex: whatever box it lay in, it has left it. */
export function put(position: Position, id: string, hex: string, facing: string | null): Position {
  return changed(position, id, ({ box: _, ...unit }) => ({ ...unit, hex, ...(facing && { facing }) }) as Counter);
}

export const changed = (position: Position, id: string, change: (unit: Counter) => Counter): Position => ({ ...position, units: position.units.map((unit) => (unit.id === id ? change(unit) : unit)) });
export const without = (position: Position, id: string): Position => ({ ...position, units: position.units.filter((unit) => unit.id !== id) });

/** One more counter like another, under a name that nobody has. */
export function another(position: Position, model: Counter): { position: Position; id: string } {
  const stem = model.id.replace(/~\d+$/, "");
  let n = 2;
  while (position.units.some((unit) => unit.id === `${stem}~${n}`)) n++;
  const id = `${stem}~${n}`;
  return { position: { ...position, units: [...position.units, { ...model, id }] }, id };
}

/** Where a fault lies: in which record of which list, and in which of its fields. */
export function placed(where: string): { list: string; index: number; field: string } | null {
  const found = /^(\w+)\[(\d+)\]\.?(\w*)/.exec(where);
  return found ? { list: found[1] ?? "", index: Number(found[2]), field: found[3] ?? "" } : null;
}
