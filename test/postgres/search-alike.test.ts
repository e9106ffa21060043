import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listedIds, makeConversation } from '../center/conversations.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

async function openBoth(): Promise<readonly OpenCenter[]> {
  const database = await newPostgresCenter();
  const desks = [await openCenter(), await openCenter({ database: database.name })];
  onTestFinished(async () => {
    for (const desk of desks) await desk.close();
    await database.drop();
  });
  return desks;
}

const piece = fc.constantFrom(
  ...[
    'parcel',
    'Parcels',
    'STRASSE',
    'straße',
    'Łódź',
    'lodz',
    'İstanbul',
    'ΟΔΟΣ',
    'οδος',
    'ﬁnal',
    'a',
    "o'clock",
    '2020',
  ],
  ...[
    '住所',
    '配送先の住所を',
    '환불을',
    'ガギ',
    'かき',
    'नमस्ते',
    'مرحبا',
    'e\u0301',
    'é',
    '👩‍👩‍👧',
    '\\',
    "'",
    ':*',
    '&',
    '!',
    'x'.repeat(80),
  ],
);
const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => pieces.join(' '));

describe('a search', skippedFor(missing), () => {
  test('finds the same in a file and on PostgreSQL', async () => {
    const desks = await openBoth();
    const titles = fc.sample(text, { numRuns: 25, seed: 4 });
    for (const title of titles) for (const desk of desks) await makeConversation(desk, { title });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 12 }), async (words, length) => {
        const q = words.slice(0, length);
        const [inFile, onPostgres] = await Promise.all(desks.map(desk => listedIds(desk, { query: { q } })));
        expect(onPostgres).toEqual(inFile);
        found += inFile!.length;
      }),
      { numRuns: 60, seed: 9 },
    );
    expect(found).toBeGreaterThan(50);
  });

  test('finds every word of a conversation with more words than PostgreSQL takes in one value', async () => {
    const desks = await openBoth();
    const word = (at: number) => `w${at}${'x'.repeat(50)}`;
    const words = Array.from({ length: 30_000 }, (_, at) => word(at));
    for (const desk of desks) {
      const [long, other] = [await makeConversation(desk), await makeConversation(desk, { title: 'Short' })];
      for (const half of [words.slice(0, 15_000), words.slice(15_000)])
        await desk.call('POST', `/conversations/${long}/messages`, { body: { body_text: half.join(' ') } });
      const find = (q: string) => listedIds(desk, { query: { q } });
      for (const at of [0, 14_999, 15_000, 29_999]) expect(await find(word(at))).toEqual([long]);
      expect(await find(`parcel ${word(0)} ${word(29_999)}`)).toEqual([long]);
      expect(await find(`${word(0)} missing`)).toEqual([]);
      expect(await find('short')).toEqual([other]);
      await desk.call('PUT', `/conversations/${long}`, { body: { title: 'Renamed' } });
      expect([await find('late'), await find('renamed'), await find(word(29_999))]).toEqual([[], [long], [long]]);
    }
  });
});
