import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';

test('a full disk ends a command with a sentence, keeps the stored part, and the same command goes on later', async () => {
  const folder = temporaryFolder();
  const [env, database] = [deskEnvironment(folder), join(folder, 'center.db')];
  const letter = (number: number) =>
    `From a@x Thu Nov 20 09:00:00 2025\nFrom: a@x.example\nMessage-ID: <${number}@x>\n\n${'text '.repeat(2_000)}${number}\n\n`;
  const mail = join(folder, 'many.mbox');
  writeFileSync(mail, Array.from({ length: 300 }, (_, number) => letter(number)).join(''));
  const args = ['import', mail, '--database', database];
  const limited = ['-c', 'ulimit -f 4000; exec "$@"', 'sh', process.execPath, launcher, ...args];
  const full = await promisify(execFile)('/bin/sh', limited, { env }).catch(error => error);
  expect(full).toMatchObject({ code: 1, stdout: '' });
  expect(full.stderr).toMatch(/^frontdesk: Not everything could be stored: .* Make room .*\n$/);
  const rest = await runShell(args, { env });
  expect(rest.stdout).toMatch(
    /^300 mails read: \d+ imported into \d+ conversations, [1-9]\d* were there already, 0 set aside/,
  );
});

test('a reader that leaves early is not an error, and a full disk is reported', async () => {
  const env = deskEnvironment(temporaryFolder());
  const sh = (command: string) =>
    promisify(execFile)(
      '/bin/sh',
      ['-c', `{ "$@"; echo "ended $?" >&3; } ${command}`, 'sh', process.execPath, launcher, 'openapi'],
      { env },
    );
  expect(await sh('3>&2 | head -n 1 >/dev/null')).toMatchObject({ stderr: 'ended 0\n' });
  expect((await sh('3>&2 >/dev/full')).stderr).toBe(
    'frontdesk: What was said could not be written (ENOSPC).\nended 1\n',
  );
});
