import type { SafeText } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import type { Notice } from '../world.ts';

/** How often the progress is said, in milliseconds: over a slow link each time costs bytes that others wait for. */
const SAID_EVERY_MS = { fast: 1_000, slow: 5_000 } as const;

/** A notice that says how far something is. */
export interface ProgressNotice {
  /** Says it, unless the notice says something of the agent's own deeds. */
  say(text: SafeText, short: SafeText): void;
  /** Whether the last time is long enough ago. */
  isDue(): boolean;
  /** Counts the time from now on, as if it had just been said. */
  begin(): void;
  /** It is over: the notice that gave way is back. */
  close(): void;
}

/** Makes it; nothing is said yet. `former`: the notice of the deed that it belongs to gives way. */
export function createProgressNotice(desk: Desk, former: Notice | null = null): ProgressNotice {
  let own: Notice | null = null;
  let saidAt = Number.NEGATIVE_INFINITY;
  const begin = (): void => {
    saidAt = desk.elapsed();
  };
  return {
    say: (text, short) => {
      const { notice } = desk.world();
      if (notice !== null && notice !== own && notice !== former) return;
      own = { tone: 'done', text, short };
      begin();
      desk.notify(own);
    },
    isDue: () => desk.elapsed() - saidAt >= SAID_EVERY_MS[desk.world().link],
    begin,
    close: () => {
      if (own !== null && desk.world().notice === own) desk.set({ notice: former });
    },
  };
}
