import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

test('an empty help center greets with four choices: mail.show says what mail needs, notify.choose how you hear of it', async () => {
  const backstage = await openBackstage();
  const desk = await openDesk(backstage, { columns: 80, rows: 24 });
  await desk.sees('Load sample conversations');
  await desk.sees('Import mail');
  await desk.sees('Connect to a help center');
  await desk.sees('Answer customers by mail');
  desk.press('1');
  await desk.sees('Mail address of the help center');
  desk.press('ctrl-c');
  await desk.sees('Mail is not set up. Nothing was changed.');
  desk.press('palette');
  desk.type('first start');
  await desk.settled(60);
  desk.press('enter');
  await desk.sees('Load sample conversations');
  desk.press('4');
  await desk.sees('Loaded 240 sample conversations');
  expect(await backstage.ask<unknown[]>('GET', '/conversations?archived=any&limit=200')).toHaveLength(200);
  desk.press('conversation.reply');
  await desk.sees('No reply: no relay is set up');
  // Keys that follow at once are words for the box that did not open.
  await sleep(1_000);
  desk.press('mail.show');
  await desk.sees('frontdesk mail setup');
  desk.press('esc');
  desk.press('palette');
  desk.type('notify');
  await desk.settled(60);
  desk.press('enter');
  await desk.sees('no mail goes out');
  desk.press('2');
  await desk.sees('no inbox has a bell yet: b');
  desk.press('pane.left', 'cursor.top', 'inbox.subscribe');
  await desk.sees('rings for customers’ messages');
});

test('2 imports mail from a typed path, and reports a path that does not exist', async () => {
  const backstage = await openBackstage();
  const file = join(dirname(backstage.database), 'letters.mbox');
  writeFileSync(
    file,
    `From ana@customer.example Thu Nov 20 09:12:00 2025\nFrom: Zoë <zoe@customer.example>\nSubject: Where is my parcel?\nMessage-ID: <1@customer.example>\nDate: ${new Date().toUTCString()}\n\nHello\n`,
  );
  const desk = await openDesk(backstage);
  await desk.sees('Import mail');
  desk.press('2');
  await desk.sees('path of an mbox');
  desk.type('/no/such/folder');
  await desk.settled();
  desk.press('enter');
  await desk.sees('Not imported');
  // The wrong path is still there, to be put right.
  desk.press('ctrl-u');
  desk.type(file);
  await desk.sees('letters.mbox');
  desk.press('enter');
  await desk.sees('Imported 1 mail into 1 conversation, 1 open');
  await desk.sees('Where is my parcel?');
});

test('the service’s limits for each caller do not hold back a desk on the help center inside', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Where is my parcel?');
  const config = join(dirname(backstage.database), 'config.toml');
  writeFileSync(config, '[center]\nrate_limit = 1\n');
  const desk = await openDesk(backstage, { env: { FRONTDESK_CONFIG: config } });
  await desk.sees('Where is my parcel?');
  desk.press('refresh');
  await desk.settled();
  expect(desk.text()).not.toContain('Too many requests');
});
