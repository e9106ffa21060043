import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { importLines } from '../../intake/import-lines.ts';
import { importMail } from '../../intake/open-intake.ts';
import { contactId, deliver, desk, erase, expectNoTrace, FILE, get, open, TO, ZOE } from './person.ts';

beforeEach(() => open('file'));

const MAIL = [ZOE, TO, 'Subject: The wexford', 'Message-ID: <one@quaxel.example>', ...FILE];
const PERSON = { name: 'Zoë Quaxel', email: 'zoe@quaxel.example' };
const OTHER = { name: 'Sam Other', email: 'sam@other.example' };

/** Files in which the archive of a test lies are none of the help center's. */
function outside(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

test('brings nothing back by mail that comes again, not even its files', async () => {
  await deliver(...MAIL);
  await erase(await contactId('zoe'));
  expect(await deliver(...MAIL)).toBe('known');
  expect(await get('/contacts', { q: 'quaxel' })).toEqual([]);
  await expectNoTrace();
});

test('brings nothing back by an archive that is imported again', async () => {
  const archive = outside('again.mbox', `From zoe\n${MAIL.join('\n')}\n`);
  expect(await importMail(desk.center, [archive])).toMatchObject({ imported: 1 });
  await erase(await contactId('zoe'));
  expect(await importMail(desk.center, [archive])).toMatchObject({ imported: 0, doubles: 1 });
  await expectNoTrace();
});

test('brings nothing back by another help desk’s export that is imported again, also if it has more by then', async () => {
  const created_at = '2026-01-02T03:04:05Z';
  const file = outside('gondor.txt', 'gondor gondor');
  const said = (id: string, author: object, more: object = {}) => {
    return { id, kind: 'contact', author, body_text: `${id} brimstol`, created_at, ...more };
  };
  const line = (id: string, contacts: readonly object[], messages: readonly object[]) => {
    return { source: 'other', id, title: 'Zoë Quaxel’s wexford', status: 'closed', contacts, created_at, messages };
  };
  const attachments = [{ name: 'plimsy.txt', content_type: 'text/plain', path: 'gondor.txt' }];
  const own = (...more: readonly object[]) => line('1', [PERSON], [said('a', PERSON), ...more]);
  const shared = line('2', [PERSON, OTHER], [said('b', PERSON), said('c', OTHER, { body_text: 'Two chairs' })]);
  const from = { folder: dirname(file) };
  await importLines(desk.center, [own(), shared], from);
  await erase(await contactId('zoe'));
  const again = await importLines(desk.center, [own(said('d', PERSON, { attachments })), shared], from);
  expect(again).toMatchObject({ imported: 0, refused: [] });
  await expectNoTrace();
});
