import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { NdjsonOptions } from '../../../src/center/intake/ndjson/import-ndjson.ts';
import { MAX_EXCHANGED_LINE } from '../../../src/contract/exchange.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { openMailDesk } from '../handlers/deliver.ts';
import { type OpenCenter, openCenter, startTime } from '../open-center.ts';
import { importLines } from './import-lines.ts';

const DAY_MS = 86_400_000;
const ZOE = { name: 'Zoe Quinn', email: 'zoe@there.example' };
const ADA = { name: 'Ada Admin', email: 'ada@desk.example' };

/** A time so many days ago. */
function days(ago: number): string {
  return new Date(startTime - ago * DAY_MS).toISOString();
}

function message(id: string, more: object = {}) {
  return { id, kind: 'contact', body_text: `Message ${id}`, created_at: days(9), ...more };
}

function conversation(id: string, more: object = {}) {
  const base = { source: 'zendesk', id, title: `Ticket ${id}`, status: 'open', contacts: [ZOE], created_at: days(10) };
  return { ...base, messages: [message('1')], ...more };
}

async function open(): Promise<OpenCenter> {
  const desk = await openCenter();
  onTestFinished(desk.close);
  return desk;
}

async function list(desk: OpenCenter, query: object = {}) {
  const { body } = await desk.call('GET', '/conversations', { query: { archived: 'any', ...query } });
  return body.data;
}

async function threadOf(desk: OpenCenter, id: number) {
  return (await desk.call('GET', `/conversations/${id}/messages`)).body.data;
}

function count(desk: OpenCenter, table: string): Promise<number> {
  return desk.center.read(async ({ db }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    return Number(rows[0]!.n);
  });
}

const WHOLE = conversation('41', {
  status: 'Closed',
  inbox: 'support',
  assignee: ADA,
  tags: ['vip', 'Refund'],
  archived: true,
  disable_rating: true,
  updated_at: days(2),
  messages: [
    message('1', { message_id: 'one@there.example', to: [{ email: 'help@desk.example' }] }),
    message('2', { kind: 'agent', author: ADA, body_html: '<p>Sure</p>', created_at: days(8) }),
    message('3', { kind: 'agent', author: { name: 'Old', email: 'old@desk.example' }, created_at: days(7) }),
    message('4', { kind: 'system', body_text: 'We got your mail.', created_at: days(9) }),
  ],
  notes: [{ author: ADA, details: 'A good one.', mentions: ['ben@desk.example'], created_at: days(6) }],
  reviews: [{ rating: 4, comment: 'Quick.', created_at: days(5) }],
});

