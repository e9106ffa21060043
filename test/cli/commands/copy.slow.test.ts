import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApiKey } from '../../../src/center/auth/administration.ts';
import { basePath } from '../../../src/contract/index.ts';
import { createCenter } from '../../harness/center.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

const MOST_MADE = 1_500;

/** A help center at work: while `run` goes on, conversations are made one after the other, and an attachment goes. */
async function atWork(folder: string, run: (database: string) => ReturnType<typeof runShell>) {
  const database = join(folder, 'work', 'center.db');
  const env = deskEnvironment(folder);
  await runShell(['sample', '--conversations', '300', '--database', database], { env });
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'work', 'attachments') });
  const { token } = await createApiKey(center, 'work');
  const call = async (method: string, path: string, body?: BodyInit) => {
    const headers = { authorization: `Bearer ${token}`, ...(typeof body === 'string' && JSON_BODY) };
    const answer = await center.fetch(new Request(`http://desk.example${basePath}${path}`, { method, headers, body }));
    return answer.status === 204 ? undefined : ((await answer.json()) as { data: { id: number } }).data;
  };
  const form = new FormData();
  form.set('file', new File(['the bytes'], 'note.txt', { type: 'text/plain' }));
  const file = await call('POST', '/attachments', form);
  const [one] = [await call('POST', '/conversations', JSON.stringify({ title: 'With a file' }))];
  const body = { details: 'See the file.', attachments: [file!.id] };
  const note = await call('POST', `/conversations/${one!.id}/notes`, JSON.stringify(body));
  let isOver = false;
  const working = (async () => {
    await expect.poll(() => readdirSync(join(folder, 'work', 'attachments')).join()).toContain('held-');
    // Fewer than an API key may send in a minute, with a turn for the copy after each.
    for (let made = 0; !isOver && made < MOST_MADE; made += 1) {
      await setImmediate();
      await call('POST', '/conversations', JSON.stringify({ title: 'New' }));
      if (made === 100) await call('DELETE', `/conversations/${one!.id}/notes/${note!.id}`);
    }
  })();
  const ended = await run(database).finally(() => {
    isOver = true;
  });
  await working;
  await center.close();
  return ended;
}

const JSON_BODY = { 'content-type': 'application/json' };

test('copy keeps a working help center as of one moment, with the attachments that go meanwhile', async () => {
  const folder = temporaryFolder();
  const to = join(folder, 'backup', 'center.db');
  const env = deskEnvironment(folder);
  const copied = await atWork(folder, from => runShell(['copy', '--from', from, '--to', to], { env }));
  expect(copied).toMatchObject({ code: 0, stderr: '' });
  expect(copied.stdout).toContain('1 attachment files belong to it: 1 were copied');
});

test('copy --move refuses a help center at work, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const to = join(folder, 'deep', 'backup', 'center.db');
  const env = deskEnvironment(folder);
  const refused = await atWork(folder, from => runShell(['copy', '--move', '--from', from, '--to', to], { env }));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('written to while it was copied') });
  expect(existsSync(join(folder, 'deep'))).toBe(false);
  expect(readdirSync(join(folder, 'work', 'attachments')).filter(name => name.startsWith('held-'))).toEqual([]);
});
