import { describe, expect, test } from 'vitest';
import { parseMail } from '../../../src/center/intake/mime/parse-mail.ts';
import { splitMbox } from '../../../src/center/intake/sources/mbox.ts';
import { storeMail } from '../../../src/center/intake/store-mail.ts';
import { readAddresses } from '../../../src/center/model/mail.ts';
import { BOMBS, type Entry, fileOf, type PlacedBomb } from '../../harness/bombs.ts';
import { openIntake } from './open-intake.ts';

/**
 * Bytes of a bomb. Work that grows with the square of that needs more than the two minutes of a test, the right one a
 * second or two at most. HTML costs the most for each byte.
 */
const SIZES: Readonly<Record<Entry, number>> = {
  text: 524_288,
  html: 524_288,
  mail: 524_288,
  mbox: 1_048_576,
  // More of a field is not read.
  header: 65_536,
};
/** So often a header is read: one of 64 KiB, read with the square of its length, takes seconds and not minutes. */
const HEADERS = 20;

/** So many are stored in one database. */
const GROUP = 8;

function bombsOf(...entries: readonly Entry[]): readonly PlacedBomb[] {
  return BOMBS.filter(({ enters }) => entries.includes(enters));
}
function file(bomb: PlacedBomb): Buffer {
  return fileOf(bomb, SIZES[bomb.enters]);
}

describe('a mail is taken apart, threaded and stored', () => {
  const bombs = bombsOf('text', 'header');
  const groups = bombs.flatMap((bomb, at) =>
    at % GROUP === 0 ? [[bomb.name, bombs.slice(at, at + GROUP)] as const] : [],
  );

  test.for(groups)('with %s, and the lines after it', async ([, group]) => {
    const center = await openIntake();
    await center.write(async work => {
      const addresses = await readAddresses(work.db);
      const to = { addresses, inboxId: null, landing: {}, secret: '', known: new Set<string>() };
      for (const bomb of group) {
        const mail = { ...parseMail(file(bomb), { now: work.now }), files: [] };
        const stored = await storeMail(work, { source: 'bomb', mail, files: [], raw: new Uint8Array() }, to);
        expect(stored, bomb.name).toBeDefined();
      }
    });
  });
});

describe('a mail of any parts, charsets and wrappers is taken apart', () => {
  test.for(bombsOf('mail', 'html'))('with $name', bomb => {
    expect(parseMail(file(bomb), { now: 0 }).identity).toMatch(/./);
  });
});

describe('a header is read', { timeout: 60_000 }, () => {
  test.for(bombsOf('header'))('with $name', bomb => {
    const bytes = file(bomb);
    for (let round = 0; round < HEADERS; round += 1) expect(parseMail(bytes, { now: 0 }).identity).toMatch(/./);
  });
});

describe.for([10, 13] as const)('a mailbox whose lines end in byte %i is split', lineEnd => {
  test.for(bombsOf('mbox'))('with $name', async bomb => {
    const bytes = Buffer.from(file(bomb).map(byte => (byte === 10 ? lineEnd : byte)));
    const chunks = async function* () {
      yield bytes;
    };
    for await (const mail of splitMbox(chunks(), bytes.length, lineEnd)) expect(mail.isTooLong).toBe(false);
  });
});
