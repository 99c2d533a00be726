/** An army being built: every change is judged by the server, which asks the game's book. */

import type { ArmyCheck, ArmyEntry, ArmyLists, Rule } from "../lib/generated/http";
import { cardOf } from "../games/cards";
import * as site from "../lib/api";
import { whyFailed } from "../lib/saying";
import * as api from "./api";
import type { ArmyFile } from "./army";

const WAIT = 120;
const MOST_STEPS = 100;

export class Workshop {
  lists = $state.raw<ArmyLists["lists"]>([]);
  theatres = $state.raw<ArmyLists["theatres"]>([]);
  army = $state.raw<ArmyFile | null>(null);
  entries = $state.raw<ArmyEntry[]>([]);
  /** what is said of the army as it stands; null until the server has answered */
  checked = $state.raw<ArmyCheck | null>(null);
  rules = $state.raw<Rule[]>([]);
  error = $state("");
  /** whether an army is being thought of */
  busy = $state(false);
  private past = $state.raw<ArmyFile[]>([]);
  private asked = 0;
  private seed = Math.floor(Math.random() * 1e6);

  constructor(readonly game: string) {}

  /** Begin with that army, or with none: then one of the first list is suggested. */
  async open(army: ArmyFile | null): Promise<void> {
    try {
      const found = await api.lists(this.game);
      this.lists = found.lists;
      this.theatres = found.theatres;
      const theatre = army?.theatre || (found.theatres[0]?.id ?? "");
      if (army) return await this.set({ ...army, theatre }, true);
      const first = found.lists[0];
      if (first) await this.fresh({ kind: "quadrilatero-army", format: 1, game: this.game, list: first.id, year: first.years[0], points: cardOf(this.game).army?.points ?? 1000, against: null, theatre, name: "" });
    } catch (error) {
      this.error = whyFailed(error);
    }
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** Another army, or the same for another war. */
  async set(army: ArmyFile, anew = false): Promise<void> {
    const before = this.army;
    this.past = anew || !before ? [] : [...this.past.slice(-MOST_STEPS), before];
    await this.show(army, before);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    void this.show(last, this.army);
  }

  /** A new army that the server makes: of a list, or (`keep`) with the units that are there. */
  async fresh(army: ArmyFile, keep = false): Promise<void> {
    this.busy = true;
    this.error = "";
    try {
      const made = await api.suggest(army, this.seed++, keep);
      await this.set({ ...made, name: army.name });
    } catch (error) {
      this.error = whyFailed(error);
    } finally {
      this.busy = false;
    }
  }

  async learnRules(): Promise<void> {
    if (!this.rules.length) this.rules = await site.rules(this.game).catch(() => []);
  }

  private async show(army: ArmyFile, before: ArmyFile | null): Promise<void> {
    this.army = army;
    this.error = "";
    const moved = (["list", "year", "against", "theatre"] as const).some((key) => army[key] !== before?.[key]);
    const request = ++this.asked;
    try {
      if (moved) {
        const found = (await api.entries(army)).entries;
        if (request === this.asked) this.entries = found;
      } else {
        await new Promise((done) => setTimeout(done, WAIT));
      }
      if (request !== this.asked) return;
      const checked = await api.check(army);
      if (request === this.asked) this.checked = checked;
    } catch (error) {
      if (request !== this.asked) return;
      this.checked = null;
      this.error = whyFailed(error);
    }
  }
}
