import { expect, test } from 'vitest';
import { openMailScene } from './mail-scene.ts';

const ZOE = 'Zoë Quinn <zoe@customer.example>';
const BOB = 'Bob Parcel <bob@partner.example>';

test('mail shows its recipients, people who are not contacts, and machines as authors; arriving mail is a number and one bell', async () => {
  const scene = await openMailScene();
  await scene.receive({ id: 'a1', from: ZOE, subject: 'Refund', heads: [`Cc: ${BOB}, carol@carrier.example`] });
  const answered = ['In-Reply-To: <a1@customer.example>', `Cc: ${ZOE}`];
  await scene.receive({ id: 'a2', from: BOB, subject: 'Re: Refund', heads: answered, text: 'It arrived on the 14th.' });
  const heads = ['Auto-Submitted: auto-replied'];
  await scene.receive({ id: 'a3', from: 'robot@away.example', subject: 'Away', heads, text: 'I am away.' });
  const desk = await scene.openDesk({ args: ['--layout', 'beside'] });

  desk.press('cursor.down');
  await desk.sees('#1 Refund');
  desk.press('open');
  await desk.sees(/to Inbox · cc Bob Parcel \+1 +Enter opens/);
  await desk.sees('to Inbox · cc Zoë Quinn');
  desk.press('cursor.top', 'open');
  await desk.sees('to  support@shop.example');
  await desk.sees('cc  Bob Parcel <bob@partner.example>');
  await desk.sees('cc  carol@carrier.example');
  desk.press('open');
  await desk.seesNot('to  support@shop.example');

  desk.press('detail.contacts');
  await desk.sees(/carol@carrier.example +no contact/);
  desk.press('cursor.bottom', 'copy.address');
  await desk.sees('Copied the address of carol@carrier.example');
  expect(desk.output()).toContain(Buffer.from('carol@carrier.example').toString('base64'));
  desk.press('open');
  await desk.sees(/2 +Copy the address +ye/);
  desk.press('1');
  await desk.sees('Add a contact to #1');
  desk.press('esc', 'conversation.previous');
  await desk.sees('#2 Away');
  desk.press('detail.thread');
  await desk.sees('· automatic');
  desk.press('open');
  await desk.sees('To support@shop.example alone');

  desk.press('pane.left', 'pane.left');
  await desk.sees('b bell');
  desk.press('cursor.top', 'inbox.subscribe');
  await desk.sees('Inbox rings for customers’ messages');
  desk.press('pane.right');
  await desk.seesNot('rings for customers’');
  await desk.settled(400);
  desk.resetBytes();
  const rows = () =>
    desk
      .screen()
      .slice(1, 4)
      .map(row => row.slice(20));
  const before = rows();
  await scene.receive({ id: 'robot', from: 'robot@away.example', subject: 'Away again', heads });
  await scene.receive({ id: 'spam', from: 'win@spam.example', subject: 'Win', heads: ['X-Spam-Flag: YES'] });
  await desk.sees(/\d new above/);
  expect(desk.output()).not.toContain('\x07');
  for (let count = 0; count < 100; count++)
    await scene.receive({ id: `n${count}`, from: `c${count}@customer.example`, subject: `Parcel ${count}` });
  await desk.sees(/Inbox +♪ +\d\d/);
  await desk.settled(400);
  expect(desk.output().split('\x07')).toHaveLength(2);
  expect(desk.bytes()).toBeLessThanOrEqual(400);
  expect(rows()).toEqual(before);
  desk.press('refresh');
  await desk.sees('Parcel 0 ');
  desk.press('cursor.top');
  await desk.sees(/● +\d+ c99@cust\S+ +Parcel 99/);

  const [newest] = await scene.ask<readonly { id: number }[]>('GET', '/conversations?limit=1');
  await scene.answerInVain(newest!.id);
  await desk.sees(/! +\d+ c99@cust\S+ +Parcel 99/);
  desk.press('open');
  await desk.sees(/says: c99@customer\.example: 5\.1\.1/);
  await desk.seesNot(/! +\d+ c99@cust\S+ +Parcel 99/);
});
