import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allSettings as SETTINGS } from '../../src/cli/settings/table.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { openNameServer } from '../harness/name-server.ts';
import { openRelay } from '../harness/relay.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { pem, pemFile } from '../harness/tls.ts';
import { openReadmeShell, PROMPT, partOfReadme } from './readme-shell.ts';

test('five minutes of the README lead from nothing to the first customer who is answered', async () => {
  const { blocks, named } = partOfReadme('Answer customers in five minutes');
  const [commands = ''] = blocks;
  const [reply, send, undo] = named;
  const tls = { key: pem('key'), cert: pem('good') };
  const imap = await openImapServer({ tls });
  const relay = await openRelay({ tls, isTlsFromStart: true, passwords: { 'agent@shop.example': 'secret' } });
  onTestFinished(async () => {
    await imap.close();
    await relay.close();
  });
  const names = await openNameServer({
    '_imaps._tcp.shop.example': { host: 'localhost', port: imap.port },
    '_submissions._tcp.shop.example': { host: 'localhost', port: relay.port },
  });
  const trusted = { NODE_EXTRA_CA_CERTS: pemFile('good') };
  const shell = openReadmeShell(temporaryFolder(), { ...names, ...trusted });
  const { terminal: desk, run, ready, hidesTyping, home } = shell;
  // What a reader puts in place of the name in the text.
  const [setUp, open] = commands.trim().replace('help@shop.example', 'agent@shop.example').split('\n');
  await run(setUp!);
  await desk.sees('Your name, as customers see it');
  desk.type('Ana Ortiz');
  desk.press('enter');
  // Its name is not of shop.example.
  await desk.sees('Type yes');
  desk.type('yes');
  desk.press('enter');
  await desk.sees('Password');
  await hidesTyping();
  desk.type('secret');
  desk.press('enter');
  await desk.sees('Signed in');
  await ready();
  expect(desk.text(), 'a password is not shown').not.toContain('secret');
  const folder = join(home, '.config/frontdesk');
  expect(statSync(join(folder, 'agent@shop.example.password')).mode & 0o777).toBe(0o600);
  // Nobody waits ten seconds here.
  expect(SETTINGS.send_delay.default).toBe(10);
  const config = join(folder, 'config.toml');
  writeFileSync(config, readFileSync(config, 'utf8').replace('[mail]', '[mail]\nsend_delay = 1'));
  await run(open!);
  await desk.sees('Unresolved');

  await expect.poll(() => imap.heard.at(-1)).toBe('IDLE');
  const mail = [
    'From: Zoë Quinn <zoe@customer.example>',
    'To: agent@shop.example',
    'Subject: Where is my parcel?',
    'Message-ID: <q1@customer.example>',
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'It should have come on Monday.',
    '',
  ];
  imap.inbox.deliver(mail.join('\r\n'), Date.now());
  await desk.sees('Where is my parcel?');
  expect(desk.text()).not.toContain('Load sample conversations');

  desk.press(reply!);
  await desk.sees('To  Zoë Quinn');
  desk.type('It is on its way.');
  desk.press(send!.toLowerCase());
  await desk.sees(`${undo} takes it back`);
  await desk.sees(/sent \w{3} \d{1,2} \w{3} \d\d:\d\d/);
  expect(relay.taken).toMatchObject([
    { from: 'agent@shop.example', to: ['zoe@customer.example'], user: 'agent@shop.example', isEncrypted: true },
  ]);
  expect(relay.taken[0]!.source.toString()).toMatch(
    /^From: Ana Ortiz <agent@shop\.example>\r$[\s\S]*\r\n\r\nIt is on its way\.\r\n/m,
  );
  desk.press('quit');
  await desk.sees(PROMPT);
});
