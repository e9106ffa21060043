import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/center/auth/administration.ts';
import type { Center } from '../../../src/center/center.ts';
import type { ImportOptions } from '../../../src/center/intake/import-mail.ts';
import { createMessageId } from '../../../src/center/model/message-id.ts';
import { readMailSecret } from '../../../src/center/model/setting.ts';
import { basePath } from '../../../src/contract/index.ts';
import { createAgent } from '../../harness/agents.ts';
import { runs } from '../../harness/full.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { receiveMail } from '../mail/receive.ts';
import { importMail, now, openIntake, readHere, seeAll } from './open-intake.ts';

const DAY_MS = 86_400_000;

interface Letter {
  readonly id: string;
  /** How old it is, in days. */
  readonly days: number;
  readonly from?: string;
  readonly to?: string;
  readonly reply?: string;
  readonly fields?: readonly string[];
}

const ZOE = 'Zoe <zoe@customer.example>';
const ANA = 'Ana <ana@shop.example>';

function written({ id, days, from = ZOE, to = ANA, reply, fields = [] }: Letter): string {
  return [
    ...fields,
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Parcel',
    `Date: ${new Date(now - days * DAY_MS).toUTCString()}`,
    `Message-ID: <${id}@x>`,
    ...(reply ? [`In-Reply-To: <${reply}@x>`] : []),
    '',
    `text ${id}`,
    '',
  ].join('\n');
}

/** Imports files by their names in a folder. */
function bring(center: Center, files: Readonly<Record<string, Letter>>, options: ImportOptions = {}) {
  const folder = temporaryFolder();
  for (const [name, letter] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const text = written(letter);
    writeFileSync(path, /\.(?:eml|\d+|.*,\w*)$/.test(name) ? text : `From x Mon Jan  5 10:00:00 2026\n${text}\n`);
  }
  return importMail(center, [folder], { reader: readHere, ...options });
}

function bringAll(center: Center, letters: readonly Letter[], options: ImportOptions = {}) {
  return bring(center, Object.fromEntries(letters.map((letter, at) => [`${at}.eml`, letter])), options);
}

async function openShop(): Promise<Center> {
  const center = await openIntake();
  await createAgent(center, { name: 'Ana', email: 'ana@shop.example', role: 'admin' });
  return center;
}

/** What every conversation is like: its first message, whether it is closed and archived, and its inbox. */
async function landedIn(center: Center) {
  const rows = await center.read(({ db }) =>
    db
      .selectFrom('conversation as c')
      .innerJoin('message as m', 'm.conversation_id', 'c.id')
      .innerJoin('conversation_status as s', 's.id', 'c.status_id')
      .innerJoin('inbox as i', 'i.id', 'c.inbox_id')
      .select(['c.id', 's.name as status', 'c.place', 'i.kind as inbox', 'm.kind', 'm.body_text', 'm.from_address'])
      .where('c.merged_into', 'is', null)
      .orderBy('m.created_at')
      .execute(),
  );
  return [...Map.groupBy(rows, row => row.id).values()].map(([first]) => ({
    text: first!.body_text.trim(),
    status: first!.status.toLowerCase(),
    isArchived: first!.place === 1,
    inbox: first!.inbox,
    kind: first!.kind,
    from: first!.from_address,
  }));
}

async function statusesOf(letters: readonly Letter[], options: ImportOptions = {}): Promise<Record<string, string>> {
  const center = await openShop();
  await bringAll(center, letters, options);
  return Object.fromEntries((await landedIn(center)).map(({ text, status }) => [text.slice(5), status]));
}

const young: Letter = { id: 'q', days: 29 };
const answer: Letter = { id: 'a', days: 5, from: ANA, to: ZOE, reply: 'q' };

