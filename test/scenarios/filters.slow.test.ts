import { expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

test('/ filters by customer, notes, unread and waiting, and excludes', async () => {
  const backstage = await openBackstage();
  const { ask } = backstage;
  const refund = await backstage.conversation('Refund please', { tags: ['vip'] });
  const parcel = await backstage.conversation('Where is my parcel', { name: 'Tomasz Kos' });
  const login = await backstage.conversation('Cannot log in', { name: 'Ana Lima' });
  await ask('POST', `/conversations/${login}/notes`, { details: 'Called her' });
  const desk = await openDesk(backstage);
  await desk.sees('Cannot log in');
  await ask('POST', `/conversations/${refund}/messages`, { body_text: 'Any news of it?' });

  const titles = { [refund]: 'Refund please', [parcel]: 'Where is my', [login]: 'Cannot log' };
  const listed = async (filter: string, ids: readonly number[], head: string) => {
    desk.press('list.filter', 'ctrl-u');
    await desk.sees(/\/ {2}/);
    desk.type(filter);
    await desk.sees(filter);
    desk.press('enter');
    await desk.sees(head);
    // A refused line stays open, and its hint covers the first row.
    if (head.includes('not known')) desk.press('esc');
    for (const [id, title] of Object.entries(titles)) {
      const row = new RegExp(` ${id} .*${title}`);
      if (ids.includes(Number(id))) await desk.sees(row);
      else await desk.seesNot(row);
    }
  };
  await listed('from:tomasz', [parcel], 'All · from tomasz');
  await listed('has:note', [login], 'All · with note');
  await listed('is:unread', [refund], 'All · unread');
  await listed('is:waiting -tag:vip', [parcel, login], 'not tag vip · waiting');
  await listed('-from:zoe', [parcel, login], '-from:zoe is not known yet');
  await listed('-status:open', [], 'All · not open');
  await listed('-inbox:spam -assignee:me', [refund, parcel, login], 'not Spam · not mine');
  desk.press('list.filter');
  await desk.sees('-assignee:me -inbox:Spam');
  desk.press('esc', 'quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
});
