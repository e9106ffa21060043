import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { openAnswerScene } from './answer-scene.ts';

const ZOE = 'Zoë Quinn <zoe@customer.example>';
const SAM = 'Sam Supplier <sam@supplier.example>';
const BOB = { name: 'Bob Stone', email: 'bob@shop.example', role: 'admin', password: 'quite long 4711' };

test('two questions are split, a supplier is asked aside, another customer is written to first, a colleague called', {
  timeout: 180_000,
}, async () => {
  const scene = await openAnswerScene({ send_delay: 1 });
  await scene.ask('POST', '/agents', BOB);
  scene.write({ id: 'z1', from: ZOE, subject: 'Lamp', text: 'Do you have the lamp?' });
  const desk = await scene.openDesk();
  const sees = (sought: string | RegExp) => desk.sees(sought);
  await sees('#1 Lamp');
  scene.write({
    id: 'z2',
    from: ZOE,
    subject: 'Re: Lamp',
    text: 'And my bill is wrong.',
    answers: { id: 'z1@customer.example' } as never,
  });
  await sees('And my bill is wrong.');

  // Two things are taken apart, and both sides say so.
  desk.press('enter', 'cursor.bottom', 'entry.choose');
  await sees('✓ Zoë Quinn');
  desk.press('conversation.split');
  await sees('1 message by Zoë Quinn would leave #1');
  desk.press('enter');
  await sees('Split 1 message off #1');
  await sees('Split 1 message off #1: #2');
  await sees('was split off into #2');
  const [bill] = await scene.ask<{ body_text: string }[]>('GET', '/conversations/2/messages');
  expect(bill!.body_text.trim()).toBe('And my bill is wrong.');

  // The supplier is asked, and the customer hears nothing of it.
  desk.press('cursor.top', 'message.forward');
  await sees('FORWARD ·');
  desk.type(SAM);
  desk.press('enter', 'enter');
  desk.type('Is it in stock?');
  await sees('Is it in stock?');
  desk.press('ctrl-d');
  const asked = await scene.sent();
  expect([asked.from, asked.to]).toEqual(['agent@shop.example', ['sam@supplier.example']]);
  const question = await PostalMime.parse(asked.source);
  expect(question).toMatchObject({ subject: 'Fwd: Lamp' });
  expect(question.inReplyTo).toBeUndefined();
  expect(question.text).toMatch(/Is it in stock\?[\s\S]*Forwarded message[\s\S]*Do you have the lamp\?/);
  scene.write({ id: 's1', from: SAM, subject: 'Re: Fwd: Lamp', text: 'SECRET: it costs us 4.', answers: asked });
  await sees('SECRET: it costs us 4.');
  await sees('third party');
  await sees('┆ SECRET');

  // The answer goes to the customer alone, from whichever message it is begun, and has none of the supplier's words.
  desk.press('cursor.bottom', 'conversation.reply', 'ctrl-y');
  await sees('To  Zoë Quinn');
  await sees('> Do you have the lamp?');
  desk.type('Yes, in a week.');
  desk.press('ctrl-d');
  const answer = await scene.sent();
  expect(answer.to).toEqual(['zoe@customer.example']);
  expect(answer.source.toString()).not.toMatch(/supplier|SECRET/i);
  expect((await PostalMime.parse(answer.source)).inReplyTo).toBe('<z1@customer.example>');

  // A customer is written to first, with a copy that the others do not see, and answers into the same conversation.
  desk.press('conversation.create');
  await sees('typing replaces it');
  desk.type('Mia Berg <mia@new.example>');
  desk.press('enter', 'ctrl-x');
  desk.type('eve@there.example');
  desk.press('enter');
  desk.type('Your repair');
  desk.press('enter');
  desk.type('It is ready.');
  desk.press('ctrl-d');
  await sees(/Wrote to Mia Berg .*within 10 s/);
  desk.press('undo');
  await sees('has its text');
  desk.press('draft.list');
  await sees('New: Your repair');
  desk.press('enter');
  await sees('It is ready.');
  desk.press('ctrl-d');
  await sees(/Wrote to Mia Berg .*: #3/);
  const first = await scene.sent();
  expect([...first.to].sort()).toEqual(['eve@there.example', 'mia@new.example']);
  expect(first.source.toString()).not.toContain('eve@');
  expect(await PostalMime.parse(first.source)).toMatchObject({ subject: 'Your repair' });
  scene.write({
    id: 'm1',
    from: 'Mia Berg <mia@new.example>',
    subject: 'Re: Your repair',
    text: 'I come at four.',
    answers: first,
  });
  const texts = async () =>
    (await scene.ask<{ body_text: string }[]>('GET', '/conversations/3/messages')).map(one => one.body_text.trim());
  await expect.poll(texts).toEqual(['It is ready.', 'I come at four.']);
  expect(scene.relay.taken).toHaveLength(3);

  // A colleague is called, hears it, and finds it.
  const signIn = { email: BOB.email, password: BOB.password };
  const { access_token: token } = await scene.ask<{ access_token: string }>('POST', '/login', signIn);
  const bob = await scene.openDesk(token);
  bob.resetBytes();
  desk.press('palette.number');
  desk.type('2');
  desk.press('enter');
  await sees('#2 ');
  desk.press('note.write');
  await sees('NOTE');
  desk.type('The bill: @bo');
  desk.press('tab');
  await sees('@Bob Stone');
  desk.press('ctrl-d');
  await sees('Noted on #2');
  await bob.sees(/@ +2 Zoë/);
  await expect.poll(() => bob.output()).toContain('\u0007');
  bob.press('view.mentioned');
  await bob.sees('Mentions me');
  await bob.sees('The bill: @Bob Stone');
});
