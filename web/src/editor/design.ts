/** Data files as a list of values that can be changed, each with where it comes from. */

export type Value = string | number | boolean;
export interface Entry {
  way: (string | number)[];
  value: Value;
  /** what the record it stands in is called */
  of: string;
  /** rulebook, history or estimate; empty where the data do not say */
  provenance: string;
}

const ABOUT = new Set(["source", "src", "note", "sources"]);
type Source = string | Record<string, string> | undefined;

const sourceOf = (record: Record<string, unknown>, before: Source): Source => (record["source"] as Source) ?? before;
const said = (source: Source, key: string | number): string => (typeof source === "string" ? source : (source?.[String(key)] ?? source?.["values"] ?? ""));

/** Every simple value, in the order of the file; what only says where values come from is told with them. */
export function entries(content: unknown, way: (string | number)[] = [], of = "", source: Source = undefined): Entry[] {
  if (Array.isArray(content)) return content.flatMap((one: unknown, index) => entries(one, [...way, index], of, source));
  if (typeof content === "object" && content !== null) {
    const record = content as Record<string, unknown>;
    const name = [record["id"], record["hex"], record["name"]].find((one) => typeof one === "string") as string | undefined;
    const here = sourceOf(record, source);
    return Object.entries(record).flatMap(([key, value]) => (ABOUT.has(key) ? [] : entries(value, [...way, key], name ?? of, typeof here === "object" && typeof value === "object" ? ((here[key] as Source) ?? here) : here)));
  }
  if (typeof content !== "string" && typeof content !== "number" && typeof content !== "boolean") return [];
  return [{ way, value: content, of, provenance: said(source, way.findLast((key) => typeof key === "string") ?? "") }];
}

export const wayText = (way: readonly (string | number)[]): string => way.map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${key}`)).join("").replace(/^\./, "");

/** What was typed in place of a value, of the same kind; null where it cannot be read so. */
export function typed(text: string, old: Value): Value | null {
  if (typeof old === "boolean") return text === "true" ? true : text === "false" ? false : null;
  if (typeof old === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
  return text.trim() || null;
}
