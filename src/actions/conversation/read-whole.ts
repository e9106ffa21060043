import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { unfinished } from '../../state/detail/body-lines.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { type Progress, readRest } from '../../state/sync/body-chunks.ts';
import { threadOf } from '../../state/visible.ts';
import { byteSize } from '../../text/byte-size.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The kind of these reads: there is one at a time. */
const KIND = 'whole';

/** Messages that are to be read to their ends. */
interface Unread {
  readonly conversationId: number;
  /** By default all that are loaded. */
  readonly ids?: readonly number[];
  /** Whether the agent still waits for it. */
  readonly isWanted: () => boolean;
}

/**
 * Reads messages to their ends, with the progress as a notice. Resolves with the reason if that was not possible, null if
 * it was, and undefined if the agent no longer waits for it.
 */
export async function readWhole(desk: Desk, unread: Unread): Promise<SafeText | null | undefined> {
  const { conversationId, ids, isWanted } = unread;
  const read = desk.reads.begin(KIND);
  let said: SafeText | undefined;
  const tell = (progress: Progress): void => {
    if (isWanted()) {
      said = progressWords(progress);
      say(desk, said, 'done');
    } else desk.reads.begin(KIND).end();
  };
  const reason = await readRest(desk, conversationId, { signal: read.signal, tell, ...(ids && { ids }) });
  const isOver = !read.isCurrent();
  read.end();
  if (said !== undefined && desk.world().notice?.text === said) desk.set({ notice: null });
  return isOver || !isWanted() ? undefined : (reason ?? null);
}

/** `Reading the rest: 120 kB of 941 kB`. */
function progressWords({ read, of }: Progress): SafeText {
  return of === null ? t`Reading the rest…` : t`Reading the rest: ${byteSize(read)} of ${byteSize(of)}`;
}

/** Messages that must be whole for what is done with them; `undone`: what is not done otherwise, such as “copied”. */
type Wanted = Unread & { readonly undone: SafeText };

/**
 * Runs `then` with whole messages: at once if they are, otherwise after their rest was read. If it cannot be read, a
 * notice says so and nothing is done.
 */
export function withWhole(desk: Desk, wanted: Wanted, then: () => void): void {
  const { conversationId, ids } = wanted;
  const thread = threadOf(desk.world(), conversationId);
  const isWhole = !thread || unfinished(thread).every(({ id }) => ids?.includes(id) === false);
  if (isWhole) then();
  else void readThen(desk, wanted, then);
}

async function readThen(desk: Desk, wanted: Wanted, then: () => void): Promise<void> {
  const reason = whyNotAsked(desk.world()) ?? (await readWhole(desk, wanted));
  if (reason === null) then();
  else if (reason !== undefined) say(desk, t`Not ${wanted.undone}: the rest of the message is not read. ${reason}`);
}
