import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { embeddedFindings } from '../../src/cli/doctor/embedded.ts';
import { NEWER, saidOfNewer } from '../harness/newer-program.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';
import { shellHere } from './shell-here.ts';

let folder: string;
let database: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'center.db');
  env = deskEnvironment(folder);
  await runShell(['sample', '--conversations', '3', '--database', database], { env });
  await runShell(['conversations', 'list', '--database', database], { env });
});

/** Another program that writes for a long time. */
function lock(): void {
  const other = new DatabaseSync(database);
  onTestFinished(() => other.close());
  other.exec('begin immediate; update agent set name = name');
}

async function examined() {
  const [finding] = await embeddedFindings(shellHere().shell, database);
  return finding!;
}

describe('while another program has locked the database', () => {
  beforeEach(lock);

  test('a command reads', async () => {
    const { code, stdout, stderr } = await runShell(['conversations', 'list', '--database', database], { env });
    expect({ code, stderr, rows: stdout.trim().split('\n').length }).toEqual({ code: 0, stderr: '', rows: 2 });
  });

  test('a command that writes says so, leaves no report, and asks to try again', async () => {
    for (const args of [
      ['api', 'POST', '/contacts', '--body', '{"name":"Zoe","email":"zoe@customer.example"}'],
      ['import', join(folder, 'mails')],
    ]) {
      writeFileSync(join(folder, 'mails'), 'From a\nSubject: Hello\n\nHello\n');
      const { code, stderr } = await runShell([...args, '--database', database], { env });
      expect({ args, code, stderr }).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/locked it: .*try again/),
      });
    }
    expect(readdirSync(folder, { recursive: true }).filter(name => String(name).includes('report-'))).toEqual([]);
  });

  test('doctor says so', async () => {
    expect(await examined()).toMatchObject({
      state: 'to do',
      message: expect.stringContaining('is locked by another'),
    });
  });
});

describe('doctor', () => {
  test('says that an empty database is empty', async () => {
    writeFileSync(database, '');
    expect(await examined()).toMatchObject({ state: 'to do', message: expect.stringContaining('is empty') });
  });

  test.for([
    ['that a newer program wrote', NEWER.join(';'), 'frontdesk 99.0.0 made the tables of this database (9999-later)'],
    ['of another program', 'drop table kysely_migration', 'It belongs to another program'],
  ])('says so of a database %s, and changes nothing', async ([, change, said]) => {
    const other = new DatabaseSync(database);
    other.exec(change!);
    other.close();
    const before = readFileSync(database);
    expect(await examined()).toMatchObject({ state: 'to do', message: expect.stringContaining(said!) });
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  test('and every command refuse a database that a newer program wrote in the same words, and change nothing', async () => {
    const newer = new DatabaseSync(database);
    newer.exec(`pragma journal_mode = delete; ${NEWER.join(';')}`);
    newer.close();
    const before = readFileSync(database);
    for (const args of [['serve', '--port', '0'], ['conversations', 'list'], ['import', folder], ['--plain']]) {
      const { code, stderr } = await runShell([...args, '--database', database], { env });
      expect({ args, code, stderr }).toMatchObject({
        code: expect.any(Number),
        stderr: expect.stringMatching(saidOfNewer),
      });
      expect(code, args.join(' ')).not.toBe(0);
    }
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  test('finds a database whole that is at work', async () => {
    const other = new DatabaseSync(database);
    onTestFinished(() => other.close());
    other.exec('update agent set name = name');
    expect(await examined()).toMatchObject({ state: 'good', message: expect.stringContaining('is whole') });
  });
});
