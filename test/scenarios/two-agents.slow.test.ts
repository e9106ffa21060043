import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { openWatchedCenter, type WatchedAgent, type WatchedCenter } from './watched-center.ts';

interface Scene {
  readonly center: WatchedCenter;
  readonly ana: WatchedAgent;
  readonly bob: WatchedAgent;
}

async function openScene(): Promise<Scene> {
  const center = await openWatchedCenter({ sendsMail: true, isLive: true });
  await center.ask('POST', '/inboxes/1/emails', { email: 'support@shop.example' });
  const contact = { name: 'Zoë Quinn', email: 'zoe@customer.example' };
  const { id } = await center.ask<{ id: number }>('POST', '/contacts', contact);
  await center.ask('POST', '/conversations', { title: 'Parcel', contacts: [id] });
  await center.ask('POST', '/conversations/1/messages', { body_text: 'Where is my parcel?' });
  return { center, ana: await center.agent('Ana', 'admin'), bob: await center.agent('Bob', 'admin') };
}

async function write(desk: Terminal, key: string, box: string, text: string): Promise<void> {
  desk.press(key);
  await desk.sees(box);
  await desk.settled();
  desk.type(text);
  await desk.sees(text);
}

async function send(desk: Terminal, key: string, box: string, text: string): Promise<void> {
  await write(desk, key, box, text);
  desk.press('ctrl-d');
  await desk.seesNot(box);
}

async function answers({ center }: Scene): Promise<string[]> {
  const messages = await center.ask<{ kind: string; body_text: string }[]>('GET', '/conversations/1/messages');
  return messages.filter(({ kind }) => kind === 'agent').map(({ body_text: text }) => text);
}

const REPLY = 'REPLY · goes to the customer';
const NOTE = 'agents only';

test('conversation.reply: of two agents who answer one customer, the second is asked, and sees what the first wrote', async () => {
  const scene = await openScene();
  const beside = { args: ['--layout', 'beside'] };
  const first = await scene.center.openDesk(scene.bob.token);
  const second = await scene.center.openDesk(scene.ana.token, beside);
  await second.sees('Where is my parcel?');
  await write(second, 'conversation.reply', REPLY, 'It goes out today.');
  await send(first, 'note.write', NOTE, 'Do not answer, I called her.');
  await send(first, 'conversation.reply', REPLY, 'As I said: it is lost.');
  await expect.poll(() => answers(scene)).toEqual(['As I said: it is lost.']);
  await second.sees('As I said: it is lost.');
  second.press('ctrl-d');
  await second.sees('Bob noted since: “Do not answer, I called her.”');
  await second.sees('Bob answered since: “As I said: it is lost.”');
  second.press('e');
  await second.sees('It goes out today.');
  await second.seesNot('Bob noted since');
  await send(first, 'note.write', NOTE, 'Or do.');
  await second.sees('Or do.');
  second.press('ctrl-d');
  await second.sees('Bob noted since: “Or do.”');
  await second.seesNot('noted since: “Do not');
  expect(await answers(scene)).toHaveLength(1);
  second.press('y');
  await second.sees('Replied to #1');
  await expect.poll(() => answers(scene)).toEqual(['As I said: it is lost.', 'It goes out today.']);
  // What the agent's own desk wrote asks nothing.
  await send(second, 'conversation.reply', REPLY, 'One more thing.');
  await second.sees('Replied to #1');
  await expect.poll(() => answers(scene)).toHaveLength(3);
});