describe('an import of conversations from another help desk', () => {
  it('stores all that a line says', async () => {
    const desk = await open();
    const result = await importLines(desk.center, [WHOLE]);
    expect(result).toMatchObject({
      read: 1,
      imported: 1,
      entries: 6,
      refused: [],
      unknownAgents: ['old@desk.example'],
    });
    const [row] = await list(desk);
    expect(row).toMatchObject({
      title: 'Ticket 41',
      status: 'closed',
      inbox_id: desk.inboxId,
      assign_to: desk.adminId,
      disable_rating: true,
      tags: ['Refund', 'vip'],
      requester: ZOE,
      archived: true,
      message_count: 4,
      note_count: 1,
      created_at: days(10).slice(0, 19),
      updated_at: days(2).slice(0, 19),
      last_message_at: days(7).slice(0, 19),
    });
    const thread = await threadOf(desk, row.id);
    expect(thread.map((one: { author: object }) => one.author)).toMatchObject([
      { type: 'contact', ...ZOE },
      { type: 'system' },
      { type: 'agent', id: desk.adminId, ...ADA },
      { type: 'agent', id: null, email: 'old@desk.example' },
    ]);
    const notes = (await desk.call('GET', `/conversations/${row.id}/notes`)).body.data;
    expect(notes).toMatchObject([{ agent_id: desk.adminId, details: 'A good one.', mentions: [desk.agentId] }]);
    const reviews = (await desk.call('GET', `/conversations/${row.id}/reviews`)).body.data;
    expect(reviews).toMatchObject([{ rating: 4, comment: 'Quick.', created_at: days(5).slice(0, 19) }]);
  });

  it('says in the history where a conversation comes from, and finds it by its old number', async () => {
    const desk = await open();
    await importLines(desk.center, [conversation('4711'), conversation('4712')]);
    const [found, ...others] = await list(desk, { q: '4711' });
    expect([found.title, others]).toEqual(['Ticket 4711', []]);
    await desk.call('PUT', `/conversations/${found.id}`, { body: { title: 'Another' } });
    expect((await list(desk, { q: '4711' })).map((one: { id: number }) => one.id)).toEqual([found.id]);
    expect(await list(desk, { q: 'zendesk' })).toEqual([]);
    const [created] = (await desk.call('GET', `/conversations/${found.id}/history`)).body.data;
    expect(created).toMatchObject({ event: 'conversation.created', changes: { origin: { to: 'zendesk 4711' } } });
  });

  it('is silent: no mail, no rating request, no bell, nothing in the numbers, one event for many', async () => {
    const desk = await openMailDesk();
    for (const who of ['admin', 'agent'] as const)
      await desk.call('POST', `/inboxes/${desk.inboxId}/subscribe`, { as: who });
    await desk.call('PUT', `/inboxes/${desk.inboxId}`, {
      body: { send_autoresponse: true, autoresponse_text: 'Hi', send_rating_request: true, rating_message: 'How?' },
    });
    const before = await Promise.all(
      ['outgoing', 'rating_wait', 'conversation_span', 'event_log'].map(t => count(desk, t)),
    );
    const lines = Array.from({ length: 15 }, (_, at) => ({ ...WHOLE, id: `${at}`, archived: false }));
    await importLines(desk.center, lines);
    const after = await Promise.all(
      ['outgoing', 'rating_wait', 'conversation_span', 'event_log'].map(t => count(desk, t)),
    );
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[3]! - before[3]!).toBeLessThanOrEqual(2);
    const changes = await desk.center.read(({ db }) => db.selectFrom('event_log').selectAll().orderBy('id').execute());
    const told = changes.slice(before[3]! - after[3]!).map(row => row.changes);
    expect(told.filter(one => /"written"|"called"/.test(one))).toEqual([]);
    const called = await desk.call('GET', '/conversations', { as: 'agent', query: { mentioned: '1' } });
    expect(called.body.data).toHaveLength(15);
    expect(called.body.data.filter((row: { mentioned?: true }) => row.mentioned)).toEqual([]);
  });

  it('lets an answer by mail find its conversation by the Message-ID', async () => {
    const desk = await openMailDesk();
    const told = message('1', { message_id: 'old@zendesk.example', kind: 'agent', author: ADA });
    await importLines(desk.center, [conversation('7', { messages: [told] })]);
    await desk.mail(['From: zoe@there.example', 'To: support@shop.example', 'In-Reply-To: <old@zendesk.example>']);
    const [row] = await list(desk, { q: 'ticket' });
    expect(row).toMatchObject({ title: 'Ticket 7', message_count: 2, status: 'open' });
  });
});

describe('a second import', () => {
  it('adds nothing, and from a later file only new entries', async () => {
    const desk = await open();
    await importLines(desk.center, [WHOLE, conversation('2')]);
    const before = await list(desk);
    expect(await importLines(desk.center, [WHOLE, conversation('2')])).toMatchObject({
      imported: 0,
      entries: 0,
      doubles: 2,
    });
    expect(await list(desk)).toEqual(before);
    const later = { messages: [message('1'), message('9', { created_at: days(1) })], status: 'closed' };
    expect(await importLines(desk.center, [WHOLE, conversation('2', later)])).toMatchObject({ entries: 1, doubles: 1 });
    const [row] = await list(desk, { status: ['closed'], archived: '0' });
    expect(row).toMatchObject({ title: 'Ticket 2', message_count: 2 });
  });

  it('brings back no message that was deleted, and changes nothing that an agent has worked on', async () => {
    const desk = await open();
    const both = { messages: [message('1'), message('2', { kind: 'agent', author: ADA })] };
    await importLines(desk.center, [conversation('2', both)]);
    const [{ id }] = await list(desk);
    const [, answer] = await threadOf(desk, id);
    await desk.call('DELETE', `/conversations/${id}/messages/${answer.id}`);
    await importLines(desk.center, [conversation('2', { ...both, status: 'closed', assignee: ADA })]);
    expect((await list(desk))[0]).toMatchObject({ status: 'open', assign_to: null, message_count: 1 });
  });

  it('goes to the survivor of a merge', async () => {
    const desk = await open();
    await importLines(desk.center, [conversation('1'), conversation('2')]);
    const [one, two] = (await list(desk, { sort: 'created_at.asc' })).map((row: { id: number }) => row.id);
    await desk.call('POST', `/conversations/${one}/merge`, { body: [two] });
    await importLines(desk.center, [conversation('2', { messages: [message('1'), message('2')] })]);
    expect((await list(desk)).map((row: { message_count: number }) => row.message_count)).toEqual([3]);
  });

  it('goes on with a long conversation in the middle', async () => {
    const desk = await open();
    const messages = Array.from({ length: 130 }, (_, at) => message(`m${at}`));
    await importLines(desk.center, [conversation('1', { messages: messages.slice(0, 70) })]);
    const result = await importLines(desk.center, [conversation('1', { messages }), conversation('1', { messages })]);
    expect(result).toMatchObject({ imported: 0, entries: 60 });
    expect((await list(desk))[0]).toMatchObject({ message_count: 130 });
  });
});

