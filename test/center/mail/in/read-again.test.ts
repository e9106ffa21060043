import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importMail } from '../../../../src/center/intake/import-mail.ts';
import { readSetAsideAgain } from '../../../../src/center/mail/in/read-again.ts';
import { countSetAside } from '../../../../src/center/model/set-aside.ts';
import { letter } from '../../../harness/letter.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { readHere, seeAll } from '../../intake/open-intake.ts';
import { openMail } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

const cannotRead = { ...readHere, read: async () => ({ reason: 'This program is too old.' }) };

test('mails that were set aside become messages when they can be understood, live ones and those of an archive', async () => {
  const { center } = await openMail();
  const old = { ...center, reader: cannotRead };
  const path = join(temporaryFolder(), 'archive.eml');
  writeFileSync(path, letter(4));
  expect(await receiveMail(old, Buffer.from(letter(0)), { via: 'lmtp' })).toEqual({ stored: 'set aside' });
  await importMail(old, [path], { reader: cannotRead });
  const count = () => center.read(({ db }) => countSetAside(db));
  expect([await count(), await seeAll(center)]).toEqual([2, []]);

  expect(await readSetAsideAgain(old)).toEqual({
    read: 2,
    aside: [
      { source: 'LMTP', reason: 'This program is too old.' },
      { source: path, reason: 'This program is too old.' },
    ],
  });
  expect(await readSetAsideAgain(center)).toEqual({ read: 2, aside: [] });
  expect(await count()).toBe(0);
  expect(await seeAll(center)).toMatchObject([{ title: 'Topic 0' }, { title: 'Topic 4' }]);
  const sources = await center.read(({ db }) => db.selectFrom('mail_source').select('source_hash').execute());
  expect(sources).toHaveLength(2);
  expect(await receiveMail(center, Buffer.from(letter(0)), { via: 'imap' })).toEqual({ stored: 'known' });
});
