import type { Desk } from '../context.ts';
import { unfinished, unfinishedWithin } from '../detail/rest.ts';
import { waitAfter } from '../wait-after.ts';
import { firstLength, PARTS, readPart } from './parts.ts';

/** Over a quick link the first part is so long: there is no reason for small ones. */
const QUICK_LENGTH = 262_144;
/** No more of a message than this many characters is read unasked over a quick link. */
const MAX_UNASKED = 2_000_000;
/** Reading on begins when the end of what is read is so many screens below the top. */
const SCREENS_AHEAD = 2;
/** After a failure, in milliseconds; doubled at each failure in a row. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * Reads on in the messages of the open conversation that were read in part: over a quick link at once, over any other
 * while the agent reads towards the end. Returns a function that stops it.
 */
export function followParts(desk: Desk): () => void {
  const lengths = firstLength();
  const givenUp = new Set<number>();
  let failures = 0;
  let isResting = false;
  let cancel = (): void => {};
  const reading: { id: number | null } = { id: null };
  const look = (): void => {
    const { conversationId: id } = desk.world().detail;
    if (reading.id !== null && reading.id !== id) desk.reads.begin(PARTS).end();
    else if (reading.id === null && !isResting) void begin(id);
  };
  const begin = async (id: number | null): Promise<void> => {
    const messageId = id === null ? undefined : wantedIn(desk, givenUp);
    if (id === null || messageId === undefined) return;
    if (desk.contact.isQuick()) lengths.next = Math.max(lengths.next, QUICK_LENGTH);
    reading.id = id;
    const read = desk.reads.begin(PARTS);
    const missing = await readPart(desk, id, messageId, { signal: read.signal, isBackground: true, lengths });
    const isOver = !read.isCurrent();
    read.end();
    reading.id = null;
    if (missing?.isFinal) givenUp.add(messageId);
    failures = missing && !isOver ? failures + 1 : 0;
    if (failures > 0) rest();
    else look();
  };
  const rest = (): void => {
    isResting = true;
    cancel = desk.setTimer(
      () => {
        isResting = false;
        look();
      },
      waitAfter(failures, FIRST_RETRY_MS, LAST_RETRY_MS),
    );
  };
  const unsubscribe = desk.store.subscribe(look);
  look();
  return () => {
    unsubscribe();
    cancel();
    isResting = true;
    desk.reads.begin(PARTS).end();
  };
}

/** The message of the open conversation to read on in. */
function wantedIn(desk: Desk, givenUp: ReadonlySet<number>): number | undefined {
  const { detail, base, viewport, pane, offline } = desk.world();
  const thread = detail.conversationId === null ? undefined : base.threads.get(detail.conversationId);
  if (!thread || offline !== null) return undefined;
  const left = unfinished(thread).filter(({ id }) => !givenUp.has(id));
  if (left.length === 0) return undefined;
  if (desk.contact.isQuick()) return left.find(({ body_text }) => body_text.length < MAX_UNASKED)?.id;
  if (pane !== 'detail') return undefined;
  const id = unfinishedWithin(desk.detailLines(), detail.top, detail.top + SCREENS_AHEAD * viewport.detailRows);
  // Without parts, only the whole can be had.
  return left.find(one => one.id === id && typeof one.body_end === 'number')?.id;
}
