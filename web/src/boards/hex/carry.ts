/** Counters that are carried to the map from beside it: pressed, drawn over the page, let go over a hex. */

import type { Attachment } from "svelte/attachments";
import type { Sheet } from "./hand.svelte";

const MOVED = 7;

/** Whoever is pressed and drawn goes with the pointer; `drop` is told the hex where it is let go. A short press stays a click. */
export function carried(sheet: () => Sheet | null, take: () => void, drop: (hex: string) => void): Attachment<HTMLElement> {
  return (node) => {
    let ghost: HTMLElement | null = null;
    let from: PointerEvent | null = null;
    let drawn = false;
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return;
      if (!ghost && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > MOVED) {
        ghost = node.cloneNode(true) as HTMLElement;
        Object.assign(ghost.style, { position: "fixed", zIndex: "99", pointerEvents: "none", opacity: "0.85", margin: "0" });
        document.body.append(ghost);
        drawn = true;
        take();
      }
      if (ghost) Object.assign(ghost.style, { left: `${event.clientX - 18}px`, top: `${event.clientY - 18}px` });
    };
    const end = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return;
      const carrying = ghost !== null;
      ghost?.remove();
      [ghost, from] = [null, null];
      if (!carrying) return;
      const hex = event.type === "pointerup" ? (sheet()?.under(event) ?? null) : null;
      if (hex) drop(hex);
    };
    const down = (event: PointerEvent) => {
      drawn = false;
      if (event.button === 0) from = event;
    };
    // The click that ends a drag is none.
    const click = (event: MouseEvent) => {
      if (drawn) event.stopImmediatePropagation();
    };
    node.style.touchAction = "none";
    node.addEventListener("pointerdown", down);
    node.addEventListener("click", click, { capture: true });
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      ghost?.remove();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("click", click, { capture: true });
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  };
}
