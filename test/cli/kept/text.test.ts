import { expect, it } from 'vitest';
import { isEmptyKept, keptText, readKeptText } from '../../../src/cli/kept/text.ts';
import { t } from '../../../src/text/safe.ts';

const nothing = { pending: [], journal: { undo: [], redo: [] }, drafts: new Map() };
const refused = [
  { key: 'a', title: t`Noted on #1`, reasons: [{ id: 1, reason: t`No.` }], written: 'Called her.', at: 1 },
];
const owner = { agent: { id: 1, name: 'Ana' } } as never;

it('keeps refused changes with their reasons and words, and counts them as kept', () => {
  expect(readKeptText(keptText({ ...nothing, refused }, owner, 2)).kept.refused).toEqual(refused);
  expect([isEmptyKept({ ...nothing, refused }), isEmptyKept(nothing)]).toEqual([false, true]);
});

it('reads the file of an earlier version, which had no refused changes', () => {
  const former = JSON.stringify({ pending: [], journal: { undo: [], redo: [] }, drafts: [] });
  expect(readKeptText(former).kept.refused).toEqual([]);
});

it('keeps the place, which alone is worth a file', () => {
  const place = { form: 1 };
  expect(readKeptText(keptText({ ...nothing, place }, owner, 2)).kept.place).toEqual(place);
  expect(isEmptyKept({ ...nothing, place })).toBe(false);
});
