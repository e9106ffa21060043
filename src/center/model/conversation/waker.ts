import type { Db } from '../../database/tables.ts';
import type { ModelContext, Waker } from '../context.ts';
import { createEraser } from '../erasure/eraser.ts';
import { write } from '../transaction.ts';
import { type DueCursor, hasStaleDue, redoDue } from './due.ts';
import { idsDue, wakeDue } from './wake.ts';

/** The longest time without a look, in milliseconds: another server may have put one off, or the clock was changed. */
const LOOK_MS = 15_000;

async function nextTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversation')
    .select('snoozed_until')
    .where('snoozed_until', 'is not', null)
    .orderBy('snoozed_until')
    .limit(1)
    .executeTakeFirst();
  return row?.snoozed_until ?? undefined;
}

/**
 * Brings conversations back when their time comes, and at the start those whose time came while nothing ran. Works out
 * anew when answers are due after an inbox's target changed, and goes on with erasures.
 */
export function createWaker(context: ModelContext): Waker {
  let timer: NodeJS.Timeout | undefined;
  /** When the timer rings; milliseconds of the center's clock. */
  let ringsAt = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let isClosed = false;
  const eraser = createEraser(context);

  const wait = (until: number): void => {
    clearTimeout(timer);
    const delayMs = Math.min(Math.max(until - context.now(), 0), LOOK_MS);
    ringsAt = context.now() + delayMs;
    if (!isClosed) timer = setTimeout(() => void look(), delayMs).unref();
  };

  const catchUp = async (): Promise<void> => {
    if (!(await hasStaleDue(context.store.reader))) return;
    let from: DueCursor | undefined;
    do from = await write(context, work => redoDue(work, from));
    while (!isClosed && from !== undefined);
  };

  const run = async (): Promise<void> => {
    try {
      let next = await nextTime(context.store.reader);
      while (!isClosed && next !== undefined && next <= context.now()) {
        await write(context, wakeDue, context.now(), { conversations: idsDue });
        next = await nextTime(context.store.reader);
      }
      await catchUp();
      wait((await eraser.look()) ? context.now() : (next ?? Number.POSITIVE_INFINITY));
    } catch {
      // Nothing has come back then: the next look does it.
      wait(Number.POSITIVE_INFINITY);
    }
  };

  const look = (): Promise<void> => {
    looking ??= run().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  wait(0);
  return {
    putOff: until => {
      if (until < ringsAt) wait(until);
    },
    look,
    close: async () => {
      isClosed = true;
      eraser.close();
      clearTimeout(timer);
      await looking;
    },
  };
}
