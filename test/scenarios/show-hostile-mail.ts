import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { everyC1Mails, hostileMail } from '../harness/hostile-mail.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { createRandom } from '../harness/random.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { overhear, walkAll } from './walk.ts';

const SIZE = { columns: 130, rows: 30 };
const RAW_CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/u;
const NO_MAILS = ['\x1b]0;owned\x07', '\u009b2J', 'a\rb', '\u202egpj'];

export interface HostileMailOptions {
  /** Where all is written; there is nothing yet. */
  readonly folder: string;
  readonly mails: number;
  readonly seed: number;
  /** One mail in this many has a line of a megabyte. */
  readonly hugeEvery: number;
  /** Called now and then with the number of conversations seen so far. */
  readonly progress?: (seen: number) => void;
}

/** What was shown, and in how many bytes. */
export interface Shown {
  readonly conversations: number;
  readonly bytes: number;
}

interface ImportSaid {
  readonly read: number;
  readonly imported: number;
  readonly setAside: readonly { readonly source: string }[];
}

/** Writes the mails, and other files with hostile names; returns the number of mails. */
function writeMails(folder: string, { mails, seed, hugeEvery }: HostileMailOptions): number {
  mkdirSync(folder);
  const random = createRandom(seed);
  for (let index = 0; index < mails; index += 1)
    writeFileSync(join(folder, `${index}.eml`), hostileMail(random, index, index % hugeEvery === hugeEvery - 1));
  const c1 = everyC1Mails();
  for (const [index, mail] of c1.entries()) writeFileSync(join(folder, `c1-${index}.eml`), mail);
  for (const name of NO_MAILS) writeFileSync(join(folder, `no-mail-${name}.txt`), 'no mail at all');
  return mails + c1.length;
}

/** What the import says on stdout and stderr, with `--json` or for a reader, holds no control. */
function importAll(env: Record<string, string>, database: string, mails: string, isJson: boolean): string {
  const args = [launcher, 'import', '--status', 'open', '--database', database, ...(isJson ? ['--json'] : []), mails];
  const said = execFileSync('/bin/sh', ['-c', '"$@" 2>&1', 'sh', process.execPath, ...args], { env, maxBuffer: 1e9 });
  const text = said.toString();
  expect(RAW_CONTROL.exec(text)?.[0]).toBeUndefined();
  return text;
}

/** Mails with something hostile in every field, imported and looked at one after the other: nothing of it reaches the terminal. */
export async function showHostileMail(options: HostileMailOptions): Promise<Shown> {
  const { folder, progress } = options;
  const env = deskEnvironment(folder);
  const database = join(folder, 'center.db');
  const mails = join(folder, 'mails');
  const count = writeMails(mails, options);
  const said = importAll(env, database, mails, true);
  const result = JSON.parse(said.slice(said.indexOf('{'))) as ImportSaid;
  expect(result).toMatchObject({ read: count, imported: count });
  expect(result.setAside.filter(({ source }) => source.includes(NO_MAILS[0]!))).toHaveLength(1);
  importAll(env, database, mails, false);

  const heard = overhear();
  const args = [launcher, '--database', database, '--link', 'fast', '--layout', 'beside'];
  const desk = openTerminal({ command: process.execPath, args, env, ...SIZE, onOutput: heard.onOutput });
  try {
    await desk.sees('Unresolved');
    await desk.settled();
    const seen = await walkAll(desk, heard, { ...SIZE, pages: 1, progress });
    expect(seen.size).toBe(count);
    heard.expectOwnWordsOnly();
    return { conversations: seen.size, bytes: heard.bytes() };
  } finally {
    desk.close();
  }
}
