import { expect, test } from 'vitest';
import { administer, filled, filledLong, goDownTo, type Inbox, press, typed } from './administration.ts';
import { openWatchedCenter } from './watched-center.ts';

/** A help center with three more inboxes, and the desk of somebody with this role. */
async function watched(role: 'agent' | 'admin', size?: { columns: number; rows: number }) {
  const center = await openWatchedCenter();
  const ids: number[] = [];
  for (const name of ['Returns', 'Repairs', 'Parcels']) {
    ids.push((await center.ask<Inbox>('POST', '/inboxes', { name })).id);
  }
  const { id, token } = await center.agent('Ana', role);
  for (const inbox of ids) await center.ask('POST', `/inboxes/${inbox}/agents`, { agent_id: id });
  const desk = await center.openDesk(token, size);
  await administer(desk);
  await desk.sees('Returns');
  const names = async () => (await center.ask<Inbox[]>('GET', '/inboxes')).map(({ name }) => name);
  return { center, desk, names };
}

test('inbox.administer: J and K send one request when the box is left, and none if the order is as before', async () => {
  const { center, desk, names } = await watched('admin');
  await goDownTo(desk, 'Returns');
  await press(desk, 'J', 'J', 'K', 'K');
  await press(desk, 'esc');
  await desk.seesNot('┌ Inboxes');
  expect(center.writes).toEqual([]);
  await administer(desk);
  await goDownTo(desk, 'Returns');
  await press(desk, 'J', 'J', 'k', 'K', 'K');
  await desk.sees('saves or drops');
  await press(desk, 'esc', 'y');
  await desk.sees('Order saved');
  expect(center.writes).toEqual(['POST /inboxes/bulk-sort']);
  expect(await names()).toEqual(['Inbox', 'Parcels', 'Spam', 'Repairs', 'Returns']);
});

test('inbox.administer: on a broken link the order stays and Esc sends it again, and a form keeps its text', async () => {
  const { center, desk, names } = await watched('admin');
  center.refuse(/^POST/, 0);
  await goDownTo(desk, 'Returns');
  await press(desk, 'J', 'esc', 'y');
  await desk.sees('Esc, y tries again');
  await desk.sees('saves or drops');
  center.refuse(null);
  await press(desk, 'esc', 'y');
  await desk.sees('Order saved');
  expect(await names()).toEqual(['Inbox', 'Spam', 'Repairs', 'Returns', 'Parcels']);
  center.refuse(/^POST/, 0);
  await administer(desk);
  await press(desk, 'a');
  await filled(desk, 'Name', 'Night shift');
  await press(desk, 'ctrl-d');
  await desk.sees(/Enter tries/);
  expect(desk.text()).toMatch(/Name +Night shift/);
  center.refuse(null);
  await press(desk, 'enter');
  await desk.sees('Saved Night shift');
  expect(await names()).toContain('Night shift');
});

test('inbox.administer: without admin rights an agent reads the settings, is told why they cannot change, and sends nothing', async () => {
  const { center, desk } = await watched('agent');
  const why = 'Only admins may change this';
  const tries: readonly (readonly string[])[] = [
    ['a'],
    ['J'],
    ['D'],
    ['enter', 'x'],
    ['t', 'enter'],
    ['m', 'x'],
    ['s', 'a'],
    ['u', 'a'],
    ['u', 't'],
  ];
  await center.ask('POST', '/teams', { name: 'Warehouse', agent_ids: [] });
  for (const keys of tries) {
    await press(desk, ...keys);
    await desk.sees(why);
    while (desk.text().includes('┌')) await press(desk, 'esc');
    await administer(desk);
    await desk.seesNot(why);
  }
  expect(center.writes).toEqual([]);
});

test('a help center that is not ours says what it lacks, and is not asked for it again', async () => {
  const { center, desk } = await watched('admin');
  center.refuse(/^(POST \/(agents|teams|conversation_statuses)|PUT \/tags)/, 501);
  await press(desk, 'u', 't');
  await desk.sees('New team');
  await filled(desk, 'Name', 'Night shift');
  for (let time = 0; time < 2; time++) {
    await press(desk, 'ctrl-d');
    await desk.sees('This help center does not offer that (501)');
  }
  // It says so twice before it counts.
  expect(center.writes).toEqual(['POST /teams', 'POST /teams']);
});

test('an API key has no bell: the help center’s own reason is said', async () => {
  const center = await openWatchedCenter();
  const desk = await center.openDesk(center.apiKey);
  await press(desk, 'pane.left', 'cursor.top', 'inbox.subscribe');
  await desk.sees(/The bell of Inbox stays as it is: .*agent/);
});

test('inbox.edit: on 40 columns and 12 rows every field is reached and saved', async () => {
  const { center, desk } = await watched('admin', { columns: 40, rows: 12 });
  await goDownTo(desk, 'Returns');
  await press(desk, 'enter');
  await desk.sees('Name');
  await filled(desk, 'Name', 'Returned');
  await filledLong(desk, 'Automatic r', 'We have your mail.');
  await filledLong(desk, 'Addresses', 'back@shop.example');
  await press(desk, 'esc', 'y');
  await desk.sees('Saved Returned');
  expect(await center.ask('GET', '/inboxes')).toContainEqual(
    expect.objectContaining({
      name: 'Returned',
      autoresponse_text: 'We have your mail.',
      emails: [expect.objectContaining({ email: 'back@shop.example', status: 'primary' })],
    }),
  );
});

test('inbox.delete: Esc stops moving between two steps, deletes nothing, and says how many were moved', async () => {
  const { center, desk, names } = await watched('admin');
  const inboxes = await center.ask<Inbox[]>('GET', '/inboxes');
  const { id } = inboxes.find(({ name }) => name === 'Returns')!;
  for (const title of ['Shoes', 'Lamp', 'Kettle']) await center.ask('POST', '/conversations', { title, inbox_id: id });
  const letGo = center.hold(/^PUT \/conversations$/);
  await goDownTo(desk, 'Returns');
  await press(desk, 'D');
  await desk.sees('Delete Returns: 3 conversations');
  await press(desk, 'enter');
  await goDownTo(desk, 'Repairs');
  await press(desk, 'enter');
  await typed(desk, 'Returns');
  await desk.sees('Moving the conversations of Returns to Repairs');
  await desk.sees('Esc stops');
  await press(desk, 'esc');
  await desk.sees('Stopping after the conversations that are on their way');
  letGo();
  await desk.sees('Stopped: Returns stays, 3 conversations moved to Repairs · z cannot undo that');
  expect(center.writes.filter(call => call.startsWith('DELETE'))).toEqual([]);
  expect(await names()).toContain('Returns');
});
