import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { unfinished } from '../../state/detail/rest.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { type Progress, readRest } from '../../state/sync/read-rest.ts';
import { threadOf } from '../../state/visible.ts';
import { byteSize } from '../../text/byte-size.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Messages that must be whole for what is done with them. */
interface Wanted {
  readonly conversationId: number;
  /** By default all that are loaded. */
  readonly ids?: readonly number[];
  /** What is not done without the rest, such as “copied”. */
  readonly undone: SafeText;
  /** Whether the agent still waits for it. */
  readonly isWanted: () => boolean;
}

/**
 * Runs `then` with whole messages: at once if they are, otherwise after their rest was read, with its progress as a
 * notice. If the rest cannot be read, a notice says so and nothing is done.
 */
export function withWhole(desk: Desk, wanted: Wanted, then: () => void): void {
  const { conversationId, ids } = wanted;
  const thread = threadOf(desk.world(), conversationId);
  const isWhole = !thread || unfinished(thread).every(({ id }) => ids?.includes(id) === false);
  if (isWhole) then();
  else void readThen(desk, wanted, then);
}

async function readThen(desk: Desk, { conversationId, ids, undone, isWanted }: Wanted, then: () => void) {
  const why = whyNotAsked(desk.world());
  if (why !== undefined) return say(desk, t`The message is not read to its end, so it was not ${undone}. ${why}`);
  const read = desk.reads.begin('whole');
  const tell = (progress: Progress): void => {
    if (isWanted()) say(desk, progressWords(progress), 'done');
    else desk.reads.begin('whole').end();
  };
  const reason = await readRest(desk, conversationId, { signal: read.signal, tell, ...(ids && { ids }) });
  if (!read.isCurrent()) return;
  read.end();
  if (!isWanted()) return;
  if (reason !== undefined) return say(desk, t`Not ${undone}: the rest of the message was not read. ${reason}`);
  desk.set({ notice: null });
  then();
}

/** `Reading the rest: 120 kB of 941 kB`. */
export function progressWords({ read, of }: Progress): SafeText {
  return of === null ? t`Reading the rest…` : t`Reading the rest: ${byteSize(read)} of ${byteSize(of)}`;
}
