import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/center/database/open.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'deep', 'center.db');
});

test('leaves no empty file behind if nothing could be written to a new one', async () => {
  mkdirSync(dirname(path));
  const module = new URL('../../../src/center/database/open.ts', import.meta.url).href;
  const code = `const { openDatabase } = await import(process.argv[1]);
    await openDatabase(process.argv[2], 0).then(() => process.exit(3), error => console.log(error.message));`;
  // No file may grow, as for the first page on a full disk.
  const said = execFileSync(
    'sh',
    [
      '-c',
      'trap "" XFSZ; ulimit -f 0; exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      code,
      module,
      path,
    ],
    { encoding: 'utf8' },
  );
  expect(said).toMatch(/Cannot use .*center\.db/);
  expect(existsSync(path)).toBe(false);
});

test('two processes at once make one help center', async () => {
  const module = new URL('../../../src/center/database/open.ts', import.meta.url).href;
  const code = `const { openDatabase } = await import(process.argv[1]);
    const store = await openDatabase(process.argv[2], 0);
    await store.write(db => db.updateTable('inbox').set(eb => ({ sort: eb('sort', '+', 10) })).execute());
    await store.close();`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, module, path]);
  await Promise.all([run(), run(), run()]);
  const store = await openDatabase(path, 0);
  const rows = await store.read(db => db.selectFrom('inbox').select('sort').orderBy('id').execute());
  expect(rows.map(row => row.sort)).toEqual([30, 31]);
  await store.close();
});

test('a database file loads no code for PostgreSQL', async () => {
  const module = new URL('../../../src/center/database/open.ts', import.meta.url).href;
  const code = `const { openDatabase } = await import(process.argv[1]);
    await openDatabase(process.argv[2], 0).then(store => store.close(), () => undefined);
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(process.argv[1]).cache);
    console.log(loaded.some(file => file.includes('/node_modules/pg/')));`;
  const run = async (database: string) =>
    (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, module, database])).stdout.trim();
  expect(await run(path)).toBe('false');
  expect(await run('postgres://127.0.0.1:1/nowhere')).toBe('true');
});
