import { execFile } from 'node:child_process';
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { importNdjson } from '../../src/center/intake/ndjson/import-ndjson.ts';
import { openCenter } from '../center/open-center.ts';
import { textIn } from '../harness/guides.ts';
import { EXPORTS, serveExport } from '../harness/other-desks.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const run = promisify(execFile);

/** The scripts of the guide by the names in their first lines. */
const scripts = new Map(
  [...textIn('docs/move.md').matchAll(/^```js\n\/\/ (\w+\.mjs)\n([\s\S]*?)^```$/gm)].map(([, name, code]) => [
    name!,
    code!,
  ]),
);

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
  const written = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
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
    written,
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
  const files = ['zendesk-tickets.json', 'zendesk-users.json'].map(name => join(EXPORTS, name));
  const { first, second, messages, notes, reviews } = await moved('zendesk.mjs', files, {}, 'zendesk-55');
  expect(first).toMatchObject({ ...CONVERSATION, status: 'closed', assignee: 'ana@shop.example' });
  const body_text = 'Hello?\n It\'s "R&D" & more';
  expect(messages).toMatchObject([{ kind: 'contact', body_text, attachments: FILE }, ANSWER]);
  expect(notes).toMatchObject(NOTES);
  expect(reviews).toMatchObject([{ rating: 5, comment: 'Quick' }]);
  expect(second).toMatchObject({
    title: '(no subject)',
    status: 'on hold',
    requester: { name: 'No Mail', email: null },
  });
});

test('the guide’s script for Zammad makes what an import takes', async () => {
  const env = { ZAMMAD_URL: await serveExport('zammad.json'), ZAMMAD_TOKEN: 'secret' };
  const { first, second, messages, notes, written } = await moved('zammad.mjs', [], env);
  expect(first).toMatchObject({ ...CONVERSATION, status: 'pending' });
  expect(messages).toMatchObject([
    {
      kind: 'contact',
      body_text: "Hello & bye?\nIt's Zoë…",
      author: { name: 'Doe, Zoë "Z."' },
      attachments: FILE,
      to: [{ name: 'Support', email: 'help@shop.example' }],
      cc: [{ name: 'Max, M.', email: 'max@there.example' }],
    },
    ANSWER,
  ]);
  // By these an answer by mail finds the conversation.
  expect(written[0].messages).toMatchObject([
    { message_id: 'one@there.example', references: [] },
    { message_id: 'two@shop.example', references: ['zero@there.example', 'one@there.example'] },
  ]);
  expect(notes).toMatchObject(NOTES);
  expect(second).toMatchObject({ title: '(no subject)', status: 'closed', assign_to: null });
});

test('the guide’s script for FreeScout makes what an import takes', async () => {
  const env = { FREESCOUT_URL: await serveExport('freescout.json'), FREESCOUT_KEY: 'secret' };
  const { first, second, messages, notes } = await moved('freescout.mjs', [], env);
  expect(first).toMatchObject({ ...CONVERSATION, status: 'closed', assignee: 'ana@shop.example' });
  expect(messages).toMatchObject([
    {
      kind: 'contact',
      body_text: "Hello <b>? It's Zoë &lt; you.\nZoë",
      attachments: FILE,
      cc: [{ email: 'max@there.example' }],
    },
    ANSWER,
  ]);
  expect(notes).toMatchObject(NOTES);
  expect(second).toMatchObject({ title: '(no subject)', status: 'closed' });
});

test('each script is short enough to read', () => {
  expect([...scripts.keys()]).toEqual(['zendesk.mjs', 'zammad.mjs', 'freescout.mjs']);
  for (const code of scripts.values()) expect(code.split('\n').length).toBeLessThanOrEqual(62);
});
