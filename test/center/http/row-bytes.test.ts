import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSample } from '../../../src/center/sample/create.ts';
import { type OpenCenter, openCenter, startTime } from '../open-center.ts';

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter();
  await createSample(desk.center, { now: startTime });
});
afterAll(() => desk.close());

async function bytesOf(query: object, coding: string): Promise<number> {
  const headers = { 'accept-encoding': coding };
  const answer = await desk.fetch('GET', '/conversations', { query: { limit: 44, ...query }, headers });
  return (await answer.arrayBuffer()).byteLength;
}

test('44 rows of a list are at most 3 kB', async () => {
  expect(await bytesOf({ fields: 'list', status: ['opened'] }, 'br, gzip')).toBeLessThanOrEqual(3_000);
  expect(await bytesOf({ fields: 'list', status: ['opened'] }, 'gzip')).toBeLessThanOrEqual(3_350);
});