describe('a conversation of an archive', () => {
  it.each<[string, readonly Letter[], string]>([
    ['a question of 29 days ago', [young], 'open'],
    ['a question of 31 days ago', [{ ...young, days: 31 }], 'closed'],
    ['an answered question', [young, answer], 'closed'],
    ['a question after the answer', [young, answer, { id: 'n', days: 1, reply: 'a' }], 'open'],
    [
      'an old question, asked again',
      [
        { ...young, days: 300 },
        { id: 'n', days: 1, reply: 'q' },
      ],
      'open',
    ],
    [
      'an automatic reply to the answer',
      [young, answer, { id: 'n', days: 1, reply: 'a', fields: ['Auto-Submitted: auto-replied'] }],
      'closed',
    ],
    ['a newsletter', [{ ...young, fields: ['List-Id: <news.x>'] }], 'closed'],
    [
      'an automatic reply to a question that nobody answered',
      [young, { id: 'n', days: 1, reply: 'q', fields: ['Precedence: bulk'] }],
      'open',
    ],
    ['our own mail', [{ ...answer, id: 'q' }], 'closed'],
  ])('with %s', async (_, letters, status) => {
    expect(await statusesOf(letters)).toEqual({ q: status });
    expect(await statusesOf(letters.toReversed())).toEqual({ q: status });
  });

  it('has its status by its messages, in any order and number of imports', async () => {
    const kinds = fc.constantFrom('asks', 'answers', 'machine');
    const mails = fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 60 }), fc.nat()), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(mails, fc.nat(4), async (given, cut) => {
        const letters = given.map(([kind, days, order], at) => ({
          order,
          id: `m${at}`,
          days: days + at / 100,
          ...(kind === 'answers' ? { from: ANA, to: ZOE } : {}),
          fields: ['References: <m0@x>', ...(kind === 'machine' ? ['Auto-Submitted: yes'] : [])],
        }));
        const shuffled = letters.toSorted((a, b) => a.order - b.order);
        const center = await openShop();
        await bringAll(center, shuffled.slice(0, cut));
        await bringAll(center, shuffled);
        const byTime = letters.toSorted((a, b) => b.days - a.days);
        const since = byTime.findLastIndex(({ from }) => from === ANA);
        const waits = byTime.slice(since + 1).some(({ fields }) => fields.length === 1) && byTime.at(-1)!.days < 30;
        expect((await landedIn(center)).map(({ status }) => status)).toEqual([waits ? 'open' : 'closed']);
      }),
      { numRuns: runs(12) },
    );
  });

  it('gets a status by name, and goes to the archive if it ended before a day', async () => {
    const letters = [young, { id: 'old', days: 90 }];
    expect(await statusesOf(letters, { status: 'OPENED' })).toEqual({ q: 'open', old: 'open' });
    expect(await statusesOf(letters, { status: 'Closed' })).toEqual({ q: 'closed', old: 'closed' });
    const center = await openShop();
    await bringAll(center, [...letters, { id: 'late', days: 1, reply: 'old' }, { id: 'older', days: 91 }], {
      archiveBefore: now - 60 * DAY_MS,
    });
    expect((await landedIn(center)).filter(({ isArchived }) => isArchived).map(({ text }) => text)).toEqual([
      'text older',
    ]);
    await expect(bringAll(center, letters, { status: 'nope' })).rejects.toThrow(
      /^There is no status nope, only open, closed\. Nothing was imported\.$/i,
    );
  });

  it('is left as it is if an agent changed it, or live mail came for it', async () => {
    const center = await openShop();
    const { token } = await createApiKey(center, 'tests');
    await bringAll(center, [young, { id: 'live', days: 40 }]);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const change = { method: 'PUT', headers, body: '{"conversation_status_id": 2}' };
    await center.fetch(new Request(`http://x${basePath}/conversations/1`, change));
    const raw = Buffer.from(written({ id: 'l2', days: 40, reply: 'live' }));
    const { read, write, context } = center;
    const mail = { read, write, context, reader: readHere, log: () => undefined };
    expect(await receiveMail(mail, raw, { via: 'lmtp' })).toEqual({ stored: 'new' });
    const before = await landedIn(center);
    await bringAll(center, [
      { id: 'q2', days: 1, reply: 'q' },
      { id: 'l3', days: 0, reply: 'live', from: ANA, to: ZOE },
      { id: 'l2', days: 40, reply: 'live' },
    ]);
    expect(await landedIn(center)).toEqual(before);
    expect(before.map(({ status }) => status)).toContain('closed');
  });

  it('tells the history what a later import changed', async () => {
    const center = await openShop();
    await bringAll(center, [young]);
    await bringAll(center, [answer], { archiveBefore: now });
    const rows = await center.read(({ db }) => db.selectFrom('history').selectAll().orderBy('id').execute());
    expect(rows.map(({ event }) => event)).toEqual([
      'conversation.created',
      'message.added',
      'message.added',
      'status.updated',
      'conversation.archived',
    ]);
    expect(rows.every(row => row.by_mail === 1 && row.agent_id === null)).toBe(true);
  });
});

