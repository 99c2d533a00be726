/** What Custoza's views, answers and drawing hold. */

import type { Facing } from "../../boards/hex/hex";
import type { Drawing, Text, View as AnyView } from "../../lib/types";
import type { ActiveFormation, Formation as SaidFormation, Marker, Position, Unit as SaidUnit } from "./generated";

export type { Answer, Marker } from "./generated";
export type SideName = "italy" | "austria";
export const SIDES: readonly SideName[] = ["italy", "austria"];
export const CLASSES = ["infantry", "cavalry", "artillery"] as const;
export type ClassName = (typeof CLASSES)[number];

export interface Hexside {
  between: [string, string];
  slope?: "slope" | "steep_slope";
  up?: string;
  stream?: string;
}

/** The printed field and what is printed on the counters. */
export interface Field {
  columns: [number, number];
  rows: [number, number];
  layout: "flat";
  shifted: "even" | "odd";
  hex_m: number;
  hexes: Record<string, { terrain: string; level: number; metres: number }>;
  hexsides: Hexside[];
  roads: { id: string; class: "major" | "minor"; hexes: string[] }[];
  railways: { id: string; years: number[]; hexes: string[] }[];
  crossings: { id: string; name: string; hex: string; river: string; kind: string; west?: string; east?: string }[];
  rivers: { id: string; name: string; hexes: string[]; outlet?: string }[];
  entries: { hex: string; name: string }[];
  places: { id: string; name: string; hexes: string[] }[];
  terrain: Record<string, Text>;
  /** the light of each game turn, by year */
  light: Record<string, Record<string, View["light"]>>;
  units: Record<string, { name: Text; brigade?: string | null }>;
  formations: Record<string, { name: Text; colour: string; commander: string }>;
}

/** A counter on the map as a seat sees it: the enemy's without name and strength where they lie face down. */
export interface Unit {
  id: string;
  name: string;
  side: SideName;
  type: SaidUnit["type"] | ClassName | "piece";
  hex: string;
  formation: string | null;
  hidden: boolean;
  sp: number | null;
  max: number | null;
  cv: number | null;
  ma: number | null;
  sv: number;
  status: NonNullable<SaidUnit["status"]>;
  facing: Facing | null;
  ammo: NonNullable<SaidUnit["ammo"]>;
  march: boolean;
  square: boolean;
  exhausted: boolean;
  ooc: boolean;
  reserve: boolean;
  guns: number;
  value: number | null;
}

/** A counter as views tell it: in a hex or in a box, whole or with what may be known. */
export type ToldUnit = Partial<Omit<Unit, "id" | "side" | "type" | "hex">> & Pick<Unit, "id" | "side" | "type"> & { hex?: string | null; box?: SaidUnit["box"] };

export type Formation = Required<Omit<SaidFormation, "name" | "collapse">> & { name: string; collapse: number; losses: number; collapsed: boolean };

type Told = "mode" | "year" | "day" | "gt" | "phase" | "initiative" | "passes" | "light";
export type View = AnyView & { map: NonNullable<Position["map"]> } & { [key in Told]-?: NonNullable<Position[key]> } & {
  next: SideName | null;
  last: { day: number; gt: number };
  area: [number, number] | null;
  units: ToldUnit[];
  formations: Formation[];
  active: ActiveFormation | null;
  control: Record<SideName, string[]>;
  victory: { type: "majority" | "objectives"; hexes?: string[]; objectives?: Strategic[] } | null;
  strategy: Record<SideName, number | null>;
  reinforcements: Group[];
  pontoon: string | null;
  /** in a free set-up: where counters may be placed, and where one's own are to stand as planned so far */
  free?: { side: SideName; units: string[]; hexes: string[]; enters: boolean }[];
  plan?: Record<string, { hex: string; facing?: Facing; march?: boolean }>;
  acted?: Record<string, unknown>;
};

/** What a Strategic Objective asks for. */
export interface Condition {
  kind: string;
  hexes: string[];
  from?: string;
  to?: string;
}
export interface Strategic {
  side: SideName;
  number: number;
  title: string;
  conditions: Condition[];
}

/** Reinforcements that come together. */
export interface Group {
  id: string;
  side: SideName;
  formation: string | null;
  units: string[];
  day: number;
  gt: number;
  entry: string;
  condition: string | null;
}

/** A Force that may react, as the question tells it. */
export interface Reacting {
  units: string[];
  hex: string;
  class: ClassName;
  trigger: string;
  may: string[];
}

export const fieldOf = (drawing: Drawing): Field => drawing as unknown as Field;
export const viewOf = (view: AnyView): View => view as unknown as View;
export const markersOf = (view: View | null): readonly Marker[] => view?.active?.markers ?? [];
