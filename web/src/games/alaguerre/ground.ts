/** The ground of this game as every table draws it. */

import { said } from "../../lib/settings.svelte";
import type { Drawn, Look } from "../../boards/table/ground";
import type { Terrain } from "./types";

const LOOKS: Readonly<Record<Terrain["type"], Look>> = {
  hill: "slope", marsh: "marsh", wood: "wood", field: "crops", town: "houses", village: "houses", farm: "houses", fort: "stronghold", redoubt: "earthwork", orchard: "orchard",
  stream: "stream", hedge: "hedge", wall: "wall", trench: "earthwork", rampart: "stronghold", fence: "fence", bank: "bank", river: "water", pond: "water", impassable: "closed", ford: "ford", bridge: "crossing", road: "road",
};

export const drawn = (piece: Terrain): Drawn => ({
  id: piece.id,
  look: piece.type === "hill" && piece.slope === "steep" ? "steep" : LOOKS[piece.type],
  name: said(piece.name ?? "") || null,
  shape: piece.shape ?? null,
  shapes: piece.shapes ?? null,
  line: piece.line ?? null,
  width: piece.width ?? null,
  top: piece.top ?? null,
});
