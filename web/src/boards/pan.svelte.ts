/** A sheet under the hand: dragged, zoomed, brought to what is to be seen. Boards of every kind lie on one. */

import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from "d3-zoom";
import { untrack } from "svelte";
import { settings } from "../lib/settings.svelte";
import { clamped, on, seen, type Camera, type Point, type Size } from "./camera";

interface Lying {
  /** the whole sheet, in its own pixels */
  sheet: () => Size;
  /** whether something under the pointer is taken up instead of the sheet */
  holds: (target: EventTarget | null) => boolean;
  /** the first look, once there is room for one */
  first: () => void;
  /** the closest that the eye comes */
  closest?: number;
}

const EDGE = 56;

export class Pan {
  viewport: HTMLDivElement | undefined = $state();
  sheet: HTMLDivElement | undefined = $state();
  size = $state.raw<Size>({ w: 0, h: 0 });
  at = $state.raw<ZoomTransform>(zoomIdentity);
  moving = $state(false);
  /** Whether the whole sheet is shown, and stays so whatever becomes of the window. */
  fitted = true;
  private zooming = false;
  private settle: ReturnType<typeof setTimeout> | undefined;
  private readonly drag = zoom<HTMLDivElement, unknown>()
    .clickDistance(7)
    .filter((event: Event) => {
      const e = event as MouseEvent;
      if (e.type !== "wheel" && this.lying.holds(e.target)) return false;
      return (!e.ctrlKey || e.type === "wheel") && (e.button === 0 || e.button === 1 || e.button === undefined);
    });

  constructor(private readonly lying: Lying) {}

  private get closest(): number {
    return this.lying.closest ?? 3.2;
  }

  /** Follow the window and the hand; to be called in an effect. */
  watch(): (() => void) | undefined {
    const box = this.viewport;
    if (!box) return undefined;
    const watch = new ResizeObserver(() => {
      const first = this.size.w === 0;
      this.size = { w: box.clientWidth, h: box.clientHeight };
      untrack(() => {
        this.limits();
        if (first) this.lying.first();
        else if (this.fitted) this.fit(false);
      });
    });
    watch.observe(box);
    const chosen = select(box);
    this.drag.on("zoom", (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
      // Raster at gesture start, crisp again when the hand rests: a permanent layer blurs the pieces.
      this.moving = true;
      if (event.sourceEvent) this.fitted = false;
      this.paint(event.transform);
      clearTimeout(this.settle);
      this.settle = setTimeout(() => {
        this.moving = this.zooming = false;
        this.at = event.transform;
        this.paint(this.at);
      }, 140);
    });
    chosen.call(this.drag).on("dblclick.zoom", null);
    return () => {
      watch.disconnect();
      chosen.on(".zoom", null);
    };
  }

  /** While it moves the sheet is a layer of its own, drawn once: as large as it is seen, unless it is zoomed too. */
  private paint({ x, y, k }: ZoomTransform): void {
    const { sheet, moving } = this;
    if (!sheet) return;
    sheet.style.transform = `${moving ? `translate3d(${x}px,${y}px,0)` : `translate(${x}px,${y}px)`} scale(${k})`;
    sheet.style.willChange = moving && (this.zooming ||= k !== this.at.k) ? "transform" : "auto";
  }

  get fitScale(): number {
    const { w, h } = this.lying.sheet();
    return Math.min(this.size.w / w, this.size.h / h);
  }

  private limits(): void {
    const { size } = this;
    const { w, h } = this.lying.sheet();
    const k = this.fitScale || 0.2;
    this.drag.scaleExtent([Math.min(k, 0.6) * 0.9, this.closest]);
    this.drag.extent([[0, 0], [size.w, size.h]]);
    this.drag.translateExtent([[0, 0], [w, h]]);
  }

  /** The camera as d3 has it, kept to the sheet. */
  held(camera: Camera): ZoomTransform {
    const { x, y, k } = clamped(camera, this.size, this.lying.sheet());
    return zoomIdentity.translate(x, y).scale(k);
  }

  show(transform: ZoomTransform, smooth = true): void {
    const { viewport, sheet } = this;
    if (!viewport) return;
    if (smooth && settings.motion && sheet) {
      sheet.classList.add("glide");
      setTimeout(() => sheet.classList.remove("glide"), 260);
    }
    select(viewport).call(this.drag.transform, transform);
    this.at = transform;
  }

  fit(smooth = true): void {
    const k = this.fitScale;
    if (!k) return;
    this.fitted = true;
    const { size } = this;
    const { w, h } = this.lying.sheet();
    // On a narrow screen the whole sheet would be too small to read: fill the height and stand on the middle.
    const use = size.w < 640 ? Math.max(k, size.h / h) : k;
    this.show(zoomIdentity.translate((size.w - w * use) / 2, (size.h - h * use) / 2).scale(use), smooth);
  }

  /** A look at these points of the sheet, with some ground around them; no nearer than so much. */
  frame(points: readonly Point[], pad: number, nearest: number): void {
    const { size } = this;
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [x0, x1, y0, y1] = [Math.min(...xs) - pad, Math.max(...xs) + pad, Math.min(...ys) - pad, Math.max(...ys) + pad];
    const k = Math.min(nearest, Math.max(this.fitScale, Math.min(size.w / (x1 - x0), size.h / (y1 - y0))));
    this.fitted = false;
    this.show(this.held({ x: size.w / 2 - ((x0 + x1) / 2) * k, y: size.h / 2 - ((y0 + y1) / 2) * k, k }), false);
  }

  closer(factor: number): void {
    const { at, size } = this;
    if (!this.viewport) return;
    this.fitted = false;
    const k = Math.max(0.15, Math.min(this.closest, at.k * factor));
    const [cx, cy] = [size.w / 2, size.h / 2];
    const [x, y] = [(cx - at.x) / at.k, (cy - at.y) / at.k];
    this.show(this.held({ x: cx - x * k, y: cy - y * k, k }));
  }

  /** Stand on a point of the sheet. */
  goTo({ x, y }: Point): void {
    const { at, size } = this;
    this.fitted = false;
    this.show(this.held({ x: size.w / 2 - x * at.k, y: size.h / 2 - y * at.k, k: at.k }), false);
  }

  /** Bring points of the sheet into sight, unless they are. */
  bring(points: readonly Point[], need: "all" | "any", least = 0): void {
    const { at, size } = this;
    if (!points.length || !size.w) return;
    const edge = Math.min(EDGE, size.h / 5, size.w / 5);
    // On a small screen a chosen piece comes near enough for a finger.
    const near = Math.max(at.k, least, size.w < 640 && points.length === 1 ? (size.h < 300 ? 0.56 : 0.86) : 0);
    const there = points.map((point) => seen(point, at, size, edge * 0.6));
    const { x, y, k } = on(points, at, { view: size, sheet: this.lying.sheet(), edge, least: Math.min(at.k, this.fitScale), near });
    if ((need === "all" ? there.every(Boolean) : there.some(Boolean)) && k <= at.k * 1.05) return;
    this.fitted = false;
    this.show(zoomIdentity.translate(x, y).scale(k));
  }

  /** A point of the window as one of the sheet. */
  onSheet(event: MouseEvent): Point | null {
    const box = this.viewport?.getBoundingClientRect();
    const { at } = this;
    return box ? { x: (event.clientX - box.left - at.x) / at.k, y: (event.clientY - box.top - at.y) / at.k } : null;
  }

  /** A point of the sheet as one of the view. */
  inView({ x, y }: Point): Point {
    return { x: this.at.applyX(x), y: this.at.applyY(y) };
  }
}