/** The reasons for which lines are refused. */
async function reasons(lines: readonly unknown[], options: NdjsonOptions & { readonly folder?: string } = {}) {
  const desk = await open();
  const { refused, imported } = await importLines(desk.center, [...lines, conversation('good')], options);
  expect(imported).toBe(1);
  return refused.map(({ line, reason }) => `${line}: ${reason}`);
}

describe('a line that is wrong is refused with the reason, and the rest goes on', () => {
  test.for<[line: unknown, reason: string]>([
    ['{"source":"zendesk","id"', 'It is not JSON, or its end is missing.'],
    ['[]', 'It must be an object.'],
    ['['.repeat(100_000), 'It is not JSON, or its end is missing.'],
    [conversation('1', { titel: 'x' }), 'titel is not a field of this form.'],
    [conversation('1', { title: undefined }), 'title is required.'],
    [conversation('1', { title: 'two\nlines' }), 'title must be one line without control characters.'],
    [conversation('1', { source: 'Zendesk 2' }), 'source must be a word of small letters and digits, such as zendesk.'],
    [conversation('1', { messages: [message('1', { id: 7 })] }), 'messages.0.id must be text.'],
    [
      conversation('1', { messages: [message('1', { kind: 'customer' })] }),
      'messages.0.kind must be one of contact, agent, system.',
    ],
    [conversation('1', { messages: [message('1'), message('1')] }), 'messages.1.id is the id of another message too.'],
    [
      conversation('1', { messages: [message('1', { created_at: '3026-01-01' })] }),
      'messages.0.created_at must be a time such as 2026-01-31T09:30:00.',
    ],
    [
      conversation('1', { messages: [message('1', { created_at: '3026-01-01T00:00:00Z' })] }),
      'messages.0.created_at lies in the future.',
    ],
    [conversation('1', { contacts: [{ email: 'nobody' }] }), 'contacts.0.email must be an email address.'],
    [conversation('1', { reviews: [{ rating: 6, created_at: days(1) }] }), 'reviews.0.rating must be at most 5.'],
    [
      conversation('1', { status: 'On hold' }),
      'There is no status On hold, only open, closed. Make it, or run this with --create.',
    ],
    [
      conversation('1', { inbox: 'press' }),
      'There is no inbox press. Make it, or run this with --create. --inbox names another one.',
    ],
    [{ ...conversation('1'), title: 'x'.repeat(3_000_000) }, 'title must be 1 to 255 characters long.'],
  ])('%#', async ([line, reason]) => {
    expect(await reasons([line])).toEqual([`1: ${reason}`]);
  });

  it('if it is not UTF-8, or too long for the memory', async () => {
    const desk = await open();
    const good = JSON.stringify(conversation('1'));
    const { importNdjson } = await import('../../../src/center/intake/ndjson/import-ndjson.ts');
    const bytes = (async function* () {
      yield Buffer.from(`\ufeff${good}\r\n\n`);
      yield Buffer.concat([Buffer.from([0x7b, 0xff, 0xfe, 0x0a])]);
      for (let sent = 0; sent <= MAX_EXCHANGED_LINE; sent += 1_048_576) yield Buffer.alloc(1_048_576, 'x');
      yield Buffer.from(`\n${good.replaceAll('"1"', '"2"')}\n${good.slice(0, 40)}`);
    })();
    const result = await importNdjson(desk.center, { bytes, folder: '/nowhere' });
    expect(result).toMatchObject({ read: 5, imported: 2, refusedCount: 3 });
    expect(result.refused).toEqual([
      { line: 3, reason: 'It is not UTF-8.' },
      { line: 4, reason: 'It is longer than 33,554,432 bytes.' },
      { line: 6, reason: 'It is not JSON, or its end is missing.' },
    ]);
  });

  it('keeps text that databases would not keep as it is', async () => {
    const desk = await open();
    await importLines(desk.center, [conversation('1', { messages: [message('1', { body_text: 'a\u0000b\ud800' })] })]);
    const [{ id }] = await list(desk);
    expect((await threadOf(desk, id))[0].body_text).toBe('a\ufffdb\ufffd');
  });
});

