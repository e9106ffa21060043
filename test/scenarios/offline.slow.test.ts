import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { apiKey, type Serving, startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { bytesFor } from '../harness/key-names.ts';
import type { Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { openTrainLink } from '../harness/train-link.ts';

const BASE = '/api/agent/v1';
/** The customers' titles, oldest first; each message holds one word more. */
const TITLES = ['Voucher', 'Invoice 12', 'Parcel went back', 'Refund for order 7741', 'Wrong colour'];

/** A help center that can be stopped, and a way to it whose address stays. */
async function openFar() {
  const folder = temporaryFolder();
  const location = join(folder, 'center.db');
  const center = await createCenter({ database: location, attachmentsFolder: join(folder, 'attachments') });
  const { id } = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const token = await createAgentToken(center, id);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const post = async (path: string, body: unknown): Promise<number> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await center.fetch(new Request(`http://center${BASE}${path}`, init));
    return ((await answer.json()) as { data: { id: number } }).data.id;
  };
  for (const title of TITLES) {
    const conversation = await post('/conversations', { title });
    await post(`/conversations/${conversation}/messages`, { body_text: `A word on it: ${title.toUpperCase()}.` });
  }
  await center.close();
  const serve = (): Promise<Serving> => startServing({ location, folder });
  let serving = await serve();
  const line = await openTrainLink(serving.url);
  onTestFinished(async () => {
    await line.close();
    await serving.kill();
  });
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${serving.url}${BASE}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } });
    return ((await answer.json()) as { data: T }).data;
  };
  return {
    line,
    token,
    ask,
    stop: () => serving.stop(),
    start: async () => {
      serving = await serve();
      line.leadTo(serving.url);
    },
  };
}

interface Conversation {
  readonly id: number;
  readonly title: string;
}
type Far = Awaited<ReturnType<typeof openFar>>;

function startDesk({ line, token }: Far, home: string, own = token): Terminal {
  return openBuiltDesk(['--url', line.url, '--link', 'fast'], deskEnvironment(home, { FRONTDESK_TOKEN: own }), {
    columns: 160,
    rows: 30,
  });
}

async function quit(desk: Terminal): Promise<void> {
  await desk.settled();
  desk.press('quit-now');
  await desk.exit();
}

test('an hour without a link: conversations taken along are read, found and worked on, and changes are sent once, in order', async () => {
  const far = await openFar();
  const home = temporaryFolder();
  const first = startDesk(far, home);
  await first.sees('Wrong colour');
  first.press('list.take-along');
  await first.sees(/Took along 5 conversations · \d+ kB/);
  await quit(first);
  await far.stop();

  const desk = startDesk(far, home);
  await desk.sees('Wrong colour');
  await desk.sees('as of');
  await desk.sees(/offline since \d\d:\d\d/);
  // Reads what was taken along.
  desk.press('cursor.down', 'cursor.down', 'cursor.down');
  await desk.sees('A word on it: INVOICE 12');
  // A note, a tag, the archive, one after the other.
  desk.press('note.write');
  desk.type('Called her on the train.');
  desk.press('ctrl-d');
  await desk.sees('Called her on the train.');
  desk.press('conversation.tag');
  await desk.sees('Tags');
  desk.type('train\r');
  await desk.sees('Tagged #2 train');
  desk.press('esc');
  await desk.seesNot('Tags of');
  desk.press('conversation.assign-me');
  await desk.sees('Assigned');
  desk.press('conversation.archive');
  await desk.seesNot('Invoice 12');
  await desk.sees('4 unsent');
  // What was done by mistake is taken back here and never leaves.
  // Both keys in one read: between them nothing can be tried.
  desk.type(bytesFor('conversation.archive', 'undo'));
  await desk.sees(/Undone: .*rchived/);
  await desk.sees('Voucher');
  // Finds among what is kept, in texts too.
  desk.type(`${bytesFor('list.filter')}PARCEL\r`);
  await desk.sees('1 of the cached ones');
  desk.press('contact.add');
  await desk.sees(/Offline since \d\d:\d\d: this needs the help center/);
  desk.press('back');

  // Nothing of it is for the holder of another token.
  const stranger = startDesk(far, home, 'another-token-another-token-1234');
  await stranger.sees(/offline since/);
  expect(stranger.text()).not.toContain('Voucher');
  await quit(stranger);

  await desk.sees('4 unsent');
  await far.start();
  const archived = () => far.ask<Conversation[]>('/conversations?archived=1');
  await expect.poll(archived, { interval: 100 }).toHaveLength(1);
  await desk.seesNot('unsent');
  await desk.seesNot('offline');
  await desk.seesNot('of the cached ones');
  await desk.seesNot('as of');
  await quit(desk);

  const [done] = await archived();
  expect(done).toMatchObject({ title: 'Invoice 12', tags: ['train'], assign_to: expect.any(Number) });
  const id = done!.id;
  const notes = await far.ask<{ details: string }[]>(`/conversations/${id}/notes`);
  expect(notes.map(({ details }) => details)).toEqual(['Called her on the train.']);
  const history = await far.ask<{ event: string }[]>(`/conversations/${id}/history?sort=created_at.asc`);
  expect(history.map(({ event }) => event)).toEqual([
    'conversation.created',
    'message.added',
    'note.added',
    'tag.added',
    'assignee.updated',
    'conversation.archived',
  ]);

  const clear = () => runShell(['cache', 'clear'], { env: deskEnvironment(home) });
  expect((await clear()).stdout).toMatch(/^Removed \d+ kB of 1 cache\. Drafts and unsent changes stay\.\n$/);
  const left = readdirSync(join(home, 'state/frontdesk'));
  expect(left.filter(name => /^(cache|frame)-/.test(name))).toEqual([]);
  expect(left.some(name => name.startsWith('desk-'))).toBe(true);
  expect((await clear()).stdout).toBe('Nothing was cached.\n');
});
