import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { runHere } from './shell-here.ts';

const [UID, GID] = [1234, 2345];
const asRoot = skippedFor(process.getuid?.() === 0 ? undefined : 'only root works for another user');

/** A folder of the user of a help center, as the Debian package has it, with mail to import. */
function place(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  chownSync(join(folder, 'data'), UID, GID);
  const file = [
    'Content-Type: application/octet-stream; name=a.bin',
    'Content-Disposition: attachment; filename=a.bin',
    '',
    'a',
  ];
  const heads = ['From: zoe@there.example', 'To: help@shop.example', 'Subject: One', 'Message-ID: <1@there.example>'];
  const parts = ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Text', '--b', ...file, '--b--', ''];
  writeFileSync(join(folder, 'one.eml'), [...heads, ...parts].join('\r\n'));
  return folder;
}

test('files that root makes for the user of a help center are that user’s', asRoot, async () => {
  const folder = place();
  const on = (...words: readonly string[]) => runHere([...words, '--database', join(folder, 'data/help/center.db')]);
  expect(await on('import', join(folder, 'one.eml'))).toMatchObject({ code: 0 });
  const made = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' }).sort();
  expect(made).toContain('help/center.db');
  expect(made.filter(path => /[0-9a-f]{64}$/.test(path))).toHaveLength(1);
  for (const path of made) {
    const { uid, gid } = lstatSync(join(folder, 'data', path));
    expect([path, uid, gid]).toEqual([path, UID, GID]);
  }
});

test('doctor names files that others can read or that the help center cannot', asRoot, async () => {
  const folder = place();
  const database = join(folder, 'data/center.db');
  const on = (...words: readonly string[]) => runHere([...words, '--database', database]);
  await on('import', join(folder, 'one.eml'));
  expect(await on('doctor')).toMatchObject({ code: 0, stdout: expect.stringContaining('All is good.') });
  const attachments = join(folder, 'data/attachments');
  chownSync(join(attachments, readdirSync(attachments).find(name => /^[0-9a-f]{64}$/.test(name))!), 0, 0);
  chmodSync(database, 0o666);
  const { code, stdout } = await on('doctor');
  expect(code).toBe(1);
  expect(stdout).toContain(`Others can read the help center’s file ${database}.`);
  expect(stdout).toContain(`1 file in ${attachments} is of another user than the folder.`);
  // The parts are told in their order, each once.
  const heads = stdout.split('\n').filter(line => /^\S/.test(line));
  expect(heads).toEqual([...new Set(heads)]);
});
