import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBuiltDesk } from '../harness/built-desk.ts';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

async function scene(): Promise<Backstage> {
  const backstage = await openBackstage();
  await backstage.conversation('Refund please', { tags: ['vip'] });
  await backstage.conversation('Where is my parcel', { tags: ['late'] });
  const busy = await backstage.conversation('Cannot log in', { tags: ['vip'] });
  const junk = await backstage.conversation('Cheap watches');
  const done = await backstage.conversation('All is well');
  const { id: status } = await backstage.ask<{ id: number }>('POST', '/conversation_statuses', { name: 'in progress' });
  await backstage.ask('PUT', `/conversations/${busy}`, { conversation_status_id: status });
  await backstage.ask('PUT', `/conversations/${junk}`, { inbox_id: 2 });
  await backstage.ask('PUT', `/conversations/${done}`, { conversation_status_id: 2 });
  return backstage;
}

async function filter(desk: Terminal, text: string): Promise<void> {
  desk.press('list.filter', 'ctrl-u');
  await desk.sees(/\/ {2}/);
  desk.type(text);
  await desk.sees(text);
  desk.press('enter');
}

async function save(desk: Terminal, name: string, digit: string): Promise<void> {
  desk.press('view.save');
  await desk.sees(`${digit} will open it`);
  desk.type(name);
  await desk.sees(name);
  desk.press('enter');
  await desk.sees(`Saved as view ${digit}: ${name}`);
}

/** The views of the inbox pane, from top to bottom, with their numbers. */
function listed(desk: Terminal): readonly string[] {
  return desk
    .screen()
    .map(row => row.split('│')[0]!)
    .filter(row => /^.?\d /.test(row))
    .map(row => row.slice(1).trim().replace(/ {2,}/g, ' '));
}

test('the given views cover the work, with their numbers, which own changes move at once', async () => {
  const backstage = await scene();
  const desk = await openDesk(backstage);
  await desk.sees(/0 Unresolved +3/);
  expect(listed(desk)).toEqual(['0 Unresolved 3', '1 Mine 0', '2 Unassigned 3', '3 Waits on us 3', '4 Archived']);
  expect(desk.text()).toContain('Cannot log in');
  expect(desk.text()).not.toContain('Cheap watches');
  expect(desk.text()).not.toContain('All is well');
  desk.press('conversation.assign-me');
  await desk.sees(/1 Mine +1/);
  await desk.sees(/2 Unassigned +2/);
  desk.press('conversation.archive');
  await desk.sees(/0 Unresolved +2/);
  desk.press('undo');
  await desk.sees(/0 Unresolved +3/);
  await desk.settled(400);
  desk.resetBytes();
  await new Promise(resolve => setTimeout(resolve, 3_000));
  expect(desk.bytes(), 'nothing is written while nothing changes').toBe(0);
  desk.press('pane.left', 'cursor.up', 'open');
  await desk.sees('Spam · unresolved');
  await desk.sees('Cheap watches');
});

test('a filter is saved as a view, renamed, moved, refiltered and deleted, and found at the next start', async () => {
  const backstage = await scene();
  const desk = await openDesk(backstage);
  await desk.sees('Refund please');
  await filter(desk, 'is:unresolved tag:vip');
  await desk.seesNot(/Quinn +Where is my/);
  await save(desk, 'VIP, open', '5');
  await desk.sees(/5 VIP, open +2/);
  await filter(desk, 'tag:late');
  await desk.sees('Where is my');
  await save(desk, 'Tardy', '6');
  desk.press('view.unresolved');
  await desk.sees('Refund please');
  desk.press('view.saved-2');
  await desk.seesNot(/Quinn +Refund please/);
  desk.press('view.save');
  await desk.sees('Save as view: ');
  desk.type('tardy');
  await desk.sees('There is a view “tardy” already');
  desk.press('esc');

  desk.press('go.view');
  await desk.sees('Enter go');
  desk.press('G', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', '=');
  await desk.sees('Rename the view “VIP, open”');
  desk.press('ctrl-u');
  desk.type('Important');
  await desk.sees('Important');
  desk.press('enter');
  await desk.sees('Renamed VIP, open: Important');
  desk.press('J');
  await desk.sees(/6 +Important/);
  desk.press('/');
  await desk.sees('Filter of the view “Important”');
  desk.type(' is:mine');
  await desk.sees('is:mine');
  desk.press('enter');
  await desk.sees('Saved the filter of Important');
  desk.press('K', 'k', '=');
  await desk.sees('is a given view');
  desk.press('esc');
  expect(listed(desk).slice(5)).toEqual(['5 Important 0', '6 Tardy 1']);

  const folder = join(backstage.environment.XDG_CONFIG_HOME!, 'frontdesk');
  const [file, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(folder, file!), 'utf8')).views).toEqual([
    { name: 'Important', filter: 'tag:vip is:unresolved is:mine' },
    { name: 'Tardy', filter: 'tag:late' },
  ]);
  desk.press('quit');
  await desk.exit();

  const next = await openDesk(backstage, { args: ['--view', 'late'] });
  await next.sees('Where is my');
  await next.seesNot(/Quinn +Refund please/);
  await next.sees(/6 Tardy +1/);
  next.press('go.view', '5');
  await next.sees(/│ Important 0 +│/);
  next.press('go.view');
  await next.sees('Enter go');
  next.press('j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'D');
  await next.sees('Delete the view “Tardy”?');
  next.press('y');
  await next.sees('Deleted the view Tardy');
  next.press('esc');
  await next.sees('5 Important');
  expect(listed(next).slice(5)).toEqual(['5 Important 0']);
  next.press('view.saved-2');
  await next.sees('No view has the key 6 yet');
});

test.each([
  ['Waits on us', 'Waits on us'],
  ['tag:vip sort:oldest', 'All · tag vip · oldest'],
])('--view %j lists %j at the start', async (view, title) => {
  const desk = await openDesk(await scene(), { args: ['--view', view] });
  await desk.sees(title);
  await desk.sees('Refund please');
});

test.each([
  ['stauts:open', 'Unknown filter "stauts:open": did you mean status:?'],
  ['Unasigned', 'No view is named "Unasigned": did you mean "Unassigned"?'],
])('a wrong --view %j is an error in words, before the screen opens', async (view, problem) => {
  const backstage = await openBackstage();
  const desk = openBuiltDesk(['--database', backstage.database, '--view', view], backstage.environment, { rows: 20 });
  expect((await desk.exit()).exitCode).toBe(2);
  expect(desk.text()).toContain(`--view: ${problem}`);
});
