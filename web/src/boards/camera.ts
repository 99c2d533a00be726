/** Where the camera over a sheet stands: never beyond its edges, and on what is to be seen. */

/** A point of a drawing. */
export interface Point {
  x: number;
  y: number;
}

export interface Camera extends Point {
  /** pixels of the screen for one of the sheet */
  k: number;
}

export interface Size {
  w: number;
  h: number;
}

/** The nearest camera that shows nothing beyond the sheet; a sheet smaller than the view stands in its middle. */
export function clamped({ x, y, k }: Camera, view: Size, sheet: Size): Camera {
  const edge = (shift: number, room: number, length: number) => (length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, shift)));
  return { x: edge(x, view.w, sheet.w * k), y: edge(y, view.h, sheet.h * k), k };
}

export const seen = (point: Point, { x, y, k }: Camera, view: Size, edge: number): boolean => {
  const [px, py] = [point.x * k + x, point.y * k + y];
  return px >= edge && py >= edge && px <= view.w - edge && py <= view.h - edge;
};

export interface Sight {
  view: Size;
  sheet: Size;
  /** pixels that stay free round what is to be seen */
  edge: number;
  /** the camera goes no farther away, and no less near where there is room */
  least: number;
  near: number;
}

/** The camera that shows all of these points, as near as now or nearer if they fit; if they never fit, the first of them. */
export function on(points: readonly Point[], now: Camera, sight: Sight): Camera {
  const { view, sheet, edge, least, near } = sight;
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = { w: Math.max(1, view.w - 2 * edge), h: Math.max(1, view.h - 2 * edge) };
  const wanted = Math.min(Math.max(now.k, near), room.w / Math.max(1, x1 - x0), room.h / Math.max(1, y1 - y0));
  const k = Math.max(least, wanted);
  const fits = (x1 - x0) * k <= room.w + 1 && (y1 - y0) * k <= room.h + 1;
  const middle = fits ? { x: (x0 + x1) / 2, y: (y0 + y1) / 2 } : points[0]!;
  return clamped({ x: view.w / 2 - middle.x * k, y: view.h / 2 - middle.y * k, k }, view, sheet);
}
