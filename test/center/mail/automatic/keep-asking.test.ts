import { expect, test } from 'vitest';
import { keepAskingForRatings } from '../../../../src/center/mail/automatic/rating-request.ts';
import { openAnswering, RATING_DELAY_MS } from './open-answering.ts';

test('requests are looked for at intervals until the end, and a failure is told once', async () => {
  const { mail, told } = await openAnswering();
  const stop = new AbortController();
  const pauses: number[] = [];
  let isBroken = true;
  const read: typeof mail.read = work => (isBroken ? Promise.reject(new Error('The disk is full.')) : mail.read(work));
  const rest = async (ms: number) => {
    pauses.push(ms);
    isBroken = pauses.length < 2 || pauses.length === 3;
    if (pauses.length === 4) stop.abort();
  };
  await keepAskingForRatings({ ...mail, read }, rest, stop.signal);
  expect(told).toEqual(Array.from({ length: 2 }, () => 'Requests for ratings wait: The disk is full.'));
  expect(new Set(pauses)).toEqual(new Set([Math.min(30_000, RATING_DELAY_MS / 2)]));
});

test('nobody looks where no relay is set up', async () => {
  const { mail } = await openAnswering();
  const center = { ...mail, context: { ...mail.context, mailOut: null } };
  const rest = () => Promise.reject(new Error('It waited.'));
  await keepAskingForRatings(center, rest, new AbortController().signal);
});
