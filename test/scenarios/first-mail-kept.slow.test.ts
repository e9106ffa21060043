import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { openAnswerScene } from './answer-scene.ts';

test('a new mail that a killed desk left half written is open in the next, is among its drafts, and goes out once', async () => {
  const scene = await openAnswerScene({ send_delay: 1 });
  const home = temporaryFolder();
  const desk = await scene.openDesk(undefined, home);
  desk.press('conversation.create');
  await desk.sees('NEW ·');
  desk.type('Mia Berg <mia@new.example>');
  desk.press('enter', 'enter');
  desk.type('Your repair');
  desk.press('enter');
  desk.type('It is ready.');
  await desk.sees('It is ready.');
  // What is typed is on the disk a moment later.
  await new Promise(resolve => setTimeout(resolve, 2_000));
  desk.kill('SIGKILL');

  const next = await scene.openDesk(undefined, home);
  // Its box is open again; put away, it is a draft as any other.
  await next.sees('It is ready.');
  next.press('esc');
  await next.seesNot('NEW ·');
  next.press('draft.list');
  await next.sees('New: Your repair');
  next.press('enter');
  await next.sees('It is ready.');
  next.press('ctrl-d');
  await next.sees(/Wrote to Mia Berg .*: #1/);
  const mail = await scene.sent();
  expect([mail.from, mail.to]).toEqual(['agent@shop.example', ['mia@new.example']]);
  expect(await scene.ask<object[]>('GET', '/conversations')).toHaveLength(1);
  expect(scene.relay.taken).toHaveLength(1);
});
