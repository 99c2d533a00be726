import { expect, test } from "vitest";
import type { CatalogueGame, Rule } from "../src/lib/types";
import { bound, count, found, inWords } from "../src/rules/book";

const text = (words: string) => ({ en: words, it: `${words}, in italiano` });
const rule = (id: string, words: string, more: Partial<Rule> = {}): Rule => ({ id, kind: "rule", title: text(words), text: text(`about ${words}`), information: null, reconstructed: false, ...more });
const game = { game: "camposanto", title: text("Camposanto") } as unknown as CatalogueGame;
const RULES = [rule("7.1-a", "assault"), rule("7.2-a", "flank"), rule("9-a", "scale", { information: "a scale" }), rule("aid.fire-a", "card", { reconstructed: true })];
const PROOFS = { chapters: { "7": text("Assaults") }, rules: [{ id: "7.1-a", code: ["rules.assault:strength"], tests: ["tests/test_assault.py::test_one_blow"] }, { id: "7.2-a", code: [], tests: [] }, { id: "9-a", code: [], tests: [] }, { id: "aid.fire-a", code: [], tests: ["tests/test_card.py::test_rows"] }] };
const book = bound(game, RULES, PROOFS);

test("a rule is proved by tests, or has nothing to enforce, or is bare", () => {
  expect(book.rules.map((one) => one.standing)).toEqual(["tested", "bare", "information", "tested"]);
  expect([count([book, book], "tested"), count([book], "information"), count([book], "bare")]).toEqual([4, 1, 1]);
});

test("rules are found by words of the language that is read, by standing, and stand in their chapters", () => {
  const ids = (words: string, chosen: Parameters<typeof found>[2], lang: "en" | "it" = "en") => found(book, words, chosen, lang).map(([chapter, rules]) => [chapter, rules.map((one) => one.id)]);
  expect(ids("", "all")).toEqual([["7", ["7.1-a", "7.2-a"]], ["9", ["9-a"]], ["aid", ["aid.fire-a"]]]);
  expect(ids(" FLANK ", "all")).toEqual([["7", ["7.2-a"]]]);
  expect(ids("italiano", "all")).toEqual([]);
  expect(ids("italiano", "all", "it")).toHaveLength(3);
  expect(ids("", "reconstructed")).toEqual([["aid", ["aid.fire-a"]]]);
  expect(ids("", "bare")).toEqual([["7", ["7.2-a"]]]);
});

test("the name of a test is read as words", () => expect(inWords("tests/test_assault.py::test_one_blow_is_enough")).toBe("one blow is enough"));
