import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { openAnswerScene } from './answer-scene.ts';

const ZOE = 'Zoë Quinn <zoe@customer.example>';
const BOB = 'Bob Parcel <bob@partner.example>';

test('customers are answered, answer, and rate the help by mail and on a page', async () => {
  const scene = await openAnswerScene({ send_delay: 7, rating_delay: 1, public_url: 'https://help.shop.example' });
  await scene.ask('PUT', '/inboxes/1', { send_rating_request: true, rating_message: 'How did we do?' });
  const reviews = (id: number) => scene.ask<{ rating: number }[]>('GET', `/conversations/${id}/reviews`);
  scene.write({ id: 'z1', from: ZOE, subject: 'Invoice', text: 'The name is wrong.' });
  const desk = await scene.openDesk();
  // A machine with other work may be slow.
  const sees = (sought: string | RegExp) => desk.sees(sought);
  await sees('#1 Invoice');
  desk.press('pane.left', 'cursor.top', 'inbox.subscribe');
  await sees('rings for customers’ messages');
  desk.press('pane.right', 'note.write');
  await sees('NOTE');
  desk.type('Ask the accountants');

  // Mail comes in while the agent works: it rings, and nothing moves.
  desk.resetBytes();
  scene.write({ id: 'b1', from: BOB, subject: 'Lamp', text: 'The lantern came broken.' });
  await sees('1 new above');
  expect(desk.output()).toContain('\u0007');
  await sees('Ask the accountants');
  desk.press('ctrl-d');
  await sees('Noted on #1');
  desk.press('cursor.top');
  await sees('#2 Lamp');
  await sees('The lantern came broken.');

  // It is answered with a file, taken back, and answered again.
  const file = join(temporaryFolder(), 'label.txt');
  writeFileSync(file, 'Return label 7729\n');
  desk.press('conversation.reply');
  await sees('To  Bob Parcel');
  desk.type('A new one leaves today.');
  desk.press('tab', 'enter');
  await sees('Attach a file to the reply');
  desk.type(file);
  await sees('label.txt');
  desk.press('enter');
  await sees('with label.txt');
  desk.press('ctrl-d');
  await sees('held until');
  desk.press('undo');
  await sees('Took back the reply to #2');
  await sees(/#2 Lamp .*waits/);
  expect(scene.relay.taken).toEqual([]);
  desk.press('conversation.reply');
  await sees('with label.txt');
  await sees('A new one leaves today.');
  desk.type(' Keep the lamp.');
  desk.press('ctrl-d');
  const answer = await scene.sent();
  expect(answer).toMatchObject({ from: 'agent@shop.example', to: ['bob@partner.example'] });
  const read = await PostalMime.parse(answer.source);
  expect(read).toMatchObject({ subject: 'Re: Lamp', inReplyTo: '<b1@partner.example>' });
  expect(read.text).toContain('A new one leaves today. Keep the lamp.');
  expect(
    read.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()]),
  ).toEqual([['label.txt', 'Return label 7729\n']]);
  await sees(/sent \w{3} \d{1,2} \w{3} \d\d:\d\d/);

  // The customer's answer joins. When the conversation is closed, they are asked, and rate by mail.
  scene.write({ id: 'b2', from: BOB, subject: 'Re: Lamp', text: 'It has arrived.', answers: answer });
  await sees('It has arrived.');
  desk.press('conversation.close');
  await sees('Closed #2');
  const asked = await scene.sent();
  expect(asked.source.toString()).toContain('How did we do?');
  scene.write({ id: 'b3', from: BOB, subject: 'Re: Lamp', text: '5\n\nThank you!', answers: asked });
  await expect.poll(() => reviews(2)).toMatchObject([{ rating: 5 }]);
  desk.press('palette.number');
  desk.type('2');
  desk.press('enter');
  await sees(/#2 Lamp .*closed/);
  await sees('Thank you!');
  desk.press('detail.reviews');
  await sees('Bob Parcel rated it 5 of 5');

  // Another customer is answered and closed at once, and rates on the page.
  desk.press('palette.number');
  desk.type('1');
  desk.press('enter');
  await sees('#1 Invoice');
  desk.press('conversation.reply');
  await sees('To  Zoë Quinn');
  desk.type('It is put right.');
  desk.press('box.close');
  expect((await scene.sent()).to).toEqual(['zoe@customer.example']);
  const [, path] = /https:\/\/help\.shop\.example(\/rate\/\S+)/.exec((await scene.sent()).source.toString())!;
  const page = await fetch(`${scene.url}${path}`);
  expect(await page.text()).toContain('<form');
  expect(await reviews(1)).toEqual([]);
  const form = new URLSearchParams({ rating: '4', comment: 'Quick!' });
  expect((await fetch(`${scene.url}${path}`, { method: 'POST', body: form })).status).toBe(200);
  expect(await reviews(1)).toMatchObject([{ rating: 4, comment: 'Quick!' }]);
  expect((await fetch(`${scene.url}${path}`, { method: 'POST', body: form })).status).toBe(410);
  desk.press('detail.reviews');
  await sees('Zoë Quinn rated it 4 of 5');
  await sees('“Quick!”');
  expect(scene.relay.taken).toHaveLength(4);
  expect(new Set(scene.relay.times.values())).toEqual(new Set([1]));
});
