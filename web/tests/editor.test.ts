/** Positions set up by hand, and data as a list of values. */
import { describe, expect, it } from "vitest";
import { entries, typed, wayText } from "../src/editor/design";
import { another, changed, fields, isPosition, placed, put, recordOf, without, type Position, type Schema } from "../src/editor/position";
import { packed, unpacked } from "../src/lib/packing";

const position: Position = { units: [{ id: "a", hex: "3010", facing: "N" }, { id: "b", box: "routed" }], gt: 8 };

describe("a position", () => {
  it("has counters put, turned, changed, copied and taken away, and is never changed itself", () => {
    expect(put(position, "b", "3011", "S").units[1]).toEqual({ id: "b", hex: "3011", facing: "S" });
    expect(changed(position, "a", (unit) => ({ ...unit, sp: 3 })).units[0]).toMatchObject({ sp: 3, hex: "3010" });
    const twice = another(another(position, position.units[0]!).position, position.units[0]!);
    expect(twice.position.units.map(({ id }) => id)).toEqual(["a", "b", "a~2", "a~3"]);
    expect(without(position, "a").units).toEqual([{ id: "b", box: "routed" }]);
    expect(position.units[0]).toEqual({ id: "a", hex: "3010", facing: "N" });
  });
  it("is told from other things", () => {
    expect(isPosition(position)).toBe(true);
    for (const other of [null, 3, {}, { units: 3 }, { units: [{}] }]) expect(isPosition(other)).toBe(false);
  });
  it("goes into a link and comes back", async () => {
    expect(await unpacked(await packed(position), 1000)).toEqual(position);
    expect(await unpacked(await packed(position), 10)).toBeNull();
    expect(await unpacked("nothing", 1000)).toBeNull();
  });
  it("says where a fault lies", () => {
    expect(placed("units[3].hex")).toEqual({ list: "units", index: 3, field: "hex" });
    expect(placed("gt")).toBeNull();
  });
});

describe("fields of a schema", () => {
  const root: Schema = {
    properties: { units: { type: "array", items: { $ref: "#/$defs/Unit" } }, gt: { type: "integer", minimum: 1, maximum: 24, default: 8 }, control: { type: "object" } },
    $defs: { Unit: { properties: { id: { type: "string" }, side: { enum: ["x", "y"] }, march: { type: "boolean", default: false }, sp: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] }, work: { $ref: "#/$defs/Work" } } }, Work: { type: "object" } },
  };
  it("are asked for by their kind; what is made of parts is left out", () => {
    expect(fields(recordOf(root, "units"), root).map(({ name, kind, optional }) => [name, kind, optional])).toEqual([["id", "text", false], ["side", "choice", false], ["march", "yes", true], ["sp", "number", true]]);
    expect(fields(root, root)).toEqual([{ name: "gt", kind: "number", choices: [], optional: true, min: 1, max: 24 }]);
  });
});

describe("data", () => {
  const file = { unit: [{ id: "S-1", steps: 4, guns: true, source: { steps: "estimate", guns: "rulebook" } }], grid: { columns: 30, source: "history", note: "not shown" } };
  it("are a list of values, each with where it comes from", () => {
    expect(entries(file)).toEqual([
      { way: ["unit", 0, "id"], value: "S-1", of: "S-1", provenance: "" },
      { way: ["unit", 0, "steps"], value: 4, of: "S-1", provenance: "estimate" },
      { way: ["unit", 0, "guns"], value: true, of: "S-1", provenance: "rulebook" },
      { way: ["grid", "columns"], value: 30, of: "", provenance: "history" },
    ]);
    expect(wayText(["unit", 0, "steps"])).toBe("unit[1].steps");
  });
  it("are changed to values of the same kind", () => {
    expect([typed("5", 4), typed("x", 4), typed("false", true), typed("", "a"), typed("b", "a")]).toEqual([5, null, false, null, "b"]);
  });
});