describe('marks of a mail in an archive', () => {
  const old = { days: 400 };

  it('by its folder, its labels and its flags: drafts and deleted mail are left out and counted', async () => {
    const files: Record<string, Letter> = {
      'Inbox/cur/1.a.host:2,S': { id: 'in', ...old },
      'Inbox/cur/2.a.host:2,ST': { id: 'trashed', ...old },
      'Inbox/cur/3.a.host:2,DS': { id: 'draft', ...old },
      'Inbox/.Gel&APY-scht/cur/1': { id: 'german', ...old },
      'Mail/Trash': { id: 'trash', ...old },
      'Mail/Archive.sbd/Drafts': { id: 'drafts', ...old },
      'Mail/all.mbox': { id: 'labels', fields: ['X-Gmail-Labels: =?UTF-8?Q?Brouillons=2COuvert?='], ...old },
      'Mail/Inbox': { id: 'expunged', fields: ['X-Mozilla-Status: 0009'], ...old },
    };
    for (const folder of ['Inbox', 'Inbox/.Gel&APY-scht'])
      for (const name of ['cur', 'new'])
        files[`${folder}/${name}/9`] ??= { id: `${folder}${name}`.replace(/\W/g, ''), ...old };
    const center = await openShop();
    expect(await bring(center, files)).toMatchObject({
      read: 12,
      imported: 3,
      leftOut: { drafts: 3, deleted: 6, otherDates: 0 },
      setAside: [],
      conversations: 3,
      open: 0,
    });
    expect(await bring(center, files, { hasDeleted: true })).toMatchObject({ imported: 9, doubles: 3 });
  });

  it('sent mail is ours and joins its question, also from an address that is not an agent’s any more', async () => {
    const center = await openShop();
    const former = 'Former <former@shop.example>';
    await bring(center, {
      'Inbox.mbox': { id: 'q', days: 3, to: former },
      'Sent Items.mbox': { id: 'a', days: 2, from: former, to: ZOE, reply: 'q' },
      '[Gmail]/All': {
        id: 'new',
        days: 2,
        from: former,
        to: 'Kim <kim@customer.example>',
        fields: ['X-Gmail-Labels: Gesendet'],
      },
    });
    const seen = await landedIn(center);
    expect(seen).toMatchObject([
      { text: 'text q', kind: 'contact', status: 'closed' },
      { text: 'text new', kind: 'agent', from: 'former@shop.example', status: 'closed' },
    ]);
    const contacts = await center.read(({ db }) => db.selectFrom('contact').select('email').orderBy('id').execute());
    expect(contacts.map(({ email }) => email)).toEqual(['zoe@customer.example', 'kim@customer.example']);
  });

  it('a draft that is taken all the same is ours', async () => {
    const center = await openShop();
    const files = { 'Drafts.mbox': { id: 'd', days: 1, from: 'Former <former@shop.example>', to: ZOE } };
    await bring(center, files, { hasDeleted: true });
    expect(await landedIn(center)).toMatchObject([{ kind: 'agent', from: 'former@shop.example', status: 'closed' }]);
  });

  it('spam goes to its inbox', async () => {
    const center = await openShop();
    await bring(center, { 'Spam.mbox': { id: 'one', days: 1 }, 'Mail/Correo no deseado': { id: 'two', days: 1 } });
    expect((await landedIn(center)).map(({ inbox }) => inbox)).toEqual(['spam', 'spam']);
  });

  it('counts only if its mail program wrote it: below a server’s fields the sender did', async () => {
    const center = await openShop();
    const fields = [
      'Received: by mx.shop.example; Thu, 15 Jan 2026 10:00:00 +0000',
      'X-Gmail-Labels: Sent,Trash',
      'X-Mozilla-Status: 0008',
    ];
    expect(await bringAll(center, [{ id: 'q', days: 1, fields }])).toMatchObject({ imported: 1 });
    expect(await landedIn(center)).toMatchObject([{ kind: 'contact', status: 'open' }]);
  });

  it('is nothing for live mail', async () => {
    const { read, write, context } = await openShop();
    const center = { read, write, context, reader: readHere, log: () => undefined };
    const raw = Buffer.from(written({ id: 'q', days: 1, fields: ['X-Gmail-Labels: Sent,Trash,Spam', 'X-Status: D'] }));
    expect(await receiveMail(center, raw, { via: 'lmtp' })).toEqual({ stored: 'new' });
    const rows = await read(({ db }) => db.selectFrom('message').select('kind').execute());
    expect(rows).toEqual([{ kind: 'contact' }]);
  });
});

