import { describe, expect, test } from 'vitest';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import { splitMbox } from '../../../src/center/intake/sources/mbox.ts';
import { storeMail } from '../../../src/center/intake/store-mail.ts';
import { readAddresses } from '../../../src/center/model/mail.ts';
import { BOMBS, type Entry, fileOf, type PlacedBomb } from '../../harness/bombs.ts';
import { processorMs } from '../../harness/growth.ts';
import { openIntake } from './open-intake.ts';

/** Bytes; a header field is read up to 64 KiB. */
const SIZE = 24_576;
/** Below this, in ms of the processor, no growth can be told: to store a mail costs so much whatever is in it. */
const LEAST_MS = 20;
const ROUNDS = 8;
/** Long for a machine with other work. */
const TIMEOUT_MS = 240_000;

type Work = (file: Buffer) => Promise<unknown>;

async function timeOf(work: Work, file: Buffer): Promise<number> {
  const start = processorMs();
  await work(file);
  return processorMs() - start;
}

async function isSteepAt(work: Work, bomb: PlacedBomb, bytes: number): Promise<boolean> {
  let once = Number.POSITIVE_INFINITY;
  let twice = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another name each time, or the mail would be there already.
    const file = (size: number) => fileOf({ ...bomb, name: `${bomb.name} ${round} ${size}` }, size);
    twice = Math.min(twice, await timeOf(work, file(bytes * 2)));
    if (twice <= LEAST_MS) return false;
    once = Math.min(once, await timeOf(work, file(bytes)));
    if (twice <= 2.5 * once) return false;
  }
  return true;
}

/** The garbage collector causes one steep step at random; steep work is also steep at the next step. */
async function isSteep(work: Work, bomb: PlacedBomb): Promise<boolean> {
  return (await isSteepAt(work, bomb, SIZE)) && (bomb.enters === 'header' || (await isSteepAt(work, bomb, SIZE * 2)));
}

async function steepOf(work: Work, ...entries: readonly Entry[]): Promise<string[]> {
  const steep: string[] = [];
  for (const bomb of BOMBS.filter(({ enters }) => entries.includes(enters)))
    if (await isSteep(work, bomb)) steep.push(bomb.name);
  return steep;
}

describe('double the length costs at most 2.5 times as much', { timeout: TIMEOUT_MS }, () => {
  test('to take a mail apart, thread it and store it', async () => {
    const center = await openIntake();
    // In one transaction: otherwise the disk of a busy machine takes most of the time.
    const steep = await center.write(async work => {
      const to = {
        addresses: await readAddresses(work.db),
        inboxId: null,
        landing: {},
        secret: '',
        known: new Set<string>(),
      };
      const store = async (file: Buffer) => {
        const mail = { ...parseMail(file, { now: work.now }), files: [] };
        expect(await storeMail(work, { source: 'bomb', mail, files: [], raw: new Uint8Array() }, to)).toBeDefined();
      };
      return steepOf(store, 'text', 'header');
    });
    expect(steep).toEqual([]);
  });

  test('to take a mail of any parts, charsets and wrappers apart', async () => {
    const work = async (file: Buffer) => parseMail(file, { now: 0 });
    expect(await steepOf(work, 'mail', 'html')).toEqual([]);
  });

  test.for([10, 13] as const)('to split a mailbox whose lines end in byte %i', async lineEnd => {
    const work = async (file: Buffer) => {
      const chunks = async function* () {
        yield Buffer.from(file.map(byte => (byte === 10 ? lineEnd : byte)));
      };
      for await (const mail of splitMbox(chunks(), file.length, lineEnd)) expect(mail.isTooLong).toBe(false);
    };
    expect(await steepOf(work, 'mbox')).toEqual([]);
  });
});
