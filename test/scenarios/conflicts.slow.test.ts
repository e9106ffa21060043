import { expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { Terminal } from '../harness/pty.ts';
import { openWatchedCenter, type WatchedCenter } from './watched-center.ts';

interface Scene {
  readonly center: WatchedCenter;
  readonly desk: Terminal;
  readonly bob: string;
  readonly statusId: number;
  readonly hiddenId: number;
}

/** A desk of Ana, who sees one of two inboxes; Bob sees all, and works elsewhere. */
async function openScene(): Promise<Scene> {
  const center = await openWatchedCenter();
  const ana = await center.agent('Ana', 'agent');
  const bob = await center.agent('Bob', 'admin');
  const [inbox] = await center.ask<{ id: number }[]>('GET', '/inboxes');
  await center.ask('POST', `/inboxes/${inbox!.id}/agents`, { agent_id: ana.id });
  const { id: hiddenId } = await center.ask<{ id: number }>('POST', '/inboxes', { name: 'Board' });
  const { id: statusId } = await center.ask<{ id: number }>('POST', '/conversation_statuses', {
    name: 'awaiting reply',
  });
  await begin(center, 'Oldest');
  const desk = await center.openDesk(ana.token);
  await desk.sees('Oldest');
  return { center, desk, bob: bob.token, statusId, hiddenId };
}

async function begin({ ask }: WatchedCenter, title: string): Promise<number> {
  const contact = await ask<{ id: number }>('POST', '/contacts', {
    name: 'Zoë Quinn',
    email: `${crypto.randomUUID()}@customer.example`,
  });
  const { id } = await ask<{ id: number }>('POST', '/conversations', { title, contacts: [contact.id] });
  await ask('POST', `/conversations/${id}/messages`, { body_text: 'Where is my parcel?' });
  return id;
}

/** New conversations, in the list of the desk, the newest first under the cursor. */
async function fresh({ center, desk }: Scene, name: string, count = 1): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.unshift(await begin(center, `${name} ${at}`));
  // A row that has left stays as long as the cursor is on it.
  desk.press('cursor.bottom', 'refresh');
  await desk.sees(new RegExp(`${name} \\d|new above`));
  await desk.settled();
  desk.press('cursor.top');
  await desk.sees(`#${ids[0]} ${name}`);
  await desk.settled();
  return ids;
}

function read({ center }: Scene, id: number): Promise<Conversation> {
  return center.ask<Conversation>('GET', `/conversations/${id}`);
}

function write({ center }: Scene, id: number, text: string): Promise<unknown> {
  return center.ask('POST', `/conversations/${id}/messages`, { body_text: text });
}

/** Presses keys without a link; meanwhile others act; then the link is back. */
async function offline({ center, desk }: Scene, press: () => Promise<void>, meanwhile: () => Promise<void>) {
  center.refuse(/./, 0);
  await press();
  await desk.settled();
  await meanwhile();
  center.refuse(null);
  desk.press('refresh');
}

async function customerAgainstArchive(scene: Scene): Promise<void> {
  const { center, desk } = scene;
  const [id] = (await fresh(scene, 'Parcel')) as [number];
  await offline(
    scene,
    async () => {
      desk.press('conversation.archive');
      await desk.sees('Oldest');
    },
    async () => {
      await write(scene, id, 'WAIT, the parcel came');
      await center.ask('PUT', `/conversations/${id}`, { assign_to: 2 }, scene.bob);
    },
  );
  await desk.sees(`Not archived yet. #${id}: The customer wrote since: “WAIT, the parcel`);
  await desk.sees('go: 1 asks');
  desk.press('open');
  await desk.sees('m  archive anyway');
  desk.press('t');
  await desk.sees('Not sent: Archived');
  await desk.seesNot('go: 1');
  expect(await read(scene, id)).toMatchObject({ archived: false, assign_to: 2 });
}

