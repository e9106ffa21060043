import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFront } from '../harness/front.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { pemFile } from '../harness/tls.ts';
import { openReadmeShell, partOfReadme } from './readme-shell.ts';

/** A machine with nothing on it but what the README has installed. It trusts the certificate of the proxy. */
function openMachine() {
  return openReadmeShell(temporaryFolder(), { NODE_EXTRA_CA_CERTS: pemFile('good') });
}
type Machine = ReturnType<typeof openMachine>;

/** A mail that the shop had before, in its mailbox file and in its Maildir. */
function layOutMail({ home }: Machine): void {
  const mail = (subject: string, id: string) =>
    `From: Zoë <zoe@customer.example>\nSubject: ${subject}\nMessage-ID: <${id}@customer.example>\nDate: ${new Date().toUTCString()}\n\nHello\n`;
  writeFileSync(join(home, 'support.mbox'), `From zoe@x Thu Nov 20 09:12:00 2025\n${mail('Late parcel', 'a')}\n`);
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(home, 'Maildir', name), { recursive: true });
  writeFileSync(join(home, 'Maildir/cur/1'), mail('Wrong size', 'b'));
}

/** Types a password, at each question for one. */
async function answer({ terminal }: Machine, password: string, ...questions: readonly (string | RegExp)[]) {
  for (const question of questions) {
    await terminal.sees(question);
    terminal.type(password);
    terminal.press('enter');
  }
}

/** A row of the list whose conversation is Bob's. */
const GIVEN_TO_BOB = /(Wrong size|Late parcel).* Bob /;

test('the README leads from nothing to a team: two agents sign in, and one gives the other work', async () => {
  const [serving = '', working = ''] = partOfReadme('A team').blocks;
  const [createAna, createBob, serve] = serving.trim().split('\n');
  const importing = partOfReadme('Answer customers in five minutes').named.find(name =>
    name.startsWith('frontdesk import'),
  );

  const shop = openMachine();
  layOutMail(shop);
  await shop.run(importing!);
  await shop.run(createAna!);
  await answer(shop, 'seven blue lanterns', 'New password of ana@shop.example:', 'The same again:');
  await shop.run(createBob!);
  await answer(shop, 'eight green ladders', 'New password of bob@shop.example:', 'The same again:');
  await shop.ready();
  expect(shop.terminal.output()).not.toMatch(/blue lanterns|green ladders/);
  // What a reader puts in place of the names in the text: a free port, and the address of the proxy.
  await shop.run(serve!.replace('8080', '0'));
  await shop.terminal.sees(/listening on http:\/\/127\.0\.0\.1:\d+/);
  const port = Number(/listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(shop.terminal.text())![1]);
  const front = await openFront(port, { tls: true });
  onTestFinished(() => front.close());

  const signIn = async (email: string, password: string) => {
    const machine = openMachine();
    const [login, open] = working.replace('help.shop.example', `localhost:${front.port}`).trim().split('\n');
    await machine.run(login!);
    await machine.terminal.sees('Your address there:');
    machine.terminal.type(email);
    machine.terminal.press('enter');
    await answer(machine, password, `Password of ${email}:`);
    await machine.run(open!);
    await machine.terminal.sees('Wrong size');
    await machine.terminal.sees('Late parcel');
    return machine.terminal;
  };
  const [ana, bob] = await Promise.all([
    signIn('ana@shop.example', 'seven blue lanterns'),
    signIn('bob@shop.example', 'eight green ladders'),
  ]);
  expect(bob.text()).not.toMatch(GIVEN_TO_BOB);
  await ana.settled();
  ana.press('conversation.assign');
  await ana.sees('Bob Keller');
  ana.type('Bob');
  await ana.settled();
  ana.press('enter');
  await bob.sees(GIVEN_TO_BOB);

  for (const desk of [ana, bob]) desk.press('quit-now');
  shop.terminal.press('ctrl-c');
  await shop.terminal.until(() => shop.terminal.children().length === 0, 'the end of serve');
});
