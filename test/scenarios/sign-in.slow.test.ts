import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { openLyingProxy } from '../harness/lying-proxy.ts';
import { openBackstage } from './open-desk.ts';

const PASSWORD = 'seven blue lanterns';
const PORTAL = '<title>Free Wi-Fi</title><form action="http://wifi.train.example/login"><input name=password></form>';
const NAMED = 'A sign-in page of wifi.train.example answers instead of the help center.';
const REVOKED = 'The help center no longer takes this token.';

interface Conversation {
  readonly assign_to: number | null;
  readonly tags: readonly string[];
  readonly archived: boolean;
}

/** A help center behind a proxy, with an agent who signs in by password, and the agent's desk on it. */
async function open() {
  const backstage = await openBackstage();
  const ids = [await backstage.conversation('Refund'), await backstage.conversation('Parcel')] as const;
  const ana = { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin', password: PASSWORD };
  const { id: agentId } = await backstage.ask<{ id: number }>('POST', '/agents', ana);
  const attachmentsFolder = join(backstage.database, '../attachments');
  const center = await createCenter({ database: backstage.database, attachmentsFolder });
  onTestFinished(() => center.close());
  const proxy = await openLyingProxy(center.fetch);
  onTestFinished(proxy.close);
  const login = await center.fetch(
    new Request('http://center/api/agent/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.email, password: PASSWORD }),
    }),
  );
  const token = ((await login.json()) as { data: { access_token: string } }).data.access_token;
  const desk = openBuiltDesk(['--url', proxy.url, '--link', 'fast'], {
    ...backstage.environment,
    FRONTDESK_TOKEN: token,
  });
  await desk.sees('Parcel');
  const revoke = () =>
    center.fetch(
      new Request('http://center/api/agent/v1/logout', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      }),
    );
  const read = (id: number) => backstage.ask<Conversation>('GET', `/conversations/${id}`);
  const notes = async (id: number) =>
    (await backstage.ask<{ details: string }[]>('GET', `/conversations/${id}/notes`)).map(({ details }) => details);
  return { backstage, ids, agentId, proxy, desk, token, revoke, read, notes };
}

type Desk = Awaited<ReturnType<typeof open>>['desk'];

/** A tag and a note on the conversation at the cursor. */
async function tagAndNote(desk: Desk, tag: string): Promise<void> {
  desk.press('conversation.tag');
  await desk.sees('Tag');
  desk.type(tag);
  desk.press('enter');
  desk.press('esc');
  desk.press('note.write');
  await desk.sees('agents only');
  desk.type(`Called about ${tag}.`);
  desk.press('ctrl-d');
  await desk.seesNot('agents only');
}

test('a sign-in page and a revoked token are named, and changes made meanwhile arrive once', async () => {
  const { backstage, ids, agentId, proxy, desk, token, revoke, read, notes } = await open();
  const [refund, parcel] = ids;

  proxy.lie(() => ({ status: 200, headers: { 'content-type': 'text/html' }, body: PORTAL }));
  desk.press('conversation.assign-me');
  await desk.sees(NAMED);
  await desk.sees('portal since');
  await tagAndNote(desk, 'wifi');
  await desk.sees('3 unsent');
  desk.press('activity');
  await desk.sees('wifi.train.example');
  desk.press('esc');
  await desk.sees('Refund');
  proxy.tellTheTruth();
  await desk.seesNot('portal since');
  await desk.seesNot(NAMED);
  await expect.poll(() => notes(parcel)).toEqual(['Called about wifi.']);
  await expect.poll(() => read(parcel)).toMatchObject({ assign_to: agentId, tags: ['wifi'] });
  await desk.seesNot('unsent');

  desk.press('cursor.down');
  await desk.settled();
  proxy.lie(() => ({ status: 200, headers: { 'content-type': 'text/html' }, body: PORTAL }));
  desk.press('conversation.assign-me');
  await desk.sees('portal since');
  await tagAndNote(desk, 'token');
  await desk.sees('3 unsent');
  await revoke();
  proxy.tellTheTruth();
  await desk.sees(REVOKED);
  await desk.sees('gs signs in');
  await desk.sees('signed out since');
  await desk.sees('Signed out: the list comes once you sign in.');
  for (const title of ['Refund', 'Parcel']) await desk.seesNot(title);
  await desk.sees('3 unsent');
  desk.press('activity');
  await desk.sees('gs signs in');
  desk.press('esc');

  desk.press('sign-in');
  await desk.sees('Sign in to');
  desk.press('1');
  await desk.sees('Password of ana@shop.example');
  desk.type(PASSWORD);
  await desk.sees('*'.repeat(PASSWORD.length));
  desk.press('enter');
  await desk.sees('Signed in as Ana Ortiz · 3 changes go out');
  await desk.sees('FRONTDESK_TOKEN still has the former token.');
  desk.press('esc');
  await desk.seesNot('signed out');
  await desk.sees('Parcel');
  await expect.poll(() => notes(refund)).toEqual(['Called about token.']);
  await expect.poll(() => read(refund)).toMatchObject({ assign_to: agentId, tags: ['token'] });
  await desk.seesNot('unsent');
  expect(await notes(parcel)).toEqual(['Called about wifi.']);

  desk.kill('SIGKILL');
  await desk.exit();
  expect(desk.output()).not.toContain(PASSWORD);
  const folder = backstage.environment.XDG_STATE_HOME!;
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join();
  expect(kept).toContain('Called about token.');
  for (const secret of [PASSWORD, token]) expect(kept).not.toContain(secret);
});
