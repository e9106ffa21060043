import { expect, test } from 'vitest';
import { giveOwnAddress } from '../../../../src/center/mail/in/own-address.ts';
import { addEmail } from '../../../../src/center/model/inbox/email.ts';
import { defaultInboxId } from '../../../../src/center/model/inbox/read.ts';
import { insertAgent } from '../../../../src/center/model/people/agent.ts';
import type { Work } from '../../../../src/center/model/work.ts';
import { openMail } from '../open-mail.ts';
import { openMailbox } from './open-mailbox.ts';

async function addresses({ db }: Pick<Work, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('inbox_email').select(['email', 'status']).orderBy('id').execute();
  return rows.map(({ email, status }) => `${email} ${status}`);
}

test('an inbox without an address gets the one of its mailbox, which is logged once', async () => {
  const { center, watch, deliver, settled, subjects, passUntil, log, server } = await openMailbox(
    {},
    { address: null },
  );
  watch();
  await settled();
  expect(await center.read(addresses)).toEqual(['agent@shop.example primary']);
  server().cut();
  deliver('first');
  await passUntil(async () => (await subjects()).length === 1);
  expect(log.filter(line => line.includes('answers go out'))).toEqual([
    expect.stringMatching(/: answers go out as agent@shop\.example\.$/),
  ]);
});

test('an inbox with an address keeps it alone', async () => {
  const { center, watch, settled, log } = await openMailbox();
  watch();
  await settled();
  expect(await center.read(addresses)).toEqual(['help@shop.example primary']);
  expect(log).toEqual([]);
});

const taken: Readonly<Record<string, (work: Work) => Promise<unknown>>> = {
  "an agent's address": (work: Work) =>
    insertAgent(work.db, { name: 'Ana', email: 'Help@shop.example', role: 'agent', passwordHash: null }, work.now),
  'the address of another inbox': async ({ db }: Work) => {
    const { id } = await db.selectFrom('inbox').select('id').where('kind', '=', 'spam').executeTakeFirstOrThrow();
    await addEmail(db, id, { email: 'help@SHOP.example' });
  },
};

test.for(Object.entries(taken))('%s is not given to an inbox', async ([, take]) => {
  const { center } = await openMail();
  await center.write(take);
  const before = await center.read(addresses);
  expect(await center.write(work => giveOwnAddress(work, 'help@shop.example', undefined))).toBe(false);
  expect(await center.read(addresses)).toEqual(before);
});

test('a user name that is not an address is not given', async () => {
  const { center } = await openMail();
  const users = ['help', 'help@', 'help@shop.example, eve@x.example', 'Help <help@shop.example>'];
  for (const user of users) expect(await center.write(work => giveOwnAddress(work, user, undefined)), user).toBe(false);
});

test('the address goes to the inbox that the settings name, or to the default one if there is none', async () => {
  const { center } = await openMail();
  expect(await center.write(work => giveOwnAddress(work, 'junk@shop.example', 'spam'))).toBe(true);
  expect(await center.write(work => giveOwnAddress(work, 'help@shop.example', 'nowhere'))).toBe(true);
  const rows = await center.read(({ db }) => db.selectFrom('inbox_email').select(['email', 'inbox_id']).execute());
  const main = await center.read(({ db }) => defaultInboxId(db));
  expect(rows.find(row => row.inbox_id === main)).toMatchObject({ email: 'help@shop.example' });
  expect(rows).toHaveLength(2);
});