describe('files', () => {
  const withFile = (path: string) =>
    conversation(path, {
      messages: [message('1', { attachments: [{ name: 'a.txt', content_type: 'text/plain', path }] })],
    });

  it('come from the folder of the lines', async () => {
    const desk = await open();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'files'));
    writeFileSync(join(folder, 'files', 'one'), 'Hello');
    await importLines(desk.center, [withFile('files/one')], { folder });
    const [{ id }] = await list(desk, { has: ['attachment'], q: 'a.txt' });
    const [{ attachments }] = await threadOf(desk, id);
    expect(attachments).toMatchObject([{ name: 'a.txt', content_type: 'text/plain', size: 5 }]);
    expect((await desk.call('GET', `/attachments/${attachments[0].id}/content`)).body).toBe('Hello');
  });

  it('outside of it, links out of it, folders and missing ones are refused', async () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret'), 'secret');
    const folder = join(outside, 'in');
    mkdirSync(folder);
    symlinkSync(join(outside, 'secret'), join(folder, 'link'));
    symlinkSync(outside, join(folder, 'out'));
    const paths = ['../secret', join(outside, 'secret'), 'link', 'out/secret', 'missing', '.'];
    const found = await reasons(paths.map(withFile), { folder });
    expect(found.map(reason => reason.replace(outside, ''))).toEqual([
      '1: The file ../secret: It is not in the folder.',
      '2: The file /secret: There is no such file or folder.',
      '3: The file link: It is not in the folder.',
      '4: The file out/secret: It is not in the folder.',
      '5: The file missing: There is no such file or folder.',
      '6: The file .: It is not in the folder.',
    ]);
  });
});

describe('names that are unknown here', () => {
  it('are made if wished for: statuses, inboxes, and agents who cannot sign in', async () => {
    const desk = await open();
    const other = { status: 'On hold', inbox: 'Größe & Maß', assignee: { name: 'Old', email: 'old@desk.example' } };
    const result = await importLines(desk.center, [conversation('1', other), conversation('2', other)], {
      creates: true,
    });
    expect(result).toMatchObject({ imported: 2, refused: [], unknownAgents: [] });
    const agents = (await desk.call('GET', '/agents')).body.data;
    expect(agents.at(-1)).toMatchObject({ name: 'Old', disabled: true, role: 'agent' });
    const inboxes = (await desk.call('GET', '/inboxes')).body.data;
    const made = inboxes.filter((one: { slug: string }) => one.slug === 'grosse-mass');
    expect(made).toHaveLength(1);
    expect(await list(desk, { inbox_ids: [made[0].id], status: ['on hold'] })).toHaveLength(2);
  });

  it('go to the inbox that is named, unassigned', async () => {
    const desk = await open();
    const other = { inbox: 'press', assignee: { email: 'old@desk.example' } };
    const result = await importLines(desk.center, [conversation('1', other)], { inbox: 'support' });
    expect(result).toMatchObject({ imported: 1, unknownAgents: ['old@desk.example'] });
    expect((await list(desk))[0]).toMatchObject({ inbox_id: desk.inboxId, assign_to: null });
    await expect(importLines(desk.center, [], { inbox: 'nope' })).rejects.toThrow(
      'There is no inbox with the slug nope.',
    );
  });
});

it('a dry run counts all of it and stores nothing', async () => {
  const desk = await open();
  const tables = ['conversation', 'message', 'contact', 'agent', 'attachment', 'mail', 'event_log', 'tag'];
  const before = await Promise.all(tables.map(table => count(desk, table)));
  const result = await importLines(desk.center, [WHOLE, conversation('2', { inbox: 'x' })], { isDryRun: true });
  expect(result).toMatchObject({ imported: 1, entries: 6, isDryRun: true, refusedCount: 1 });
  expect(await Promise.all(tables.map(table => count(desk, table)))).toEqual(before);
});
