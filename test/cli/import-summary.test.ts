import { expect, test } from 'vitest';
import type { ImportResult } from '../../src/center/intake/import-tally.ts';
import { toldOfDeskImport } from '../../src/cli/import-summary.ts';

const NOTHING: ImportResult = {
  read: 0,
  imported: 0,
  doubles: 0,
  leftOut: { drafts: 0, deleted: 0, otherDates: 0 },
  setAside: [],
  setAsideCount: 0,
  passedOver: 0,
  conversations: 0,
  open: 0,
  isDryRun: false,
  isStopped: false,
};

test('the desk says why what came last was set aside', () => {
  const setAside = [
    { source: 'a', reason: 'The mail is empty.' },
    { source: 'b', reason: 'It is a ZIP archive. Unpack it.' },
  ];
  expect(toldOfDeskImport({ ...NOTHING, setAside, setAsideCount: 5 })).toBe(
    'Imported 0 mails into 0 conversations, 0 open; 0 were there, 5 set aside (the last: It is a ZIP archive. Unpack it.).',
  );
  expect(toldOfDeskImport(NOTHING)).toMatch(/ 0 set aside\.$/);
});
