import { describe, expect, test } from 'vitest';
import { createChecker } from '../../../../src/center/intake/dkim/checker.ts';
import { rsaKey, signMail } from '../../../harness/dkim.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const KEY = rsaKey(1_024);
const NAME = 's._domainkey.customer.example';

function mailOf(text = 'Where is my parcel?', key = KEY): Buffer {
  const head = 'From: Kim <kim@customer.example>\r\nTo: help@shop.example\r\nSubject: Parcel';
  return signMail(`${head}\r\n\r\n${text}\r\n`, { domain: 'customer.example', key });
}

/** A checker that has checked a mail by these records. */
async function checkedBy(records: Readonly<Record<string, string>>, until = NOW + 1) {
  const checker = createChecker();
  const { checked } = await checker.check(mailOf(), { records, until }, NOW);
  return { checker, first: checked[0]?.result };
}

/** What the signatures of a mail show at first; undefined if its keys are needed. */
async function atFirst(checker: ReturnType<typeof createChecker>, mail = mailOf(), now = NOW) {
  return (await checker.checkNow(mail, now, NOW)).signatures?.checked.map(({ result, reason }) => reason || result);
}

describe('the signatures of a mail', () => {
  test('are checked at once when another mail came with the same key', async () => {
    const { checker, first } = await checkedBy({ [NAME]: KEY.record });
    expect(first).toBe('pass');
    expect(await atFirst(checker)).toEqual(['pass']);
    expect(await atFirst(checker, mailOf('Another'))).toEqual(['pass']);
    expect(await atFirst(checker, mailOf('Forged', rsaKey(1_024)))).toEqual(['bad signature']);
  });

  test('need keys when none came before, and tell which', async () => {
    const { signatures, keyNames } = await createChecker().checkNow(mailOf(), NOW, NOW);
    expect([signatures, keyNames]).toEqual([undefined, [NAME]]);
  });

  test('need their keys again when these count no longer', async () => {
    const { checker } = await checkedBy({ [NAME]: KEY.record });
    expect(await atFirst(checker, mailOf(), NOW + 1)).toBeUndefined();
  });

  test('are checked by the keys that DNS gave last', async () => {
    const { checker } = await checkedBy({ [NAME]: KEY.record });
    await checker.check(mailOf(), { records: { [NAME]: rsaKey(1_024).record }, until: NOW + 1 }, NOW);
    expect(await atFirst(checker)).toEqual(['bad signature']);
  });

  test('are checked by no key that DNS had before and has no longer', async () => {
    const { checker } = await checkedBy({ [NAME]: KEY.record });
    const { checked } = await checker.check(mailOf(), { records: {}, until: NOW + 1 }, NOW);
    expect(checked.map(({ result }) => result)).toEqual(['neutral']);
    expect(await atFirst(checker)).toBeUndefined();
  });

  test('of a large mail are not checked at first, because it must be read in time', async () => {
    const { checker } = await checkedBy({ [NAME]: KEY.record });
    expect(await atFirst(checker, mailOf('x\r\n'.repeat(400_000)))).toBeUndefined();
  });

  test('are checked by the same key when its name is written in capitals', async () => {
    const mail = Buffer.from(mailOf().toString('latin1').replace('d=customer.example', 'd=Customer.EXAMPLE'), 'latin1');
    const { checker } = await checkedBy({ [NAME]: KEY.record });
    expect(await atFirst(checker, mail)).toEqual(['bad signature']);
  });
});
