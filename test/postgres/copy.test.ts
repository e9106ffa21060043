import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { tableNames } from '../../src/center/database/copy/table.ts';
import { isPostgres } from '../../src/center/database/postgres/address.ts';
import { basePath } from '../../src/contract/index.ts';
import { ATTACHED, fillFile, hashOf } from '../center/filled-center.ts';
import { runShell } from '../cli/run-shell.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();
const filled: { folder: string } = { folder: '' };

/** The same in a folder of a test's own; the file's place is given. */
function filledFile(folder: string): string {
  cpSync(filled.folder, folder, { recursive: true });
  return join(folder, 'here', 'center.db');
}

function attachmentsIn(env: Record<string, string>): string {
  return join(env.XDG_DATA_HOME!, 'frontdesk', 'attachments');
}

function tablesOf(stdout: string): string[] {
  return stdout.split('\n').filter(line => line.includes(' rows  sha256 '));
}

describe('frontdesk copy', skippedFor(missing), () => {
  beforeAll(async () => {
    filled.folder = mkdtempSync(join(tmpdir(), 'frontdesk-copy-'));
    await fillFile(filled.folder);
    return () => rmSync(filled.folder, { recursive: true, force: true });
  });

  test('copies a help center from its file to PostgreSQL and back without losing a row, a file or an id', async () => {
    const folder = temporaryFolder();
    const env = deskEnvironment(folder);
    const file = filledFile(folder);
    const onPostgres = await newPostgresDatabase();
    const there = await runShell(['copy', '--from', file, '--to', onPostgres], { env });
    expect(there).toMatchObject({ code: 0, stderr: '' });
    // The words of the search are one more.
    expect(there.stdout).toContain(`${tableNames.length + 1} tables with `);
    expect(there.stdout).toMatch(/tables with [\d,]+ rows were copied; counts and hashes are the same on both sides/);
    expect(there.stdout).toMatch(/1 attachment files belong to it: 1 were copied to the database, 0 lie/);
    expect(existsSync(attachmentsIn(env))).toBe(false);
    const again = join(folder, 'again', 'center.db');
    const back = await runShell(['copy', '--from', onPostgres, '--to', again], { env });
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(tablesOf(back.stdout)).toEqual(tablesOf(there.stdout));
    expect(existsSync(join(folder, 'again', 'attachments', hashOf(ATTACHED)))).toBe(true);

    const nextIds = async (database: string) => {
      const attachmentsFolder = isPostgres(database) ? attachmentsIn(env) : join(dirname(database), 'attachments');
      const settings = { apiKeys: ['a-key-that-only-this-test-knows'] };
      const center = await createCenter({ database, attachmentsFolder, settings });
      const make = async (path: string, body: object) => {
        const headers = { authorization: `Bearer ${settings.apiKeys[0]}`, 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        const answer = await center.fetch(new Request(`http://desk.example${basePath}${path}`, init));
        return ((await answer.json()) as { data: { id: number } }).data.id;
      };
      const ids = [await make('/conversations', { title: 'Next' }), await make('/inboxes', { name: 'Next' })];
      await center.close();
      return ids;
    };
    const inFile = await nextIds(file);
    expect(await nextIds(onPostgres)).toEqual(inFile);
    expect(await nextIds(again)).toEqual(inFile);
  });

  test('refuses a target that holds anything and a missing source, and keeps nothing of a failed copy', async () => {
    const folder = temporaryFolder();
    const env = deskEnvironment(folder);
    const file = filledFile(folder);
    const target = await newPostgresDatabase();
    const typo = await runShell(['copy', '--from', `${file}x`, '--to', target], { env });
    expect(typo).toMatchObject({ code: 1, stderr: expect.stringMatching(/There is no file .*Nothing was copied/) });
    expect(existsSync(`${file}x`)).toBe(false);

    await (await createCenter({ database: target, attachmentsFolder: attachmentsIn(env) })).close();
    await askPostgres(
      target,
      `create function spoil() returns trigger language plpgsql as $$
      begin new.details = new.details || '!'; return new; end $$;
      create trigger spoil before insert on note for each row execute function spoil()`,
    );
    const spoiled = await runShell(['copy', '--from', file, '--to', target], { env });
    expect(spoiled).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/copy of note is not the same.*Nothing was kept/),
    });
    await askPostgres(target, 'drop trigger spoil on note');
    expect((await runShell(['copy', '--from', file, '--to', target], { env })).code).toBe(0);
    const full = await runShell(['copy', '--from', file, '--to', target], { env });
    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/holds a help center already.*Nothing was copied/),
    });
  });

  test('names an attachment whose file is missing or damaged, and copies the rest', async () => {
    const folder = temporaryFolder();
    const env = deskEnvironment(folder);
    const file = filledFile(folder);
    const kept = join(folder, 'here', 'attachments', hashOf(ATTACHED));
    writeFileSync(kept, 'other bytes');
    const damaged = await runShell(['copy', '--from', file, '--to', join(folder, 'b', 'center.db')], { env });
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringMatching(/missing: attachment 1, note\.txt: /) });
    expect(existsSync(join(folder, 'b', 'attachments', hashOf(ATTACHED)))).toBe(false);
    rmSync(kept);
    const lost = await runShell(['copy', '--from', file, '--to', await newPostgresDatabase()], { env });
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringMatching(/missing: attachment 1/) });
    expect(lost.stdout).toMatch(/same on both sides/);
  });
});
