import { expect, test } from 'vitest';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

/** More than the pages that are read ahead. */
const COUNT = 300;

/** A help center with more conversations than are loaded at first: every third is for a VIP, every ninth is closed. */
async function openFull(): Promise<Backstage> {
  const backstage = await openBackstage();
  const { ask } = backstage;
  const statuses = await ask<{ id: number; kind: string }[]>('GET', '/conversation_statuses');
  const closed = statuses.find(({ kind }) => kind === 'closed')!.id;
  for (let index = 0; index < COUNT; index += 1) {
    const tags = [index % 3 === 0 ? 'vip' : 'late'];
    const { id } = await ask<{ id: number }>('POST', '/conversations', { title: `Question ${index}`, tags });
    if (index % 9 === 0) await ask('PUT', `/conversations/${id}`, { conversation_status_id: closed });
  }
  return backstage;
}

test('f counts the list by its values, and narrows it by one after the other, and back', async () => {
  const desk = await openDesk(await openFull());
  desk.press('list.filter', 'ctrl-u', 'enter');
  await desk.sees(/ All +\d/);

  desk.press('list.facets');
  await desk.sees('Narrow by');
  await desk.sees(/tag:late +200 │/);
  await desk.sees(/status:closed +34 │/);
  desk.type('vip');
  await desk.seesNot('tag:late');
  await desk.sees(/tag:vip +100 │/);
  desk.press('enter');
  await desk.sees(/ All · tag vip +100/);

  desk.press('list.facets');
  await desk.sees(/✓ tag:vip +100 │/);
  await desk.sees(/status:closed +34 │/);
  desk.type('closed');
  await desk.seesNot('tag:vip');
  desk.press('enter');
  await desk.sees(/ All · closed · tag vip +34/);
  desk.press('list.filter');
  await desk.sees('status:closed tag:vip');
  desk.press('esc');
  await desk.seesNot('Enter list');

  desk.press('list.facets');
  await desk.sees(/✓ status:closed +34 │/);
  await desk.sees(/status:open +66 │/);
  desk.press('enter');
  await desk.sees(/ All · tag vip +100/);
  desk.press('list.facets');
  await desk.sees(/✓ tag:vip/);
  desk.press('esc');
  await desk.seesNot('Narrow by');
  await desk.sees(/ All · tag vip +100/);
  desk.press('quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
});

test('over a slow link f counts the loaded rows alone, until Tab asks for all', async () => {
  const desk = await openDesk(await openFull(), { args: ['--link', 'slow'] });
  desk.press('list.filter', 'ctrl-u', 'enter');
  await desk.sees(/ All +\d/);
  await desk.settled();
  desk.press('list.facets');
  await desk.sees('Narrow by · of 30 loaded');
  await desk.sees(/tag:late +\d+\+ │/);
  const box = () => desk.screen().map(line => line.search(/[┌└]/));
  const values = () => desk.screen().flatMap(line => /(status|assignee|tag|inbox):\S+/.exec(line)?.[0] ?? []);
  const [edges, order] = [box(), values()];
  desk.press('tab');
  await desk.sees(/tag:late +200 │/);
  await desk.seesNot('loaded');
  expect([box(), values()]).toEqual([edges, order]);
  desk.press('tab');
  await desk.settled();
  desk.press('esc');
  await desk.seesNot('Narrow by');
  desk.press('quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
});
