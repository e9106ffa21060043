import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCenter } from '../../../src/center/center.ts';
import { readMailState } from '../../../src/cli/desk/mail-state.ts';
import type { Shell } from '../../../src/cli/shell.ts';
import { readHere } from '../../center/intake/open-intake.ts';
import { receiveMail } from '../../center/mail/receive.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

const FIELD = 'Authentication-Results: mx.shop.example; dmarc=none\r\n';

test('the state of mail counts the newest mails with more fields of the site’s server than the settings say', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'center.db');
  const attachmentsFolder = join(folder, 'attachments');
  const center = await createCenter({ database, attachmentsFolder, settings: { passwordCost: 4 } });
  const mailCenter = { ...center, reader: readHere, log: () => undefined };
  for (const [at, fields] of [1, 2, 3, 0].entries()) {
    const raw = `${FIELD.repeat(fields)}From: kim@customer.example\r\nMessage-ID: <${at}@customer.example>\r\n\r\nHello\r\n`;
    await receiveMail(mailCenter, Buffer.from(raw), { via: 'lmtp' });
  }
  const forgeable = async (keys: Partial<NonNullable<Shell['mail']>>) => {
    const shell = { mail: { database, mailboxes: [], ...keys }, environment: deskEnvironment(folder) };
    return (await readMailState(shell as unknown as Shell, center, database)).forgeable;
  };
  expect(await forgeable({ authserv_id: 'MX.shop.example' })).toBe(2);
  expect(await forgeable({ authserv_id: 'mx.shop.example', authserv_fields: 2 })).toBe(1);
  expect(await forgeable({ authserv_id: 'mx.other.example' })).toBe(0);
  expect(await forgeable({})).toBe(0);
  await center.close();
});
