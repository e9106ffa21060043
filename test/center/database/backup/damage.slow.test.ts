import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { tellLedger } from '../../../../src/center/database/backup/ledger.ts';
import { listBackups, readManifest } from '../../../../src/center/database/backup/manifest.ts';
import { type BackupFinding, verifyFolder } from '../../../../src/center/database/backup/verify.ts';
import { isSameErasure } from '../../../../src/center/model/erasure/line.ts';
import { createSample } from '../../../../src/center/sample/create.ts';
import { runShell } from '../../../cli/run-shell.ts';
import { sampled } from '../../../harness/full.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { openCenter } from '../../open-center.ts';
import { attachTo, saveTo } from './saved.ts';

const BACKUPS = 14;
/** A whole sweep starts the program some ninety times. */
const SWEEP = { timeout: 900_000 };
const NOON = Date.UTC(2026, 10, 28, 12);
const DAY_MS = 86_400_000;

/** A line as an erasure leaves it. */
function line(contact_id: number) {
  return { contact_id, address_key: 'k'.repeat(22), mails: ['m'.repeat(22)], begun_at: NOON };
}

const filled = { folder: '' };
beforeAll(async () => {
  const desk = await openCenter();
  const folder = join(dirname(desk.folder), 'backups-to-break');
  mkdirSync(folder);
  await createSample(desk.center, { conversations: 5, now: desk.clock.now });
  for (let at = 0; at < BACKUPS; at += 1) {
    await attachTo(desk.center, `attachment ${at}`);
    await saveTo(desk.center.context, { folder, now: NOON + at * DAY_MS });
    if (at % 3 === 0) await tellLedger(folder, [line(100 + at)], isSameErasure);
  }
  filled.folder = folder;
  return async () => {
    rmSync(folder, { recursive: true });
    await desk.close();
  };
});

/** The files of a folder that say something: a lock says nothing. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => statSync(join(folder, path)).isFile() && !/lock$/.test(path))
    .sort();
}

/** A copy of the folder, broken, and what `--verify` says of it. */
async function broken(breakIt: (folder: string) => void) {
  const folder = join(temporaryFolder(), 'backups');
  cpSync(filled.folder, folder, { recursive: true });
  breakIt(folder);
  const scratch = `${folder}-scratch`;
  mkdirSync(scratch);
  const { findings } = await verifyFolder({ folder, scratch, isSame: isSameErasure });
  return { folder, findings };
}

/** What a restore of a backup says, by its name or that of its database. */
async function restore(folder: string, backup: string) {
  const [, time] = /^\d{6}-(\d{8}T\d{6}Z)/.exec(backup)!;
  const at = time!.replace(/^(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:');
  const place = temporaryFolder();
  const args = ['restore', folder, '--database', join(place, 'center.db'), '--at', at];
  return runShell(args, { env: deskEnvironment(place) });
}

/** The name that a fault of a file is told by. */
function saidOf(path: string): RegExp {
  if (path.startsWith('erasures')) return /erasures\.(ndjson|head)/;
  return new RegExp(path.endsWith('.json') ? path.slice(0, 23) : path.replaceAll('.', '\\.'));
}

async function expectNamed(path: string, folder: string, findings: readonly BackupFinding[]): Promise<void> {
  const found = findings.filter(({ what }) => saidOf(path).test(what));
  expect(found, path).toHaveLength(1);
  expect(found[0]!.breaks.length, path).toBeGreaterThan(0);
  // The newest of the backups that need it.
  const said = await restore(folder, found[0]!.breaks.at(-1)!);
  expect(said.stderr, path).toMatch(saidOf(path));
  // A manifest that is gone or damaged is passed over.
  if (!path.endsWith('.json')) expect(said.code, path).toBe(1);
}

test('a folder that is whole has no findings, and each of its backups restores', async () => {
  const { folder, findings } = await broken(() => undefined);
  expect(findings).toEqual([]);
  for (const { name } of sampled(await listBackups(folder)))
    expect(await restore(folder, name)).toMatchObject({ code: 0 });
});

test('one byte that is flipped in any file is named, with the backups that it breaks', SWEEP, async () => {
  for (const [at, path] of sampled(filesIn(filled.folder).map((name, index) => [index, name] as const))) {
    const { folder, findings } = await broken(copy => {
      const bytes = readFileSync(join(copy, path));
      bytes[(at * 7919) % bytes.length]! ^= 1 << (at % 8);
      writeFileSync(join(copy, path), bytes);
    });
    await expectNamed(path, folder, findings);
  }
});

test('any file that is gone is named, with the backups that it breaks', SWEEP, async () => {
  for (const path of sampled(filesIn(filled.folder))) {
    const { folder, findings } = await broken(copy => rmSync(join(copy, path)));
    await expectNamed(path, folder, findings);
  }
});

test('a ledger that is cut at any line, or within one, is named, and nothing is restored', async () => {
  const text = readFileSync(join(filled.folder, 'erasures.ndjson'), 'utf8');
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  expect(ends).toHaveLength(5);
  for (const end of [0, ...ends.slice(0, -1).map(at => at + 1), ...ends.map(at => at - 9), ...ends]) {
    const { folder, findings } = await broken(copy => writeFileSync(join(copy, 'erasures.ndjson'), text.slice(0, end)));
    const all = (await listBackups(folder)).map(({ name }) => name);
    expect(findings, `cut at ${end}`).not.toEqual([]);
    for (const { what, breaks } of findings)
      expect([what, breaks]).toEqual([expect.stringContaining('erasures.'), all]);
    const { code, stderr } = await restore(folder, all.at(-1)!);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ledger of erasures in .* cannot be trusted: erasures\./),
    ]);
  }
});

test('a ledger and its head from an older time are named with the backups that came later', async () => {
  const text = readFileSync(join(filled.folder, 'erasures.ndjson'), 'utf8');
  const { folder, findings } = await broken(copy => {
    rmSync(join(copy, 'erasures.ndjson'));
    rmSync(join(copy, 'erasures.head'));
    writeFileSync(join(copy, 'erasures.ndjson'), '');
    writeFileSync(join(copy, 'erasures.head'), '{"lines":0,"hash":""}\n');
  });
  expect(text).not.toBe('');
  const [first, ...later] = await listBackups(folder);
  expect((await readManifest(folder, first!)).erasures.lines).toBe(0);
  expect(findings).toEqual([
    { what: expect.stringContaining('not the one that these'), breaks: later.map(({ name }) => name), isMended: false },
  ]);
});
