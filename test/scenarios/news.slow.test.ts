import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { openBackstage, openDesk } from './open-desk.ts';

async function end(desk: Terminal): Promise<void> {
  desk.press('back', 'quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
}

test('a reply that came while the desk was closed is news at the next start, until it is read', async () => {
  const backstage = await openBackstage();
  const parcel = await backstage.conversation('Where is my parcel');
  const refund = await backstage.conversation('Refund please');
  const first = await openDesk(backstage);
  await first.sees('Refund please');
  await first.seesNot('●');
  await end(first);

  await backstage.ask('POST', `/conversations/${refund}/messages`, { body_text: 'Any news of it?' });
  const second = await openDesk(backstage);
  await second.sees(new RegExp(`●    ${refund} Zoë Quinn +Refund please`));
  await second.sees('Any news of it?');
  second.press('cursor.down');
  await second.sees(`#${parcel} Where`);
  second.press('list.news-previous', 'open');
  await second.sees('Esc list');
  await second.seesNot('●');
  second.press('undo');
  await second.sees('Nothing to undo');
  second.press('conversation.unread');
  await second.sees(new RegExp(`●    ${refund} Zoë Quinn +Refund please`));
  second.press('undo');
  await second.seesNot('●');
  await end(second);

  const third = await openDesk(backstage);
  await third.sees('Any news of it?');
  await third.seesNot('●');
  await end(third);
});
