import { expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

test('--read-only shows everything and changes nothing: each verb says why', async () => {
  const backstage = await openBackstage();
  const id = await backstage.conversation('Refund for order 7741');
  const desk = await openDesk(backstage, { args: ['--read-only'] });
  await desk.sees(`#${id} Refund`);
  await desk.sees('read-only');
  for (const key of ['conversation.archive', 'conversation.tag', 'note.write', 'undo', 'conversation.merge']) {
    desk.press(key);
    await desk.sees('Nothing changed: this desk only reads');
  }
  desk.press('quit');
  expect(await backstage.ask('GET', `/conversations/${id}`)).toMatchObject({ archived: false, note_count: 0 });
});
