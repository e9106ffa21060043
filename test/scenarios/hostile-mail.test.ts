import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyC1Mails, hostileMail } from '../harness/hostile-mail.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { createRandom } from '../harness/random.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { overhear, walkAll } from './walk.ts';

const isFull = process.env.FRONTDESK_FULL === '1';
const MAILS = isFull ? 10_000 : 300;
const ALL = MAILS + everyC1Mails().length;
/** One mail in so many has a line of a megabyte. */
const HUGE_EVERY = isFull ? 500 : 150;
const SIZE = { columns: 130, rows: 30 };
const RAW_CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/u;

interface ImportSaid {
  readonly read: number;
  readonly imported: number;
  readonly setAside: readonly { readonly source: string }[];
}

/** Writes the mails, among them files that are none and whose very names are hostile. */
const writeMails = (folder: string): void => {
  mkdirSync(folder);
  const random = createRandom(20_251_120);
  for (let index = 0; index < MAILS; index += 1)
    writeFileSync(join(folder, `${index}.eml`), hostileMail(random, index, index % HUGE_EVERY === HUGE_EVERY - 1));
  for (const [index, mail] of everyC1Mails().entries()) writeFileSync(join(folder, `c1-${index}.eml`), mail);
  for (const name of ['\x1b]0;owned\x07', '\u009b2J', 'a\rb', '\u202egpj'])
    writeFileSync(join(folder, `no-mail-${name}.txt`), 'no mail at all');
};

test(`${MAILS} mails with something hostile in every field: imported, shown, and nothing of it reaches the terminal`, {
  timeout: isFull ? 3_600_000 : 60_000,
}, async () => {
  const folder = temporaryFolder();
  const environment = deskEnvironment(folder);
  const mails = join(folder, 'mails');
  const database = join(folder, 'center.db');
  writeMails(mails);
  const options = { env: environment, maxBuffer: 1e9 } as const;
  const said = execFileSync(
    '/bin/sh',
    ['-c', '"$@" 2>&1', 'sh', process.execPath, launcher, 'import', '--database', database, '--json', mails],
    options,
  ).toString();
  expect(RAW_CONTROL.exec(said)?.[0]).toBeUndefined();
  const result = JSON.parse(said.slice(said.indexOf('{'))) as ImportSaid;
  expect(result).toMatchObject({ read: ALL + 4, imported: ALL });
  expect(
    result.setAside.map(({ source }) => source).filter(source => source.includes('\x1b]0;owned\x07')),
  ).toHaveLength(1);

  const heard = overhear();
  const desk = openTerminal({
    command: process.execPath,
    args: [launcher, '--database', database, '--link', 'fast'],
    env: environment,
    ...SIZE,
    onOutput: heard.onOutput,
  });
  await desk.sees('All open', { within: 10_000 });
  await desk.settled();
  const seen = await walkAll(desk, heard, { ...SIZE, pages: 1 });
  expect(seen.size).toBe(ALL);
  heard.expectOwnWordsOnly();
  if (isFull) process.stdout.write(`shown: ${seen.size} conversations, ${heard.bytes()} bytes\n`);
});
