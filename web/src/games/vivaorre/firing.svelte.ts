/** The plan of fire: who fires at whom and with what, each shot with its dice, before it is sealed. */

import { said } from "../../lib/settings.svelte";
import type { Refusal } from "../../lib/types";
import type { VivaPlay } from "./play.svelte";
import type { Aim, Answer, Shot } from "./types";

const keyOf = (shot: Pick<Shot, "unit" | "side">): string => `${shot.unit}:${shot.side ?? ""}`;
const same = (a: Shot, b: Shot): boolean => a.target === b.target && a.ammo === b.ammo && a.side === b.side && String(a.at ?? "") === String(b.at ?? "");

/** Where a shot stands among those that are listed, -1 for none: a list that is sent again has the same shots, not the same records. */
export const placeOf = (shots: readonly Shot[], shot: Shot | null): number => (shot ? shots.findIndex((one) => same(one, shot)) : -1);

/** The hits that are to be expected of so many dice. */
export const expected = ({ count, need }: Pick<Aim, "count" | "need">): number => (count && need ? (count * (7 - need)) / 6 : 0);

/** Every shot that the candidates name, by unit and side, each once. */
export function choicesOf(options: readonly Answer[], more: readonly Shot[] = []): Map<string, Shot[]> {
  const found = new Map<string, Shot[]>();
  const shots = [...options.flatMap((option) => (option.do === "fire" ? option.shots : [])), ...more];
  for (const shot of shots) {
    const known = found.get(keyOf(shot)) ?? [];
    if (!known.some((one) => same(one, shot))) found.set(keyOf(shot), [...known, shot]);
  }
  return found;
}

export class Firing {
  /** what each fires at; null where it holds its fire */
  plan = $state.raw<ReadonlyMap<string, Shot | null>>(new Map());
  aims = $state.raw<ReadonlyMap<string, Aim>>(new Map());
  refusal = $state.raw<Refusal | null>(null);
  private extra = $state.raw<readonly Shot[]>([]);

  constructor(private readonly play: VivaPlay) {}

  get on(): boolean {
    return this.play.s.myTurn && this.play.what === "fire";
  }
  readonly choices = $derived.by(() => choicesOf(this.play.s.options as Answer[], this.extra));
  readonly shooters = $derived([...new Set([...this.choices.values()].flatMap((shots) => shots.map(({ unit }) => unit)))]);

  begin(): void {
    this.extra = [];
    this.refusal = null;
    this.aims = new Map();
    if (!this.on) return;
    const best = (this.play.s.options as Answer[])[0];
    const first = new Map(best?.do === "fire" ? best.shots.map((shot) => [keyOf(shot), shot]) : []);
    this.plan = new Map([...this.choices.keys()].map((key) => [key, first.get(key) ?? null]));
    void this.look([...this.plan.values()].filter((shot) => shot !== null));
  }

  /** The dice of shots at units, from the server; all are asked about at once. */
  private async look(shots: readonly Shot[]): Promise<void> {
    const asked = shots.filter(({ target }) => target && this.play.pieces.has(target));
    if (!asked.length) return;
    const found = (await this.play.s.inspect({ look: "plan", shots: asked })) as { shots: Aim[] } | null;
    if (!found || !this.on) return;
    const now = asked.flatMap((shot, i): [string, Aim][] => {
      const [aim, planned] = [found.shots[i], this.plan.get(keyOf(shot))];
      return aim && planned && same(planned, shot) ? [[keyOf(shot), aim]] : [];
    });
    this.aims = new Map([...this.aims, ...now]);
  }

  set(key: string, shot: Shot | null): void {
    this.refusal = null;
    this.plan = new Map([...this.plan, [key, shot]]);
    this.aims = new Map([...this.aims].filter(([one]) => one !== key));
    if (shot) void this.look([shot]);
  }

  /** A unit is pointed at an enemy: with what it has listed, or as the server judges it. */
  async aim(unit: string, target: string): Promise<void> {
    for (const [key, shots] of this.choices) {
      const listed = shots.filter((shot) => shot.unit === unit && shot.target === target);
      const now = this.plan.get(key);
      // Pointed at again, the next ammunition, and at last it holds its fire.
      const at = now?.target === target ? listed.findIndex((shot) => same(shot, now)) + 1 : 0;
      if (listed.length) return this.set(key, listed[at] ?? null);
    }
    const piece = this.play.pieces.get(unit);
    const guns = piece?.kind === "unit" && piece.unit.gun !== null && !piece.unit.gun.startsWith("mg_");
    const wished: Shot = { unit, target, ...(guns && { ammo: "shell" as const }) };
    const refusal = await this.play.s.why({ do: "fire", shots: [wished] } as Answer);
    if (refusal) {
      this.refusal = refusal;
      this.play.s.say(said(refusal.text));
    } else {
      this.extra = [...this.extra, wished];
      this.set(keyOf(wished), wished);
    }
  }

  holdAll(): void {
    this.plan = new Map([...this.plan.keys()].map((key) => [key, null]));
  }

  readonly answer = $derived<Answer>({ do: "fire", shots: [...this.plan.values()].filter((shot) => shot !== null) });

  async seal(): Promise<void> {
    const refusal = await this.play.s.why(this.answer);
    if (refusal) this.refusal = refusal;
    else await this.play.s.answer(this.answer);
  }
}
