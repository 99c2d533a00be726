import { describe, expect, it } from "vitest";
import { exactly, Gestures } from "../src/lib/gestures";
import type { Answer, Question } from "../src/lib/types";

const asked = (what: string) => ({ what, data: {} }) as unknown as Question;
const move = { do: "move", unit: "A" } as Answer;
const face = { do: "face", unit: "A" } as Answer;
const other = { do: "move", unit: "B" } as Answer;

function gave(gestures: Gestures, ...answers: Answer[]) {
  gestures.begin(answers.map(exactly));
  for (const answer of answers) {
    expect(gestures.next(asked(answer.do), [answer])).toEqual(answer);
    gestures.taken(answer);
  }
}

describe("a gesture", () => {
  it("gives its answers one after another", () => {
    const gestures = new Gestures();
    gave(gestures, move, face);
    expect(gestures.unfinished).toBe(0);
    expect(gestures.next(asked("move"), [other])).toBeNull();
  });
  it("ends where what is asked was not foreseen, and where nobody is asked", () => {
    for (const [question, options] of [[asked("react"), [other]], [null, []]] as const) {
      const gestures = new Gestures();
      gestures.begin([exactly(move), exactly(face)]);
      gestures.next(asked("move"), [move]);
      expect(gestures.next(question, options)).toBeNull();
      expect(gestures.unfinished).toBe(0);
    }
  });
  it("is taken back as a whole and given again as a whole", () => {
    const gestures = new Gestures();
    gave(gestures, other);
    gave(gestures, move, face);
    gestures.unwind();
    gestures.untaken();
    expect(gestures.unwinding).toBe(true);
    gestures.untaken();
    expect(gestures.unwinding).toBe(false);
    expect(gestures.again).toEqual([move, face]);
    gave(gestures, move, face);
    expect(gestures.again).toEqual([]);
  });
  it("takes in what goes on with it", () => {
    const gestures = new Gestures();
    gave(gestures, move);
    gestures.goOn([exactly(face)]);
    gestures.taken(gestures.next(asked("face"), [face])!);
    gestures.unwind();
    gestures.untaken();
    expect(gestures.unwinding).toBe(true);
  });
  it("forgets what others have overtaken", () => {
    const gestures = new Gestures();
    gave(gestures, move, face);
    gestures.unwind();
    gestures.untaken();
    gestures.forget();
    expect(gestures.unwinding).toBe(false);
    expect(gestures.again).toEqual([]);
  });
});
