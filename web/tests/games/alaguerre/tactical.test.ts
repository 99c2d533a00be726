import { expect, test } from "vitest";
import { onward } from "../../../src/games/alaguerre/moving.svelte";

test("a tactical move goes on from place to place and faces the way it comes", () => {
  const first = onward(undefined, [1000, 1000], [1000, 4000]);
  expect(first).toEqual({ go: "tactical", by: [[1000, 4000]], facing: 0 });
  expect(onward(first, [1000, 1000], [3000, 4000])).toEqual({ go: "tactical", by: [[1000, 4000], [3000, 4000]], facing: 9000 });
  expect(onward({ go: "about" }, [1000, 1000], [0, 1000])).toEqual({ go: "tactical", by: [[0, 1000]], facing: 27000 });
});
