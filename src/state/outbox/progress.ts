import { grouped } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { idsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import type { Notice, PendingChange } from '../world.ts';

/** The line of a long change moves at most this often: every step costs the link some bytes. */
const STEP_MS = 1_000;

/** The progress of a change of many conversations, in the line of the notices. */
export interface Progress {
  /** `done` of its conversations are answered. */
  readonly tell: (done: number) => void;
  /** It is done: the notice that the progress replaced is back. */
  readonly end: () => void;
}

/**
 * Shows how far a change is once it has taken a second: `Archiving 1,200 of 10,000`. A notice about anything else stays.
 */
export function showProgress(desk: Desk, entry: PendingChange): Progress {
  const { doing } = changeOf(entry.name)!;
  const total = idsOf(entry).length;
  let toldAt = desk.elapsed();
  let former: Notice | null | undefined;
  let shown: Notice | undefined;
  return {
    tell: done => {
      const { notice } = desk.world();
      // The agent has seen this one for as long as the change takes.
      if (former === undefined) former = notice;
      if (!doing || entry.isQuiet || done >= total || desk.elapsed() - toldAt < STEP_MS) return;
      if (notice !== null && notice !== former && notice !== shown) return;
      toldAt = desk.elapsed();
      const promise = { key: entry.key, state: 'sending' } as const;
      shown = { tone: 'done', text: t`${doing} ${grouped(done)} of ${grouped(total)}`, promise };
      desk.notify(shown);
    },
    end: () => {
      if (shown && former && desk.world().notice === null) desk.notify(former);
    },
  };
}
