/** A table as a page shows it, played at or looked at again: the position, the panels beside it, and words for both. */

import { untrack } from "svelte";
import { HexGrid } from "./hex";
import { actors, sort, type Aim } from "./options";
import { describe, nationOf, stacked, terrainOf } from "./pieces";
import { t } from "./settings.svelte";
import type { Answer, BoardData, GameEvent, Question, Rule, Table, Unit, View } from "./types";

export type Panel = "log" | "rules" | "forces" | "luck" | "why" | "chat" | "notes" | "standing" | "text" | "table";
interface Preview {
  aims: Aim[];
  index: number;
}
interface ChatLine {
  n: number;
  player: string;
  text: string;
  at: string;
}

/** What a preview is called; every other answer that leads to a hex is a move. */
const PREVIEWS = ["fire", "fall_back", "flee", "advance"] as const;

export class Scene {
  // what was said of the table last
  seat = $state<string | null>(null);
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  options = $state.raw<Answer[]>([]);
  question = $state.raw<Question | null>(null);
  events = $state.raw<GameEvent[]>([]);
  version = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  board = $state.raw<BoardData | null>(null);
  rules = $state.raw<Rule[]>([]);
  // what is pointed at
  selected = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  cursor = $state<string | null>(null);
  // the panels
  panel = $state<Panel>("log");
  panelOpen = $state(true);
  rule = $state<string | null>(null);
  /** Events before this number were there when this player last decided. */
  seen = $state(0);
  /** Whether the log shows only what happened since then. */
  since = $state(false);
  /** Read out by the live region. */
  spoken = $state("");

  readonly grid = $derived(this.board ? new HexGrid(this.board) : null);
  readonly units = $derived(new Map((this.view?.units ?? []).map((u) => [u.id, u])));
  readonly stacks = $derived(stacked(this.view));
  readonly choices = $derived(sort(this.options, this.question, this.units));
  readonly actors = $derived(actors(this.choices));
  /** The hexes the selected unit may choose, with the answers that lead there. */
  readonly reach = $derived(this.selected ? (this.choices.aims.get(this.selected) ?? null) : null);
  readonly aim = $derived(this.preview ? (this.preview.aims[this.preview.index] ?? null) : null);
  readonly facingUnit = $derived(this.question?.what === "face" ? String(this.question.data["unit"]) : null);
  readonly myTurn = $derived(this.question !== null && this.options.length > 0);
  readonly over = $derived(this.table?.status === "over");
  readonly firing = $derived(this.question?.what === "fire");
  readonly novice = $derived(this.table?.assistance === "novice");

  constructor(readonly id: string) {}

  showRule(rule: string | null): void {
    if (!rule) return;
    this.rule = rule;
    this.panel = "rules";
    this.panelOpen = true;
  }

  open(panel: Panel): void {
    if (this.panelOpen && this.panel === panel) this.panelOpen = false;
    else {
      this.panel = panel;
      this.panelOpen = true;
    }
  }

  say(text: string): void {
    this.spoken = text;
  }

  name(id: string): string {
    return this.units.get(id)?.name ?? this.view?.eliminated.find((u) => u.id === id)?.name ?? id;
  }

  nation(unit: { id: string; side: string }): string {
    return nationOf(this.board, unit);
  }

  describe(unit: Unit): string {
    return untrack(() => describe(unit, this.nation(unit)));
  }

  describeAim(aim: Aim): string {
    const key = PREVIEWS.find((word) => word === aim.answer.do) ?? "move";
    return t(`ask.preview.${key}`, { name: this.name(aim.unit), hex: aim.hex });
  }

  terrain(hex: string): string {
    return terrainOf(this.board, hex);
  }
}
