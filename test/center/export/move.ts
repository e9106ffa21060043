import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Center } from '../../../src/center/center.ts';
import { exportedFilePath, exportedLines } from '../../../src/center/export/lines.ts';
import { importNdjson, type NdjsonOptions } from '../../../src/center/intake/ndjson/import-ndjson.ts';
import { ownSource } from '../../../src/center/model/conversation/origin.ts';
import type { ExchangedConversation } from '../../../src/contract/exchange.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

/** A help center of its own name: those of the tests on PostgreSQL are copies of one. */
export async function openTarget(): Promise<OpenCenter> {
  const target = await openCenter();
  await target.center.write(({ db }) =>
    db.updateTable('setting').set({ value: randomUUID() }).where('key', '=', 'mail_secret').execute(),
  );
  return target;
}

/** Exports all conversations of a help center to a folder, as the command does. */
export async function exportTo(center: Center, folder: string): Promise<ExchangedConversation[]> {
  const own = await center.read(({ db }) => ownSource(db));
  const rows = await center.read(({ db }) => db.selectFrom('conversation').select('id').orderBy('id').execute());
  await mkdir(join(folder, 'files'), { recursive: true });
  const lines: ExchangedConversation[] = [];
  for (const { id } of rows)
    for await (const line of exportedLines(center, id, own, async file => {
      await writeFile(
        join(folder, exportedFilePath(file)),
        await buffer((await center.context.files.open(file.hash))!),
      );
      return true;
    }))
      lines.push(line);
  await writeFile(join(folder, 'all.ndjson'), lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  return lines;
}

/** Imports what `exportTo` wrote. */
export function importFrom(center: Center, folder: string, options: NdjsonOptions = { creates: true }) {
  return importNdjson(center, { folder, bytes: createReadStream(join(folder, 'all.ndjson')) }, options);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

async function all(desk: OpenCenter, path: string, query: object = {}): Promise<Answer[]> {
  const found: Answer[] = [];
  for (let cursor: string | undefined; ; ) {
    const options = { as: 'key', query: { ...query, ...(cursor && { cursor }) } } as const;
    const { status, body } = await desk.call('GET', path, options);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    found.push(...body.data);
    cursor = body.meta.next_cursor ?? undefined;
    if (!cursor) return found;
  }
}

/** What a help center says of itself alone: its ids, versions, and what its own agents have read. */
const OWN = [
  'id',
  'version',
  'unread',
  'mentioned',
  'followed',
  'delivery_failed',
  'woken_from',
  'conversation_id',
  'merged_into',
];

/** An answer with names in place of ids. */
function named(value: Answer, names: Readonly<Record<string, (id: number) => unknown>>): Answer {
  if (Array.isArray(value)) return value.map(one => named(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !OWN.includes(key) && key !== 'conversation_status_id');
  return Object.fromEntries(
    entries.map(([key, one]: [string, Answer]) => {
      const name = names[key];
      if (!name || one === null) return [key, named(one, names)];
      return [key, Array.isArray(one) ? one.map(name) : typeof one === 'number' ? name(one) : named(one, names)];
    }),
  );
}

const SORTS = ['created_at', 'updated_at', 'last_message_at', 'waiting_since', 'due_at', 'snoozed_until'];

/** The answers of a help center to every list, thread and search, without what each says of itself alone. */
export async function answersOf(desk: OpenCenter, words: readonly string[]) {
  const [agents, inboxes, contacts] = await Promise.all(
    ['/agents', '/inboxes', '/contacts'].map(path => all(desk, path)),
  );
  const by = (rows: readonly Answer[], key: string) => (id: number) => rows.find(row => row.id === id)?.[key] ?? id;
  const agent = by(agents!, 'email');
  const contact = (id: number) => `${by(contacts!, 'name')(id)} <${by(contacts!, 'email')(id)}>`;
  const files = new Map<number, Answer>();
  const rows = await all(desk, '/conversations', { archived: 'any', sort: 'created_at.asc' });
  const order = rows.map(row => row.id as number).sort((a, b) => a - b);
  const names = {
    assign_to: agent,
    agent_id: agent,
    mentions: agent,
    by: agent,
    inbox_id: by(inboxes!, 'slug'),
    contacts: contact,
    contact_id: contact,
    attachments: (id: number) => files.get(id),
  };
  const lists: Record<string, unknown> = {};
  const filters: Record<string, object> = {
    all: { archived: 'any' },
    listed: {},
    archived: { archived: '1' },
    later: { snoozed: '1' },
    waiting: { waiting: '1' },
    automatic: { automatic: '1', archived: 'any' },
    ...Object.fromEntries(['note', 'attachment', 'review', 'side'].map(has => [`has ${has}`, { has: [has] }])),
    ...Object.fromEntries(['a', 'B', 'Ä'].map(tag => [`tag ${tag}`, { tags: [tag], archived: 'any' }])),
    ...Object.fromEntries(['open', 'closed', 'pending'].map(status => [`status ${status}`, { status: [status] }])),
    ...Object.fromEntries(words.map(word => [`search ${word}`, { q: word, archived: 'any' }])),
    from: { from: 'a', archived: 'any' },
    nobody: { assign_to: ['none'], archived: 'any' },
    unresolved: { not: { unresolved: '1' } },
  };
  for (const [name, filter] of Object.entries(filters))
    for (const sort of name === 'all'
      ? SORTS.flatMap(one => [`${one}.asc`, `${one}.desc`])
      : ['last_message_at.desc']) {
      const found = await all(desk, '/conversations', { ...filter, sort });
      lists[`${name} ${sort}`] = found.map(row => ({ place: order.indexOf(row.id), ...named(row, names) }));
    }
  const threads = [];
  for (const id of order) {
    const messages = await all(desk, `/conversations/${id}/messages`);
    const places = messages.map(row => row.id).sort((a, b) => a - b);
    const whole = [];
    for (const one of messages) {
      const { data } = (await desk.call('GET', `/conversations/${id}/messages/${one.id}`, { as: 'key' })).body;
      const forwards = data.forwards ? places.indexOf(data.forwards) : null;
      whole.push({ ...named(data, names), author: { ...data.author, id: data.author.id !== null }, forwards });
    }
    const notes = await all(desk, `/conversations/${id}/notes`);
    for (const file of notes.flatMap(note => note.attachments)) {
      const { data } = (await desk.call('GET', `/attachments/${file}`, { as: 'key' })).body;
      files.set(file, { name: data.name, content_type: data.content_type, size: data.size });
    }
    const reviews = await all(desk, `/conversations/${id}/reviews`);
    threads.push({ messages: whole, notes: named(notes, names), reviews: named(reviews, names) });
  }
  return { lists, threads };
}
