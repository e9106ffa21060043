import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkMailbox } from '../../../src/center/mail/in/check-mailbox.ts';
import { mailboxAddress } from '../../../src/center/mail/in/mailbox-address.ts';
import { mailboxTrouble } from '../../../src/center/mail/in/mailbox-trouble.ts';
import { checkRelay } from '../../../src/center/mail/out/relay.ts';
import { relayAddress } from '../../../src/center/mail/out/relay-address.ts';
import { relayTrouble } from '../../../src/center/mail/out/relay-trouble.ts';
import { NoPassword, type SecretCommand, tokenWords } from '../../../src/center/mail/sign-in.ts';
import { signedOut } from '../../../src/center/model/mailbox.ts';
import { openImapServer } from '../../harness/imap-server.ts';
import { openRelay } from '../../harness/relay.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { openMailbox } from './in/open-mailbox.ts';
import { openQueue } from './out/open-queue.ts';

const USER = 'agent@shop.example';

/** A command that prints these, one after the other, and then the last one again. */
function printing(isToken: boolean, ...printed: string[]) {
  let runs = 0;
  const run = async () => printed[Math.min(runs++, printed.length - 1)]!;
  return { command: { isToken, run } satisfies SecretCommand, runs: () => runs };
}

/** Each server takes `right` from the user, by these mechanisms. */
async function openServers(mechanisms: readonly string[]) {
  const imap = await openImapServer({ offers: mechanisms.map(each => `AUTH=${each}`) });
  imap.passwords = new Map([[USER, 'right']]);
  const relay = await openRelay({ passwords: { [USER]: 'right' }, mechanisms: mechanisms.join(' ') });
  onTestFinished(async () => void (await Promise.all([imap.close(), relay.close()])));
  const name = encodeURIComponent(USER);
  return {
    imap,
    relay,
    mailbox: { url: `imap://${name}@127.0.0.1:${imap.port}` },
    address: relayAddress(`smtp://${name}@127.0.0.1:${relay.port}`),
  };
}

describe.each([[['XOAUTH2']], [['OAUTHBEARER']], [['OAUTHBEARER', 'XOAUTH2', 'PLAIN']]])(
  'a token, where %s is offered',
  mechanisms => {
    test('lets a mailbox and a relay in, and goes nowhere else', async () => {
      const { imap, relay, mailbox, address } = await openServers(mechanisms);
      const { command, runs } = printing(true, 'right');
      expect((await checkMailbox({ ...mailbox, command })).trouble).toBeUndefined();
      expect(await checkRelay({ address, command })).toBeUndefined();
      expect(runs()).toBe(2);
      expect([...imap.heard, ...relay.heard].filter(line => line.includes('right'))).toEqual([]);
    });

    test('that has ended is asked for once more, and a second refusal is told without it', async () => {
      const { mailbox, address } = await openServers(mechanisms);
      const [late, later] = [printing(true, 'ended', 'right'), printing(true, 'ended', 'right')];
      expect((await checkMailbox({ ...mailbox, command: late.command })).trouble).toBeUndefined();
      expect(await checkRelay({ address, command: later.command })).toBeUndefined();
      expect([late.runs(), later.runs()]).toEqual([2, 2]);
      const never = printing(true, 'wrong');
      const refused = [
        (await checkMailbox({ ...mailbox, command: never.command })).trouble,
        await checkRelay({ address, command: never.command }),
      ];
      expect(refused).toEqual([
        expect.stringMatching(/^127.0.0.1 refuses the user name or the password.*the token has ended/),
        expect.stringMatching(/^relay refuses the user name or the password: 535 5.7.8 the token has ended/),
      ]);
      expect(never.runs()).toBe(4);
    });
  },
);

test('a command that prints a password is asked once more after a refusal, a file is not', async () => {
  const { imap, mailbox, address } = await openServers(['PLAIN']);
  const { command } = printing(false, 'old', 'right');
  expect((await checkMailbox({ ...mailbox, command })).trouble).toBeUndefined();
  expect(await checkRelay({ address, command: printing(false, 'old', 'right').command })).toBeUndefined();
  const passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, 'old\n', { mode: 0o600 });
  const before = imap.heard.length;
  expect((await checkMailbox({ ...mailbox, passwordFile })).trouble).toMatch(/refuses the user name/);
  expect(imap.heard.slice(before).filter(line => /^(?:LOGIN|AUTHENTICATE)/.test(line))).toHaveLength(1);
});

test('no secret is told, in any form that a server repeats', () => {
  const forms = ['t0ken', ...Object.values(tokenWords(USER, 't0ken')), `\0${USER}\0t0ken`];
  const said = forms.flatMap(form => [form, Buffer.from(form).toString('base64')]).join(' | ');
  const mailbox = mailboxAddress('imaps://agent%40shop.example@mail.example');
  const refused = { authenticationFailed: true, responseText: said };
  const told = [
    mailboxTrouble(refused, mailbox, 't0ken').reason,
    relayTrouble(
      { code: 'EAUTH', response: said, responseCode: 535 },
      relayAddress('smtps://agent%40shop.example@mail.example'),
      't0ken',
    ).reason,
  ].join();
  for (const form of forms)
    for (const text of [form, Buffer.from(form).toString('base64')]) expect(told).not.toContain(text);
});

test('a command that runs when mail is to stop is ended, and is not waited for', async () => {
  let running = 0;
  const run = (stop?: AbortSignal) =>
    new Promise<string>((_, reject) => {
      running += 1;
      stop?.addEventListener('abort', () => reject(new NoPassword('It was ended.')));
    });
  const command = { isToken: true, run };
  const mailbox = (await openMailbox()).watch({ account: { command } });
  await expect.poll(() => running).toBe(1);
  await mailbox.close();
  const { write, start, clock, address, log } = await openQueue({ passwords: { desk: 'secret' } });
  await write();
  clock.advance(11_000);
  const queue = start({ relay: { address, command } });
  await expect.poll(() => running).toBe(2);
  await queue.close();
  expect(log).toEqual([]);
});

test('an account whose command fails is signed out, with the command’s words', async () => {
  const said = 'The command for the token ended with exit code 1.';
  const command = { isToken: true, run: () => Promise.reject(new NoPassword(said)) };
  const { watch, center } = await openMailbox();
  watch({ account: { command } });
  await expect.poll(() => center.read(({ db }) => signedOut(db))).toHaveLength(1);
  const queue = await openQueue({ passwords: { desk: 'secret' } });
  await queue.write();
  queue.start({ relay: { address: queue.address, command } });
  await queue.passUntil(async () => (await queue.center.read(({ db }) => signedOut(db))).length === 1);
  expect((await queue.outgoing())[0]!.reply).toBe(said.slice(0, -1));
});
