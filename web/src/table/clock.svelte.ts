/** The clocks of a table. They run on between two messages; the server's reading counts. */

import type { TableSession } from "../lib/session.svelte";

export class Clock {
  private tick = $state(0);
  private read = 0;
  private asked = false;

  /** To be made while a component is: it ends with it. */
  constructor(private readonly session: () => TableSession) {
    $effect(() => {
      const s = session();
      const table = s.table;
      this.read = performance.now();
      this.tick = 0;
      if (!table?.clock) return;
      const timer = setInterval(() => {
        this.tick = (performance.now() - this.read) / 1000;
        // When a clock runs out nobody says so: the table is asked what may be done about it.
        const out = !s.over && Object.keys(table.seats).some((seat) => this.left(seat) === 0);
        if (out && !this.asked) void s.refresh().catch(() => undefined);
        this.asked = out;
      }, 1000);
      return () => clearInterval(timer);
    });
  }

  private left(seat: string): number | null {
    const s = this.session();
    const remaining = s.table?.clock?.remaining[seat];
    const stopped = s.table?.clock?.stopped[seat] !== undefined; // on vacation
    return remaining === undefined ? null : Math.max(0, remaining - (s.table?.turn.includes(seat) && !s.over && !stopped ? this.tick : 0));
  }

  /** What a seat has left, to be read; null where it has no clock. */
  text(seat: string): string | null {
    const now = this.left(seat);
    if (now === null) return null;
    if (now >= 86400) return `${Math.floor(now / 86400)} d ${Math.floor((now % 86400) / 3600)} h`;
    const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
    return now >= 3600 ? `${Math.floor(now / 3600)}:${two((now % 3600) / 60)}:${two(now % 60)}` : `${two(now / 60)}:${two(now % 60)}`;
  }
}
