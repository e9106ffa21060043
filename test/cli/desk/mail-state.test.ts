import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDkimKeys } from '../../../src/center/mail/in/keys.ts';
import { readMailState } from '../../../src/cli/desk/mail-state.ts';
import type { Shell } from '../../../src/cli/shell.ts';
import { readHere } from '../../center/intake/open-intake.ts';
import { receiveMail } from '../../center/mail/receive.ts';
import { createCenter } from '../../harness/center.ts';
import { signByFrom } from '../../harness/dkim.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

test('the state of mail counts the mails of the last week for which DNS did not answer', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'center.db');
  const attachmentsFolder = join(folder, 'attachments');
  let now = Date.UTC(2026, 0, 15, 12);
  const center = await createCenter({ database, attachmentsFolder, settings: { passwordCost: 4 }, now: () => now });
  const log: string[] = [];
  // Nothing answers, so that nothing waits.
  const keys = createDkimKeys(
    () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
    () => now,
  );
  const mailCenter = { ...center, reader: readHere, keys, log: (line: string) => log.push(line) };
  for (const at of [1, 2]) {
    const raw = `From: kim@customer.example\r\nMessage-ID: <${at}@customer.example>\r\n\r\nHello\r\n`;
    await receiveMail(mailCenter, signByFrom(Buffer.from(raw)), { via: 'lmtp' });
  }
  const unanswered = async () => {
    const shell = { mail: { database, mailboxes: [] }, environment: deskEnvironment(folder) };
    return (await readMailState(shell as unknown as Shell, center, database)).unanswered;
  };
  expect(await unanswered()).toEqual({ mails: 2, lastAt: now });
  const line = 'A mail from LMTP is kept as unverified: DNS did not answer for the key of its signature.';
  expect(log).toEqual([line, line]);
  now += 8 * 24 * 3_600_000;
  expect(await unanswered()).toBeNull();
  await center.close();
});