describe('an import', () => {
  const letters = [1, 10, 20].map(days => ({ id: `d${days}`, days }));

  it('takes only mails of the chosen time', async () => {
    const center = await openShop();
    const range = { since: now - 10 * DAY_MS, before: now - DAY_MS };
    expect(await bringAll(center, letters, range)).toMatchObject({ read: 3, imported: 1, leftOut: { otherDates: 2 } });
    expect((await landedIn(center)).map(({ text }) => text)).toEqual(['text d10']);
  });

  it('that is dry counts what the same import would do, and stores nothing', async () => {
    const center = await openShop();
    await bringAll(center, letters.slice(0, 1));
    const files = { 'a.eml': letters[0]!, 'b.eml': letters[1]!, 'c.eml': letters[1]!, 'Trash/d.eml': letters[2]! };
    const dry = await bring(center, files, { isDryRun: true });
    expect(dry).toMatchObject({ read: 4, imported: 1, doubles: 2, leftOut: { deleted: 1 }, isDryRun: true });
    expect(await landedIn(center)).toHaveLength(1);
    const { imported, doubles, leftOut } = await bring(center, files);
    expect({ imported, doubles, leftOut }).toEqual({ imported: 1, doubles: 2, leftOut: dry.leftOut });
  });

  it('after the same mail came live, or before, doubles nothing', async () => {
    const shop = await openShop();
    const { read, write, context } = shop;
    const center = { read, write, context, reader: readHere, log: () => undefined };
    const text = `${written({ id: 'q', days: 1 })}>From the start\n>>From there\nFrom here\n\n`;
    const live = Buffer.from(`Return-Path: <zoe@customer.example>\n${text}`.replaceAll('\n', '\r\n'));
    const folder = temporaryFolder();
    const quoted = text.replace(/^From here/m, '>From here');
    writeFileSync(join(folder, 'all.mbox'), `From x Mon Jan  5 10:00:00 2026\nX-Gmail-Labels: Inbox\n${quoted}\n`);
    writeFileSync(join(folder, 'one.eml'), text);
    expect(await receiveMail(center, live, { via: 'imap' })).toEqual({ stored: 'new' });
    expect(await importMail(shop, [folder], { reader: readHere })).toMatchObject({
      imported: 0,
      doubles: 2,
    });
    expect(await receiveMail(center, live, { via: 'lmtp' })).toEqual({ stored: 'known' });
  });

  it('knows the mail that was sent from here, and answers to it', async () => {
    const center = await openShop();
    await bringAll(center, [young]);
    const secret = await center.read(({ db }) => readMailSecret(db));
    const sent = createMessageId({ conversationId: 1, messageId: 7 }, 'shop.example', secret);
    const fields = [`References: <${sent}>`];
    const own = { ...answer, reply: 'nothing', fields: [`Message-ID: <${sent}>`] };
    expect(await bringAll(center, [own])).toMatchObject({ imported: 0, doubles: 1 });
    await bringAll(center, [
      { id: 'thanks', days: 1, fields },
      { id: 'guess', days: 1, fields: [fields[0]!.replace('.m7.', '.m8.')] },
      { id: 'stranger', days: 1, from: 'Eve <eve@customer.example>', fields },
      { id: 'stolen', days: 1, from: 'Eve <eve@customer.example>', fields: own.fields },
    ]);
    const seen = await seeAll(center);
    expect(seen.map(({ texts }) => texts)).toEqual([
      ['text q', 'text thanks'],
      ['text guess'],
      ['text stranger', 'text stolen'],
    ]);
  });
});
