import { execFile } from 'node:child_process';
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { importNdjson } from '../../src/center/intake/ndjson/import-ndjson.ts';
import { openCenter } from '../center/open-center.ts';
import { ROOT, textIn } from '../harness/guides.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const run = promisify(execFile);
const FIXTURES = join(ROOT, 'test/fixtures/move');

/** The scripts of the guide by the names in their first lines. */
const scripts = new Map(
  [...textIn('docs/move.md').matchAll(/^```js\n\/\/ (\w+\.mjs)\n([\s\S]*?)^```$/gm)].map(([, name, code]) => [
    name!,
    code!,
  ]),
);

/** What a help desk answers to each path; `URL` in it is its own address. */
async function serve(answers: string): Promise<string> {
  const known = JSON.parse(readFileSync(join(FIXTURES, answers), 'utf8')) as Record<string, unknown>;
  const server = createServer(({ url = '', headers }, response) => {
    const isKnown = headers.authorization === 'Token token=secret' || headers['x-freescout-api-key'] === 'secret';
    const answer = isKnown ? known[url] : undefined;
    response.statusCode = answer === undefined ? 404 : 200;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {});
    response.end(text.replaceAll('URL', `http://${headers.host}`));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a script in an empty folder with the file `files/${file}`, and imports what it prints. */
async function moved(name: string, args: readonly string[], env: Record<string, string>, file?: string) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'files'));
  if (file) writeFileSync(join(folder, 'files', file), 'order');
  writeFileSync(join(folder, name), scripts.get(name)!);
  const { stdout, stderr } = await run(process.execPath, [name, ...args], { cwd: folder, env });
  expect(stderr).toBe('');
  writeFileSync(join(folder, 'conversations.ndjson'), stdout);
  const desk = await openCenter();
  onTestFinished(desk.close);
  const bytes = createReadStream(join(folder, 'conversations.ndjson'));
  expect(await importNdjson(desk.center, { folder, bytes }, { creates: true })).toMatchObject({
    imported: 2,
    refused: [],
  });
  const list = async (path: string) => (await desk.call('GET', path)).body.data;
  const [first, second] = await list('/conversations?archived=any&sort=created_at.asc');
  const agents = await list('/agents');
  const part = (name: string) => list(`/conversations/${first.id}/${name}`);
  return {
    first: { ...first, assignee: agents.find((one: { id: number }) => one.id === first.assign_to)?.email },
    second,
    messages: await part('messages'),
    notes: await part('notes'),
    reviews: await part('reviews'),
  };
}

const CONVERSATION = {
  title: 'Where is my parcel?',
  tags: ['refund', 'vip'],
  requester: { email: 'zoe@there.example' },
  message_count: 2,
  created_at: '2026-01-05T10:00:00',
  updated_at: '2026-01-07T10:00:00',
};
const FILE = [{ name: 'order.txt', content_type: 'text/plain', size: 5 }];
const ANSWER = { kind: 'agent', body_text: 'On its way.', author: { email: 'ana@shop.example' } };
const NOTES = [{ details: 'A good one.', created_at: '2026-01-05T11:00:00' }];

test('the guide’s script for Zendesk makes what an import takes', async () => {
  const files = ['zendesk-tickets.json', 'zendesk-users.json'].map(name => join(FIXTURES, name));
  const { first, second, messages, notes, reviews } = await moved('zendesk.mjs', files, {}, 'zendesk-55');
  expect(first).toMatchObject({ ...CONVERSATION, status: 'closed', assignee: 'ana@shop.example' });
  expect(messages).toMatchObject([{ kind: 'contact', body_text: 'Hello?', attachments: FILE }, ANSWER]);
  expect(notes).toMatchObject(NOTES);
  expect(reviews).toMatchObject([{ rating: 5, comment: 'Quick' }]);
  expect(second).toMatchObject({
    title: '(no subject)',
    status: 'on hold',
    requester: { name: 'No Mail', email: null },
  });
});

test('the guide’s script for Zammad makes what an import takes', async () => {
  const env = { ZAMMAD_URL: await serve('zammad.json'), ZAMMAD_TOKEN: 'secret' };
  const { first, second, messages, notes } = await moved('zammad.mjs', [], env);
  expect(first).toMatchObject({ ...CONVERSATION, status: 'pending' });
  expect(messages).toMatchObject([
    {
      kind: 'contact',
      body_text: 'Hello & bye?\nZoë',
      author: { name: 'Zoë Quinn' },
      attachments: FILE,
      to: [{ name: 'Support', email: 'help@shop.example' }],
      cc: [{ email: 'max@there.example' }],
    },
    ANSWER,
  ]);
  expect(notes).toMatchObject(NOTES);
  expect(second).toMatchObject({ title: '(no subject)', status: 'closed', assign_to: null });
});

test('the guide’s script for FreeScout makes what an import takes', async () => {
  const env = { FREESCOUT_URL: await serve('freescout.json'), FREESCOUT_KEY: 'secret' };
  const { first, second, messages, notes } = await moved('freescout.mjs', [], env);
  expect(first).toMatchObject({ ...CONVERSATION, status: 'closed', assignee: 'ana@shop.example' });
  expect(messages).toMatchObject([
    { kind: 'contact', body_text: 'Hello <b>?\nZoë', attachments: FILE, cc: [{ email: 'max@there.example' }] },
    ANSWER,
  ]);
  expect(notes).toMatchObject(NOTES);
  expect(second).toMatchObject({ title: '(no subject)', status: 'closed' });
});

test('each script is short enough to read', () => {
  expect([...scripts.keys()]).toEqual(['zendesk.mjs', 'zammad.mjs', 'freescout.mjs']);
  for (const code of scripts.values()) expect(code.split('\n').length).toBeLessThanOrEqual(62);
});
