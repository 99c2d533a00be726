import { describe, expect, it } from "vitest";
import { placeNames } from "../../../src/games/custoza/campaign/places";
import type { Field } from "../../../src/games/custoza/types";

describe("hexes of an objective", () => {
  it("are named once for each place, with all their numbers", () => {
    const field = { places: [{ name: "Valeggio 1", hexes: ["2529"] }, { name: "Valeggio 2", hexes: ["2430"] }, { name: "Sona", hexes: ["4707"] }], entries: [] } as unknown as Field;
    expect(placeNames(field, ["2529", "4707", "2430", "1111"])).toBe("Valeggio (2529, 2430), Sona (4707), 1111");
  });
});
