import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  beginLedger,
  type LedgerHead,
  mendLedger,
  readLedger,
  tellLedger,
} from '../../../../src/center/database/backup/ledger.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

interface Erasure {
  readonly id: number;
}
function isSame(one: object, other: object): boolean {
  return (one as Erasure).id === (other as Erasure).id;
}
const erased = [1, 2, 3, 4].map(id => ({ id, mails: ['m'] }));

let folder: string;
let lines: string;
let head: string;
beforeEach(async () => {
  folder = temporaryFolder();
  [lines, head] = [join(folder, 'erasures.ndjson'), join(folder, 'erasures.head')];
  await beginLedger(folder);
});

/** Tells all erasures. Returns the heads that backups would name meanwhile. */
async function tellAll(): Promise<LedgerHead[]> {
  const heads: LedgerHead[] = [];
  for (let count = 1; count <= erased.length; count += 1) {
    await tellLedger(folder, erased.slice(0, count), isSame);
    heads.push((await readLedger(folder)).head);
  }
  return heads;
}

test('an erasure is told once, also by several at once, and every earlier head is a part of it', async () => {
  const heads = await tellAll();
  await Promise.all([5, 6, 7].map(id => tellLedger(folder, [...erased, { id }], isSame)));
  const ledger = await readLedger(folder);
  expect(ledger.erasures).toHaveLength(7);
  expect(ledger.faults).toEqual([]);
  expect(heads.map(ledger.continues)).toEqual([true, true, true, true]);
  expect(ledger.continues({ lines: 4, hash: heads[2]!.hash })).toBe(false);
});

test('a line that was told by a process that was killed before the head counts, and the next one mends the head', async () => {
  await tellLedger(folder, erased.slice(0, 2), isSame);
  const before = readFileSync(head);
  await tellLedger(folder, erased.slice(0, 3), isSame);
  writeFileSync(head, before);
  expect(await readLedger(folder)).toMatchObject({ faults: [], head: { lines: 3 } });
  await tellLedger(folder, erased.slice(0, 3), isSame);
  expect(readFileSync(head, 'utf8')).toMatch(/^\{"lines":3,/);
});

test.for([
  ['a byte in the first line', () => flipAt(30)],
  ['a byte in the last line', () => flipAt(-10)],
  ['a byte of a line end', () => flipAt(-1)],
  ['the last line', () => writeFileSync(lines, `${readFileSync(lines, 'utf8').split('\n').slice(0, 3).join('\n')}\n`)],
  ['all lines', () => rmSync(lines)],
  ['the head', () => rmSync(head)],
] as const)('%s, damaged or gone, is found and mended with the help center’s own data', async ([what, breakIt]) => {
  const heads = await tellAll();
  const text = readFileSync(lines, 'utf8');
  breakIt();
  expect((await readLedger(folder)).faults).not.toEqual([]);
  await expect(tellLedger(folder, erased, isSame)).rejects.toThrow(/cannot be trusted: erasures\..* Nothing was done/);
  expect(await mendLedger(folder, erased.slice(0, 2), heads, isSame)).toBe(what === 'the head');
  expect(await mendLedger(folder, erased, heads, isSame)).toBe(true);
  expect(readFileSync(lines, 'utf8')).toBe(text);
  expect((await readLedger(folder)).faults).toEqual([]);
});

function flipAt(at: number): void {
  const bytes = readFileSync(lines);
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
  writeFileSync(lines, bytes);
}
