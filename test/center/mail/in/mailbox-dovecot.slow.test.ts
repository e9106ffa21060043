import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDoor } from '../../../../src/center/mail/in/accept-mail.ts';
import { watchMailbox } from '../../../../src/center/mail/in/mailbox.ts';
import { rest } from '../../../../src/center/mail/rest.ts';
import type { AccountSignIn } from '../../../../src/center/mail/sign-in.ts';
import { startDovecot } from '../../../harness/dovecot.ts';
import { whyNoMailServer } from '../../../harness/mail-servers.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openMail } from '../open-mail.ts';
import { mailAbout } from './open-mailbox.ts';

/** A mail of today: the help center goes by the machine's clock here, and takes nothing that is dated long before. */
function mailOfToday(subject: string): Buffer {
  return Buffer.from(
    mailAbout(subject)
      .toString()
      .replace(/^Date: .*$/m, `Date: ${new Date().toUTCString()}`),
  );
}

/** Names the user of a token, as long as that is right. */
async function openTokens(token: string) {
  const tokens = { right: token, asked: 0 };
  const server = createServer(({ url }, response) => {
    tokens.asked += 1;
    const isRight = new URL(url!, 'http://tokens').searchParams.get('token') === tokens.right;
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRight ? { email: 'help@shop.example' } : { error: 'invalid_token' }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { tokens, port: (server.address() as AddressInfo).port };
}

/** A Dovecot, and a help center that watches its mailbox when told to. */
async function openReal(tokenPort?: number) {
  const folder = temporaryFolder();
  const dovecot = await startDovecot(folder, { ...(tokenPort !== undefined && { tokenPort }) });
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
    watch: (how: AccountSignIn = { passwordFile }) => {
      const stop = new AbortController();
      const ended = watchMailbox({ url, ...how }, { center, holding, door }, stop.signal);
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
  "Debian's Dovecot takes a token, and another one after it has ended",
  skippedFor(whyNoMailServer('dovecot')),
  async () => {
    const { tokens, port } = await openTokens('first token');
    const { dovecot, watch, isSeen, subjects, log } = await openReal(port);
    const left = ['first token', 'first token'];
    const run = async () => left.pop() ?? 'second token';
    const first = watch({ command: { isToken: true, run } });
    await expect.poll(isSeen).toBe(true);
    dovecot.put('1.one', mailOfToday('one'));
    await expect.poll(subjects).toEqual(['one']);
    await first.close();
    tokens.right = 'second token';
    watch({ command: { isToken: true, run } });
    dovecot.put('2.two', mailOfToday('two'));
    await expect.poll(subjects).toEqual(['one', 'two']);
    expect([left, tokens.asked]).toEqual([[], 3]);
    expect(log.filter(line => /refuse| token/.test(line))).toEqual([]);
  },
);
