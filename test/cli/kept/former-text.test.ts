import { expect, it } from 'vitest';
import { readFormerText } from '../../../src/cli/kept/former-text.ts';

const nothing = { pending: [], journal: { undo: [], redo: [] }, drafts: [] };

it('reads refused changes with their reasons and words', () => {
  const refused = [
    { key: 'a', title: 'Noted on #1', reasons: [{ id: 1, reason: 'No.' }], written: 'Called her.', at: 1 },
  ];
  expect(readFormerText(JSON.stringify({ ...nothing, refused })).kept.refused).toEqual(refused);
});

it('reads the file of an earlier version, which had no refused changes', () => {
  expect(readFormerText(JSON.stringify(nothing)).kept.refused).toEqual([]);
});

it.each(['{"pending": [', '{}', '[]', 'null', '{"pending":[],"journal":{"undo":1,"redo":[]},"drafts":[]}'])(
  'takes %s for damaged',
  text => {
    expect(() => readFormerText(text)).toThrow();
  },
);
