import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRelay, type Relay } from '../harness/relay.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

const HELD = /held until \d\d:\d\d:\d\d/;

/** A help center whose mail goes to a relay of this process. */
async function openMailing(): Promise<{
  readonly backstage: Backstage;
  readonly relay: Relay;
  readonly config: string;
}> {
  const relay = await openRelay();
  onTestFinished(() => relay.close());
  const backstage = await openBackstage();
  await backstage.ask('POST', '/inboxes/1/emails', { email: 'support@shop.example' });
  const config = join(temporaryFolder(), 'config.toml');
  const lines = [
    '[mail]',
    `database = "${backstage.database}"`,
    `relay = "smtp://localhost:${relay.port}"`,
    'send_delay = 8',
  ];
  writeFileSync(config, lines.join('\n'));
  return { backstage, relay, config };
}

function taken({ taken: mails }: Relay): readonly string[] {
  return mails.map(({ to, source }) => `${to.join()} ${/It [^\r\n]*/.exec(source.toString())?.[0]}`).sort();
}

test('a reply is held, taken back by z as a draft, sent again with the closing, and its way stands in the thread', async () => {
  const { backstage, relay, config } = await openMailing();
  relay.fault = (step, line) =>
    step === 'rcpt' && line.includes('ruth') ? { kind: 'refuses', text: '550 5.1.1 no such user' } : undefined;
  await backstage.conversation('Refund', { name: 'Zoe' });
  await backstage.conversation('Parcel', { name: 'Ruth' });
  await backstage.conversation('Login', { name: 'Can' });
  const desk = await openDesk(backstage, { env: { FRONTDESK_CONFIG: config } });
  await desk.sees('#3 Login');

  desk.press('conversation.reply');
  await desk.sees('REPLY · goes to the customer');
  desk.type('It goes today.');
  desk.press('ctrl-d');
  // The agent of an embedded help center is named after the system's user: customers would read that.
  await desk.sees('Your name, as customers see it');
  expect(relay.taken).toEqual([]);
  desk.type('Ana Ortiz');
  await desk.sees('│ Ana Ortiz ');
  desk.press('enter');
  await desk.sees('Your answers are from Ana Ortiz');
  await desk.sees('From Ana Ortiz <support@shop.example>');
  desk.press('ctrl-d');
  await desk.sees(HELD);
  desk.press('undo');
  await desk.sees('Took back the reply to #3 · gd goes on with it');
  await desk.seesNot(HELD);
  desk.press('draft.list');
  await desk.sees('Reply to #3');
  desk.press('enter');
  await desk.sees('REPLY · goes to the customer');
  desk.type(' By train.');
  await desk.sees('It goes today. By train.');
  // A copy that the customer does not know of.
  desk.press('shift-tab', 'ctrl-x');
  await desk.sees('Bcc');
  desk.type('boss@there.example');
  await desk.sees('Bcc boss@there.example');
  // One key sends and closes, from any part of the box.
  desk.press('box.close');
  await desk.sees('Replied to #3 and closed it · z takes it back');
  expect(relay.taken).toEqual([]);

  // The others get one message each, and the relay refuses one of them.
  desk.press('back', 'cursor.top', 'list.mark', 'list.mark', 'conversation.reply');
  await desk.sees('REPLY');
  desk.type('It is on its way.');
  desk.press('ctrl-d');
  await desk.sees('Reply to 2 conversations?');
  desk.press('y');
  await desk.sees('Replied to 2 conversations · z takes it back');
  await desk.sees(/! +2 Ruth/);
  await expect
    .poll(() => taken(relay))
    .toEqual([
      'can@customer.example,boss@there.example It goes today. By train.',
      'zoe@customer.example It is on its way.',
    ]);
  expect(relay.taken[0]!.source.toString()).toMatch(/^From: Ana Ortiz </m);
  for (const { source } of relay.taken) expect(source.toString()).not.toMatch(/boss|bcc/i);
  expect(await backstage.ask('GET', '/conversations/3/messages')).toMatchObject([
    {},
    { bcc: [{ email: 'boss@there.example' }] },
  ]);
  desk.press('list.unmark', 'cursor.top', 'open');
  await desk.sees('Not delivered');
  await desk.sees('550 5.1.1 no such user');
  desk.press('back', 'cursor.down');
  await desk.sees(/2 of 2 {2}sent \w{3} \d{1,2} \w{3} \d\d:\d\d/);
  await desk.sees('It is on its way.');
  expect(await backstage.ask('GET', '/conversations/3')).toMatchObject({ status: 'closed', waiting_since: null });
  expect(await backstage.ask('GET', '/conversations/3/messages')).toHaveLength(2);
});
