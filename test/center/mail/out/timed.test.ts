import { expect, test } from 'vitest';
import { beginTry, hasDue, type Taker, takeDue } from '../../../../src/center/model/outgoing/due.ts';
import { openQueue } from './open-queue.ts';

const HOUR_MS = 3_600_000;
const ENDED: Taker = { owner: { id: 'ended', hasEnded: id => id === 'ended' }, isSteady: true };

async function open() {
  const queue = await openQueue();
  const at = queue.clock.now() + HOUR_MS;
  return { ...queue, at, letter: await queue.write({ sendAt: at }) };
}

test('a mail with a time is sent at that time, by the clock of the wall, however that is set', async () => {
  const { start, relay, clock, at, center, states, passUntil } = await open();
  start();
  clock.advance(HOUR_MS - 60_000);
  clock.setBack(2 * HOUR_MS);
  await passUntil(async () => (await center.read(work => hasDue(work, ENDED))) === false, 60_000);
  clock.advance(HOUR_MS);
  expect([relay.taken.length, await states()]).toEqual([0, ['timed']]);
  await passUntil(() => relay.taken.length === 1, 60_000);
  expect(clock.now()).toBeGreaterThanOrEqual(at);
  expect(clock.now()).toBeLessThan(at + 30 * 60_000);
  await expect.poll(states).toEqual(['sent']);
  clock.setBack(2 * HOUR_MS);
  clock.advance(3 * HOUR_MS);
  expect([relay.taken.length, await states()]).toEqual([1, ['sent']]);
});

test('two servers, of which one ended over it, send it once', async () => {
  const { center, start, relay, clock, letter, states } = await open();
  clock.advance(HOUR_MS + 1_000);
  await center.write(async work => takeDue(work, ENDED, 20));
  start({ id: 'one' });
  start({ id: 'two' });
  await expect.poll(states).toEqual(['sent']);
  expect([...relay.times]).toEqual([[letter.letterId, 1]]);
});

test('no process takes it before its time', async () => {
  const { center, clock } = await open();
  clock.advance(HOUR_MS - 1_000);
  expect(await center.write(work => takeDue(work, ENDED, 20))).toEqual([]);
  clock.advance(1_000);
  const [due] = await center.write(work => takeDue(work, ENDED, 20));
  expect(await center.write(work => beginTry(work, due!))).toMatchObject({ attempts: 1 });
});
