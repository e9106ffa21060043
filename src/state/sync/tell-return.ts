import type { Desk } from '../context.ts';
import { awayNotice, whatHappened } from '../list/while-away.ts';
import { told } from '../pending.ts';
import type { World } from '../world.ts';

/** What happened in less time is not worth a line. */
const MIN_AWAY_MS = 60_000;
/** After this time the desk has begun to read what is new, even if the stream of events takes long to begin. */
const BEGUN_MS = 3_000;
/** The line does not wait longer for changes that are being sent. */
const MAX_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 500;

/** A return that is not told yet. */
interface Return {
  /** The world when the help center answered again. */
  readonly before: World;
  /** On the clock of `desk.elapsed`. */
  readonly at: number;
}

/**
 * Says in one line what happened while the help center could not be used for a minute or longer: once what is new has
 * been read and what waited was sent. Says nothing if nothing happened. Returns a function that stops it.
 */
export function tellReturn(desk: Desk): () => void {
  // On the clock that goes on while the machine sleeps, and that nobody sets.
  let heardAt = desk.uptime();
  let leftAt = heardAt;
  let untold: Return | undefined;
  let cancel = (): void => {};
  const later = (delayMs: number): void => {
    cancel();
    cancel = desk.setTimer(() => void look(), delayMs);
  };
  const look = async (): Promise<void> => {
    const { before, at } = untold!;
    await desk.reads.ended('list');
    await desk.reads.ended('poll');
    // Cut off again, or told already.
    if (untold?.before !== before || desk.world().offline !== null) return;
    if (isSending(desk.world(), before) && desk.elapsed() - at < MAX_WAIT_MS) {
      later(LOOK_EVERY_MS);
      return;
    }
    untold = undefined;
    const notice = awayNotice(whatHappened(before, desk.world()));
    if (notice) desk.notify(notice);
  };
  const leave = (): void => {
    cancel();
    leftAt = heardAt;
  };
  const stopListening = desk.contact.listen({
    heard: () => {
      heardAt = desk.uptime();
    },
    failed: () => undefined,
  });
  const stop = desk.store.subscribe((world, former) => {
    if (former.offline === null && world.offline !== null) leave();
    if (former.offline === null || world.offline !== null) return;
    if (desk.uptime() - leftAt >= MIN_AWAY_MS) untold ??= { before: former, at: desk.elapsed() };
    if (untold) later(BEGUN_MS);
  });
  return () => {
    stop();
    stopListening();
    cancel();
  };
}

/** Whether changes that waited at the return are still to be sent. */
function isSending({ pending }: World, before: World): boolean {
  const waited = new Set(told(before.pending).map(({ key }) => key));
  return pending.some(({ key, state }) => waited.has(key) && (state === 'sending' || state === 'waiting'));
}