async function statusAgainstStatus(scene: Scene): Promise<void> {
  const { center, desk, statusId, bob } = scene;
  const [id] = (await fresh(scene, 'Refund')) as [number];
  await offline(
    scene,
    async () => desk.press('conversation.close'),
    async () => {
      await center.ask('PUT', `/conversations/${id}`, { conversation_status_id: statusId }, bob);
    },
  );
  await desk.sees('status: you closed it, Bob set awaiting reply');
  desk.press('activity');
  await desk.sees('Asks         1 change, because of what others did since');
  desk.press('enter');
  await desk.sees('Decide on which change?');
  desk.press('enter');
  await desk.sees('m  mine');
  desk.press('m');
  await desk.sees('Sending: Closed');
  desk.press('esc');
  await desk.seesNot('Outbox and activity');
  await expect.poll(async () => (await read(scene, id)).status).toBe('closed');
}

async function manyWithThree(scene: Scene): Promise<void> {
  const { desk } = scene;
  const ids = await fresh(scene, 'Voucher', 20);
  await offline(
    scene,
    async () => {
      desk.press('list.range', ...Array.from({ length: 19 }, () => 'cursor.down'), 'list.range');
      await desk.sees('20 marked');
      desk.press('conversation.close');
    },
    async () => {
      for (const at of [2, 5, 9]) await write(scene, ids[at]!, `WAIT ${at}`);
    },
  );
  await desk.sees('17 done, 3 ask · Enter lists them');
  await desk.sees('go: 3 ask');
  desk.press('open');
  await desk.sees(`#${ids[5]} The customer wrote since: “WAIT 5”`);
  desk.press('m');
  await desk.sees('2 more to decide');
  desk.press('T');
  await desk.sees('Not sent: ');
  const open = async () => {
    const all = await Promise.all(ids.map(id => read(scene, id)));
    return all.filter(({ status }) => status !== 'closed').map(({ id }) => id);
  };
  await expect.poll(open, { interval: 200 }).toHaveLength(2);
  const asked = [2, 5, 9].map(at => ids[at]!);
  expect(asked).toEqual(expect.arrayContaining(await open()));
  desk.press('list.unmark');
}

async function noteFollows(scene: Scene): Promise<void> {
  const { center, desk } = scene;
  const [id, into] = (await fresh(scene, 'Invoice', 2)) as [number, number];
  await offline(
    scene,
    async () => {
      desk.press('note.write');
      await desk.sees('agents only');
      desk.type('Called her.');
      desk.press('ctrl-d');
      await desk.seesNot('agents only');
    },
    async () => {
      await center.ask('POST', `/conversations/${into}/merge`, { conversation_ids: [id] });
    },
  );
  await desk.sees(`#${id} was merged into #${into}, your change went there: Noted on #${into}`);
  const notes = await center.ask<{ details: string }[]>('GET', `/conversations/${into}/notes`);
  expect(notes.map(({ details }) => details)).toEqual(['Called her.']);
}

/** What the help center itself refuses is listed with its reason. */
async function refusedOne(scene: Scene): Promise<void> {
  const { center, desk, hiddenId } = scene;
  const [id] = (await fresh(scene, 'Return', 3)) as [number];
  await offline(
    scene,
    async () => {
      desk.press('list.range', 'cursor.down', 'cursor.down', 'list.range', 'conversation.assign-me');
      // Its notice is soon replaced: there is no link.
      await desk.sees(/Assigned 3|1 change is kept|1 kept/);
    },
    async () => {
      await center.ask('PUT', `/conversations/${id}`, { inbox_id: hiddenId });
    },
  );
  await desk.sees('2 done, 1 refused');
  desk.press('open');
  await desk.sees(`#${id} there is no conversation ${id}`);
  desk.press('d');
  await desk.seesNot('Refused:');
}

test('conflict.list, refused.list: changes of others since are asked about, merged or followed', async () => {
  const scene = await openScene();
  await customerAgainstArchive(scene);
  await statusAgainstStatus(scene);
  await manyWithThree(scene);
  await noteFollows(scene);
  await refusedOne(scene);
  scene.desk.press('quit');
  await scene.desk.exit();
});
