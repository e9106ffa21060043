import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { openAnswerScene } from './answer-scene.ts';

const ZOE = 'Zoë Quinn <zoe@customer.example>';
const BOB = 'Bob Parcel <bob@partner.example>';
const WITHIN = { within: 20_000 };

test('customers are answered, answer, and rate the help by mail and on a page', { timeout: 120_000 }, async () => {
  const scene = await openAnswerScene({ send_delay: 5, rating_delay: 1, public_url: 'https://help.shop.example' });
  await scene.ask('PUT', '/inboxes/1', { send_rating_request: true, rating_message: 'How did we do?' });
  const reviews = (id: number) => scene.ask<{ rating: number }[]>('GET', `/conversations/${id}/reviews`);
  scene.write({ id: 'z1', from: ZOE, subject: 'Invoice', text: 'The name is wrong.' });
  const desk = await scene.openDesk();
  await desk.sees('#1 Invoice', WITHIN);
  desk.press('h', 'g', 'g', 'b');
  await desk.sees('rings for customers’ messages', WITHIN);
  desk.press('l', 'n');
  await desk.sees('NOTE');
  desk.type('Ask the accountants');

  // Mail comes in while the agent works: it rings, and nothing moves.
  desk.resetBytes();
  scene.write({ id: 'b1', from: BOB, subject: 'Lamp', text: 'The lantern came broken.' });
  await desk.sees('1 new above', WITHIN);
  expect(desk.output()).toContain('\u0007');
  await desk.sees('Ask the accountants');
  desk.press('ctrl-d');
  await desk.sees('Noted on #1', WITHIN);
  desk.press('g', 'g');
  await desk.sees('#2 Lamp', WITHIN);
  await desk.sees('The lantern came broken.', WITHIN);

  // It is answered with a file, taken back, and answered again.
  const file = join(temporaryFolder(), 'label.txt');
  writeFileSync(file, 'Return label 7729\n');
  desk.press('r');
  await desk.sees('REPLY → Bob Parcel');
  desk.type('A new one leaves today.');
  desk.press('tab', 'tab', 'tab', 'enter');
  await desk.sees('Attach a file to the reply');
  desk.type(file);
  await desk.sees('label.txt');
  desk.press('enter');
  await desk.sees('with label.txt');
  desk.press('ctrl-d');
  await desk.sees('held until', WITHIN);
  desk.press('z');
  await desk.sees('Took back the reply to #2', WITHIN);
  await desk.sees(/#2 Lamp +waits/, WITHIN);
  expect(scene.relay.taken).toEqual([]);
  desk.press('r');
  await desk.sees('with label.txt');
  await desk.sees('A new one leaves today.');
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
  await desk.sees(/sent \d\d:\d\d/, WITHIN);

  // The customer's answer joins. When the conversation is closed, they are asked, and rate by mail.
  scene.write({ id: 'b2', from: BOB, subject: 'Re: Lamp', text: 'It has arrived.', answers: answer });
  await desk.sees('It has arrived.', WITHIN);
  desk.press('c');
  await desk.sees('Closed #2', WITHIN);
  const asked = await scene.sent();
  expect(asked.source.toString()).toContain('How did we do?');
  scene.write({ id: 'b3', from: BOB, subject: 'Re: Lamp', text: '5\n\nThank you!', answers: asked });
  await expect.poll(() => reviews(2), { timeout: 20_000 }).toMatchObject([{ rating: 5 }]);
  desk.press('#');
  desk.type('2');
  desk.press('enter');
  await desk.sees(/#2 Lamp +closed/, WITHIN);
  await desk.sees('Thank you!', WITHIN);
  desk.press('g', 'r');
  await desk.sees('Bob Parcel rated it 5 of 5', WITHIN);

  // Another customer is answered and closed at once, and rates on the page.
  desk.press('#');
  desk.type('1');
  desk.press('enter');
  await desk.sees('#1 Invoice', WITHIN);
  desk.press('r');
  await desk.sees('REPLY → Zoë Quinn');
  desk.type('It is put right.');
  desk.press('shift-tab', 'enter');
  expect((await scene.sent()).to).toEqual(['zoe@customer.example']);
  const [, path] = /https:\/\/help\.shop\.example(\/rate\/\S+)/.exec((await scene.sent()).source.toString())!;
  const page = await fetch(`${scene.url}${path}`);
  expect(await page.text()).toContain('<form');
  expect(await reviews(1)).toEqual([]);
  const form = new URLSearchParams({ rating: '4', comment: 'Quick!' });
  expect((await fetch(`${scene.url}${path}`, { method: 'POST', body: form })).status).toBe(200);
  expect(await reviews(1)).toMatchObject([{ rating: 4, comment: 'Quick!' }]);
  expect((await fetch(`${scene.url}${path}`, { method: 'POST', body: form })).status).toBe(410);
  desk.press('g', 'r');
  await desk.sees('Zoë Quinn rated it 4 of 5', WITHIN);
  await desk.sees('“Quick!”');
  expect(scene.relay.taken).toHaveLength(4);
  expect(new Set(scene.relay.times.values())).toEqual(new Set([1]));
});
