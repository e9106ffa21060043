import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDoor } from '../../../../src/center/mail/in/door.ts';
import { watchMailbox } from '../../../../src/center/mail/in/mailbox.ts';
import { rest } from '../../../../src/center/mail/rest.ts';
import { startDovecot } from '../../../harness/dovecot.ts';
import { whyNoMailServer } from '../../../harness/mail-servers.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openMail } from '../open-mail.ts';
import { mailAbout } from './open-mailbox.ts';

/** A Dovecot, and a help center that watches its mailbox when told to. */
async function openReal() {
  const folder = temporaryFolder();
  const dovecot = await startDovecot(folder);
  onTestFinished(() => dovecot.stop());
  const { center, log } = await openMail();
  const holding = { center, owner: { id: 'this', hasEnded: () => false }, rest };
  const door = openDoor(center, holding);
  onTestFinished(() => door.close());
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, dovecot.password, { mode: 0o600 });
  const url = `imap://${encodeURIComponent(dovecot.user)}@127.0.0.1:${dovecot.port}`;
  const maildir = join(folder, 'home', 'Maildir');
  return {
    dovecot,
    log,
    watch: () => {
      const stop = new AbortController();
      const ended = watchMailbox({ url, passwordFile }, { center, holding, door }, stop.signal);
      const close = () => {
        stop.abort();
        return ended;
      };
      onTestFinished(close);
      return { close };
    },
    isSeen: () => center.read(async ({ db }) => (await db.selectFrom('mailbox').selectAll().execute()).length > 0),
    subjects: async () => {
      const rows = await center.read(({ db }) => db.selectFrom('conversation').select('title').orderBy('id').execute());
      return rows.map(({ title }) => title);
    },
    unread: () =>
      [...readdirSync(join(maildir, 'new')), ...readdirSync(join(maildir, 'cur'))].filter(
        name => !/S/.test(name.split(':2,')[1] ?? ''),
      ),
    /** All mails have other UIDs from now on. */
    renumber: () => {
      for (const name of readdirSync(maildir))
        if (name.startsWith('dovecot')) rmSync(join(maildir, name), { force: true });
    },
  };
}

test(
  "Debian's Dovecot is read: what comes, once, also after it numbers the mails anew",
  skippedFor(whyNoMailServer('dovecot')),
  async () => {
    const { dovecot, watch, isSeen, subjects, unread, renumber, log } = await openReal();
    dovecot.put('1.old', mailAbout('old'));
    const first = watch();
    await expect.poll(isSeen).toBe(true);
    dovecot.put('2.first', mailAbout('first'));
    await expect.poll(subjects).toEqual(['first']);
    dovecot.put('3.long', Buffer.concat([mailAbout('long'), Buffer.alloc(2_500_000, 'long text\r\n')]));
    await expect.poll(subjects).toEqual(['first', 'long']);
    await expect.poll(unread).toHaveLength(1);
    await first.close();
    renumber();
    dovecot.put('4.third', mailAbout('third'));
    watch();
    await expect.poll(subjects).toEqual(['first', 'long', 'third']);
    await expect.poll(() => log.at(-1)).toContain('numbered the mails anew');
    await expect.poll(unread).toHaveLength(1);
    expect(await subjects()).toEqual(['first', 'long', 'third']);
  },
);
