import { describe, expect, it } from "vitest";
import { Fights } from "../../../src/games/camposanto/fights.svelte";
import type { Assault } from "../../../src/games/camposanto/generated";
import type { Answer, Odds } from "../../../src/lib/types";

const assault = (unit: string, ...targets: string[]): Assault => ({ do: "assault", unit, targets });
const odds = (success: number, pieces: string[] = [], parts: Odds[] = []): Odds => ({ outcomes: [], exact: true, error: 0, policy: {}, success, blows: [], losses: {}, parts, pieces });

/** A table at which this is declared, and a server that weighs: every candidate 0.5, all that is declared together as told. */
function table(declared: Record<string, string[]>, total: Odds | null) {
  const asked: Answer[][] = [];
  const s = {
    novice: true,
    oddsAllowed: true,
    version: 1,
    compare: async (answers: readonly Answer[]) => {
      asked.push([...answers]);
      return answers.map((answer) => (answer.do === "done" ? total : odds(0.5)));
    },
  };
  const assaults = new Map([["C", [assault("C", "Z")]]]);
  const ends = total ? [{ do: "done", from: "left" } as Answer] : [];
  return { fights: new Fights({ s, choices: { assaults }, declared, ends }), asked };
}

describe("what is declared", () => {
  it("has the odds of the one Assault", async () => {
    const { fights } = table({ A: ["X"] }, odds(0.7, ["A", "X"]));
    await fights.weigh();
    expect(fights.of(assault("A", "X"))?.success).toBe(0.7);
    expect(fights.of(assault("C", "Z"))?.success).toBe(0.5);
    expect(fights.several).toBe(false);
  });

  it("has those of its own Assault where there are several, the same for all who fight in it", async () => {
    const parts = [odds(0.7, ["A", "B", "X"]), odds(0.4, ["D", "Y"])];
    const { fights } = table({ A: ["X"], B: ["X"], D: ["Y"] }, odds(0.28, [], parts));
    await fights.weigh();
    expect([assault("A", "X"), assault("B", "X"), assault("D", "Y")].map((answer) => fights.of(answer)?.success)).toEqual([0.7, 0.7, 0.4]);
    expect(fights.several).toBe(true);
  });

  it("has none before it can be fought, and the server is not asked for what it would refuse", async () => {
    const { fights, asked } = table({ A: ["X"] }, null);
    await fights.weigh();
    expect(fights.of(assault("A", "X"))).toBeNull();
    expect(asked).toEqual([[assault("C", "Z")]]);
  });
});
