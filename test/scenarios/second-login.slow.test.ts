import { expect, test } from 'vitest';
import { keptDrafts } from '../harness/kept-drafts.ts';
import type { Terminal } from '../harness/pty.ts';
import { openBackstage, openDesk } from './open-desk.ts';

async function openNote(desk: Terminal): Promise<void> {
  desk.press('note.write');
  await desk.sees('agents only');
}

test('a second login goes on with the half-typed note of the first, which is asked before it sends it too', async () => {
  const backstage = await openBackstage();
  const id = await backstage.conversation('Refund for order 7741');
  const first = await openDesk(backstage);
  await first.sees('Refund for order 7741');
  await openNote(first);
  first.type('Called her, and');
  await expect.poll(() => keptDrafts(backstage.environment).get(id)).toBe('Called her, and');

  const second = await openDesk(backstage);
  await second.sees('Refund for order 7741');
  await openNote(second);
  await second.sees('Called her, and');
  await second.sees(/Begun in your other desk \(pts\/\d+, \d\d:\d\d\), which is still open\./);
  second.type(' she is glad.');
  await second.sees('she is glad.');
  second.press('ctrl-d');
  await second.sees('Noted on');

  first.press('ctrl-d');
  await first.sees(/Not sent: your other desk \(pts\/\d+, \d\d:\d\d\) has sent its beginning/);
  const notes = async () =>
    (await backstage.ask<{ details: string }[]>('GET', `/conversations/${id}/notes`)).map(({ details }) => details);
  await expect.poll(notes).toEqual(['Called her, and she is glad.']);

  // The connection of the first one breaks: what it did not send is there at the next login.
  first.kill('SIGHUP');
  await first.exit();
  second.press('quit');
  await second.exit();
  const third = await openDesk(backstage);
  await third.sees('Refund for order 7741');
  third.press('draft.list');
  await third.sees('Called her, and');
  expect(await notes()).toHaveLength(1);
});
