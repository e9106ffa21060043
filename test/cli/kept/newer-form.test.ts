import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CACHE_SCHEMA_VERSION as CACHE_FORM } from '../../../src/cli/cache/schema.ts';
import { PROGRAM_ID } from '../../../src/cli/kept/newer-form.ts';
import { SCHEMA_VERSION as KEPT_FORM } from '../../../src/cli/kept/schema.ts';
import { version } from '../../../src/cli/version.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { conversation } from '../../ui/world.ts';
import { openCache, ROOMY } from '../cache/open-cache.ts';
import { change, keptWith, openStorage } from './open-storage.ts';

/** Makes a file a later program's, 99.12.3's, and returns its bytes. */
function makeNewer(path: string): Buffer {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = delete; pragma user_version = 98; pragma application_id = 99012003');
  database.close();
  return readFileSync(path);
}

function programOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('pragma application_id').get();
  database.close();
  return row?.application_id;
}

function said(form: number): string {
  return (
    `frontdesk 99.12.3 made it (form 98), and this is frontdesk ${version}, which knows forms up to ${form}; ` +
    'nothing in it was changed: install frontdesk 99.12.3 or newer'
  );
}

test('the file of drafts says which program made it, and a later program’s is refused unchanged', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'desk-0-agent-1.db');
  const first = openStorage(folder);
  first.storage.save(keptWith([change('a')]));
  first.storage.release();
  expect(programOf(path)).toBe(PROGRAM_ID);
  const before = makeNewer(path);
  const { storage, problems } = openStorage(folder);
  storage.save(keptWith([change('b')]));
  expect(problems).toEqual([`Drafts and unsent changes cannot be kept in ${path}: ${said(KEPT_FORM)}.`]);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a later program’s cache is neither read nor thrown away, and is told of once', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'cache.db');
  const first = openCache(folder, ROOMY, 'cache.db');
  first.cache.keep({ conversations: [conversation(1, 'Lamp')] });
  first.cache.end();
  expect(programOf(path)).toBe(PROGRAM_ID);
  const before = makeNewer(path);
  const { cache, problems } = openCache(folder, ROOMY, 'cache.db');
  expect(cache.conversations([1])).toEqual([]);
  cache.keep({ conversations: [conversation(2, 'Lamp')] });
  cache.end();
  expect(problems).toEqual([`${said(CACHE_FORM)}, or run: frontdesk cache clear`]);
  expect(readFileSync(path).equals(before)).toBe(true);
});
