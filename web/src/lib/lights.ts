/** A name that lights its piece on the board while it is pointed at, by pointer or by focus. */

import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Play } from "../games/client";

export const lights =
  (play: Play | null, piece: string | null): Attachment<HTMLElement> =>
  (node) => {
    if (!play || !piece) return;
    const on = () => play.light(piece);
    // A button that is taken away under the focus loses it while the page is being drawn.
    const off = () => untrack(() => play.light(null));
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, on);
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, off);
    return () => {
      for (const event of ["pointerenter", "focus"]) node.removeEventListener(event, on);
      for (const event of ["pointerleave", "blur"]) node.removeEventListener(event, off);
      off();
    };
  };
