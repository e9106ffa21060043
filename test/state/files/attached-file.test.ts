import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { findNote } from '../../../src/state/changes/find-note.ts';
import { type AttachedFile, draftFileLines, filesOfLines, shownFiles } from '../../../src/state/files/attached-file.ts';
import { t } from '../../../src/text/safe.ts';
import { note } from '../../ui/world.ts';

const FILE: AttachedFile = { copy: 'a'.repeat(32), name: t`my invoice.pdf`, size: 7 };
const UPLOADED = { ...FILE, attachmentId: 9, uploadedAt: 1 };
const TRIED = { at: 1, conversations: [] };

function clientWith(attachments: readonly number[]): Client {
  const data = [note(3, '', { attachments, created_at: 1_000, agent_id: 1 })];
  return { note: { list: async () => ({ data, nextCursor: null }) } } as unknown as Client;
}

test.each([
  ['its own files', [9], [UPLOADED], true],
  ['other files', [8], [UPLOADED], false],
  ['more files', [8, 9], [UPLOADED], false],
  ['files, and was sent without', [9], [], false],
  ['files, of which one was never uploaded', [9], [UPLOADED, { ...FILE, copy: 'b'.repeat(32) }], false],
])('a note without words is found if it has %s', async (_which, attachments, files, isFound) => {
  const found = await findNote(clientWith(attachments), { ids: [1], details: '', files, known: [] }, TRIED);
  expect(typeof found === 'string' ? found : found.note?.id).toBe(isFound ? 3 : 'notDone');
});

test('files come back from the lines of a draft, each once, without what they were uploaded as', () => {
  const other = { ...FILE, copy: 'b'.repeat(32) };
  const text = draftFileLines([UPLOADED, other]);
  expect(filesOfLines(`${text}\n${text}`)).toEqual([FILE, other]);
  expect(filesOfLines('no file\n{"copy":"../etc/passwd","name":"a","size":1}\n{"size":1')).toEqual([]);
});

test('files that have no id yet are told apart from those of other entries', () => {
  const ids = [-5, -6].flatMap(entry => shownFiles([FILE, FILE], entry).map(({ id }) => id));
  expect(new Set(ids).size).toBe(4);
  expect(ids.every(id => id < 0)).toBe(true);
});
