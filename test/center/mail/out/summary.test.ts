import { expect, onTestFinished, test } from 'vitest';
import type { NewRow } from '../../../../src/center/database/tables.ts';
import { queueSummary } from '../../../../src/center/model/outgoing/by-hand.ts';
import { openCenter, startTime } from '../../open-center.ts';

const MINUTE_MS = 60_000;

function row(more: Partial<NewRow<'outgoing'>>): NewRow<'outgoing'> {
  const times = { since: startTime, next_at: startTime, created_at: startTime, reply: '' };
  return { message_key: 'a@b.example', letter: '{}', recipients: '[]', state: 'queued', ...times, ...more };
}

test('the queue says how many letters wait, when the next is tried, and the relay’s newest word', async () => {
  const { center, close } = await openCenter();
  onTestFinished(close);
  const summary = () => center.read(({ db }) => queueSummary(db));
  expect(await summary()).toEqual({ waiting: 0, failed: 0, nextAt: null, lastWord: '' });
  const rows = [
    row({ next_at: startTime + 2 * MINUTE_MS, reply: '451 not now' }),
    row({ next_at: startTime + MINUTE_MS, since: startTime + MINUTE_MS, reply: '451 still not' }),
    row({ state: 'held', next_at: startTime + 9 * MINUTE_MS }),
    row({ state: 'sent', next_at: 1, since: startTime + 5 * MINUTE_MS, reply: '250 taken' }),
    row({ state: 'failed', next_at: 1, reply: '550 no such user' }),
  ];
  await center.write(({ db }) => db.insertInto('outgoing').values(rows).execute());
  expect(await summary()).toEqual({
    waiting: 3,
    failed: 1,
    nextAt: startTime + MINUTE_MS,
    lastWord: '451 still not',
  });
});
