import { expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

interface Held {
  readonly archived: boolean;
  readonly tags: readonly string[];
  readonly assign_to: number | null;
}

test('journal: a line of an earlier run is taken back, with the acts after it; the shell lists it all', async () => {
  const backstage = await openBackstage();
  const [older, newest] = [await backstage.conversation('Where is my parcel?'), await backstage.conversation('Refund')];
  const held = (id: number) => backstage.ask<Held>('GET', `/conversations/${id}`);
  const becomes = (what: (id: number) => Promise<unknown>, id: number) => expect.poll(() => what(id));

  const first = await openDesk(backstage);
  await first.sees('Refund');
  first.press('conversation.assign-me');
  await becomes(async id => (await held(id)).assign_to, newest).not.toBeNull();
  first.press('conversation.unassign');
  await becomes(async id => (await held(id)).assign_to, newest).toBeNull();
  first.press('conversation.archive');
  await becomes(async id => (await held(id)).archived, newest).toBe(true);
  first.press('quit');
  await first.exit;

  const desk = await openDesk(backstage);
  await desk.sees('Where is my parcel?');
  desk.press('activity');
  await desk.sees(/Done +gz lists all/);
  await desk.sees(new RegExp(`Archived #${newest} · sent`));
  desk.press('enter');
  await desk.sees('Done: take back');
  desk.type('assigned');
  await desk.seesNot('Archived #');
  desk.press('enter');
  await desk.sees(new RegExp(`Unassigned #${newest} came after it, and is taken back first`));
  desk.press('y');
  await desk.sees('Undone: Assigned');
  desk.press('esc', 'esc');
  await becomes(async id => (await held(id)).assign_to, newest).toBeNull();

  desk.press('journal');
  await desk.sees(/Unassigned.* taken back/);
  desk.press('down', 'down', 'enter');
  await desk.sees('Make again');
  desk.press('esc', 'esc');
  expect(await held(older)).toMatchObject({ archived: false });
  desk.press('quit');
  await desk.exit;

  const listed = backstage.shell('journal', '--database', backstage.database, '--json', 'title,state,conversation_ids');
  expect(JSON.parse(listed)).toEqual([
    { title: `Assigned #${newest} to root`, state: 'taken back', conversation_ids: [newest] },
    { title: `Unassigned #${newest}`, state: 'taken back', conversation_ids: [newest] },
    { title: `Archived #${newest}`, state: 'sent', conversation_ids: [newest] },
  ]);
  const commands = backstage.shell('journal', '--database', backstage.database, '--since', 'today', '--commands');
  expect(commands.split('\n').filter(line => !line.startsWith('#'))).toEqual([
    `frontdesk conversations archive ${newest}`,
    '',
  ]);
});
