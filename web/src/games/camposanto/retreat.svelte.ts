/** Ways back: what each costs, told before it is taken, and the ways of several units that go together. */

import type { Aim as AnyAim } from "../../boards/hex/hand.svelte";
import type { FallBack, Flee } from "./generated";
import type { Lookout } from "./lookout.svelte";
import type { Choices } from "./options";
import type { Answer, Cost } from "./types";
import { t } from "./words";

type Aim = AnyAim<Answer>;
type Back = FallBack | Flee;

interface Play {
  readonly choices: Choices;
  readonly lookout: Pick<Lookout, "costs">;
  readonly s: { readonly version: number; readonly options: readonly { do: string }[]; readonly myTurn: boolean };
  name(id: string): string;
}

const isBack = (answer: { do: string }): answer is Back => answer.do === "fall_back" || answer.do === "flee";

export class Retreat {
  private costs = $state.raw<ReadonlyMap<string, Cost>>(new Map());
  /** Of those who fall back together, the way of each that was chosen. */
  chosen = $state.raw<Readonly<Record<string, readonly string[]>>>({});

  constructor(private readonly play: Play) {}

  /** There is a new question: what the ways out of it cost is asked at once, at every table. */
  async newMoment(): Promise<void> {
    this.chosen = {};
    this.costs = new Map();
    const { s } = this.play;
    const ways = s.myTurn ? s.options.filter(isBack) : [];
    if (!ways.length) return;
    const version = s.version;
    const found = await this.play.lookout.costs(ways);
    if (found && s.version === version) this.costs = new Map(ways.flatMap((way, i) => (found[i] ? [[JSON.stringify(way), found[i]] as const] : [])));
  }

  /** What an answer costs; null where it is not a way back, or not known yet. */
  cost(answer: { do: string }): Cost | null {
    return this.costs.get(JSON.stringify(answer)) ?? null;
  }

  /** A cost in words: certain losses are always said. */
  tell(cost: Cost): string {
    const steps = Object.entries(cost.steps).filter(([id]) => !cost.gone.includes(id));
    const parts = [...cost.gone.map((id) => t("cost.gone", { n: cost.steps[id] ?? 1, name: this.play.name(id) })), ...steps.map(([id, n]) => t("cost.steps", { n, name: this.play.name(id) }))];
    return parts.length ? parts.join(" ") : t("cost.none");
  }

  // ---------------------------------------------------------------- together

  /** Whether an answer agrees with the ways that were chosen, one unit's choice aside. */
  private fits(answer: FallBack, but?: string): boolean {
    return Object.entries(this.chosen).every(([unit, path]) => unit === but || same(answer.paths?.[unit], path));
  }

  /** The units that go together, and for each hex that it may still go to the answers that lead there. */
  readonly aims = $derived.by(() => {
    const found = new Map<string, Map<string, Aim[]>>();
    for (const answer of this.play.choices.together) {
      for (const [unit, path] of Object.entries(answer.paths ?? {})) {
        const byHex = found.get(unit) ?? new Map<string, Aim[]>();
        found.set(unit, byHex);
        const hex = path.at(-1);
        if (!hex || !this.fits(answer, unit)) continue;
        const aims = byHex.get(hex) ?? [];
        if (!aims.some((aim) => same(aim.path, path))) byHex.set(hex, [...aims, { answer, unit, hex, path }]);
      }
    }
    return found;
  });

  readonly units = $derived([...this.aims.keys()]);
  /** Once all ways are chosen: the orders in which they can be gone, the cheapest first; they may cost other HITs. */
  readonly orders = $derived.by(() => {
    if (!this.units.length || this.units.some((unit) => !this.chosen[unit])) return [];
    const price = (answer: FallBack) => Object.values(this.cost(answer)?.steps ?? {}).reduce((sum, n) => sum + n, 0);
    return this.play.choices.together.filter((answer) => this.fits(answer)).sort((a, b) => price(a) - price(b));
  });
  /** which of them the player wants */
  order = $state(0);
  readonly ready = $derived(this.orders[this.order] ?? null);

  take(unit: string, path: readonly string[]): void {
    const { [unit]: now, ...others } = this.chosen;
    this.order = 0;
    this.chosen = same(now, path) ? others : { ...others, [unit]: path };
  }

  /** Who is to choose next. */
  get next(): string | null {
    return this.units.find((unit) => !this.chosen[unit]) ?? null;
  }
}

const same = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean => a?.join() === b?.join();
