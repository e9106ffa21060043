import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { insertRow, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { inboxBySlug } from '../mail.ts';
import { conflict, Problem } from '../problem.ts';
import type { Work } from '../work.ts';
import { moveInbox } from './position.ts';
import { inboxTouched } from './read.ts';
import { targetColumns } from './target.ts';

/** The settings in a request; an absent one stays, or is empty in a new inbox. */
type InboxSettings = BodyOf<Contract['inbox']['update']>;

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** The columns that a request sets, without the position. */
function columnsOf(given: InboxSettings): Partial<Row<'inbox'>> {
  const { send_autoresponse, send_rating_request, name, description, slug, autoresponse_text } = given;
  const all = {
    name,
    description,
    slug,
    autoresponse_text,
    rating_message: given.rating_message,
    signature: given.signature,
    quote: given.quote,
    answer_within: given.answer_within,
    hours: given.hours,
    zone: given.zone,
    holidays: given.holidays?.join(' '),
    send_autoresponse: send_autoresponse === undefined ? undefined : flag(send_autoresponse),
    send_rating_request: send_rating_request === undefined ? undefined : flag(send_rating_request),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** 403 for one inbox more than the plan allows. */
export function noRoom(limit: number) {
  return new Problem('inbox_limit_reached', `Your plan has room for ${limit} inboxes; delete one first.`);
}

async function requireRoom(db: Db, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom('inbox')
    .select(eb => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= limit) throw noRoom(limit);
  return Number(count);
}

/** Creates an inbox at the last position, or at the given one. Returns its id. */
export async function createInbox(
  work: Work,
  given: InboxSettings & { readonly name: string },
  limit: number,
): Promise<number> {
  const count = await requireRoom(work.db, limit);
  if (given.slug !== undefined) await requireFreeSlug(work.db, given.slug, 0);
  const { id } = await insertRow(work.db, 'inbox', {
    description: '',
    autoresponse_text: '',
    rating_message: '',
    send_autoresponse: 0,
    send_rating_request: 0,
    ...columnsOf(given),
    name: given.name,
    // A slug that no request can have is used until the id is known.
    slug: given.slug ?? '-',
    kind: 'normal',
    sort: count,
    created_at: work.now,
    updated_at: work.now,
  });
  if (given.slug === undefined)
    await updateRows(work.db, 'inbox', { id }, { slug: await freeSlug(work.db, given.name, id) });
  if (given.sort !== undefined) await moveInbox(work, id, given.sort);
  work.inboxChanged(id);
  return id;
}

/** Sets the given values. Setting a present value is not a change. */
export async function changeInbox(work: Work, before: Row<'inbox'>, given: InboxSettings): Promise<void> {
  if (given.slug !== undefined) await requireFreeSlug(work.db, given.slug, before.id);
  const columns = columnsOf(given);
  const isNew = Object.entries(columns).some(([name, value]) => before[name as keyof Row<'inbox'>] !== value);
  if (isNew) {
    const isMoved = targetColumns.some(name => (columns[name] ?? before[name]) !== before[name]);
    await updateRows(work.db, 'inbox', { id: before.id }, { ...columns, ...(isMoved && { due_stale: 1 }) });
    if (isMoved) work.scheduleJob('due', work.now);
    await inboxTouched(work, before.id);
  }
  if (given.sort !== undefined) await moveInbox(work, before.id, given.sort);
}

const MAX_SLUG_LENGTH = 64;

/** Letters that do not decompose into a plain one and an accent. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A name as lower-case words joined by hyphens; empty if no Latin letter is left. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, letter => spelled[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  return /[a-z]/.test(slug) ? slug : '';
}

/** Whether another inbox has a slug: each is there once. */
async function isTaken(db: Db, slug: string, id: number): Promise<boolean> {
  return ((await inboxBySlug(db, slug)) ?? id) !== id;
}

async function freeSlug(db: Db, name: string, id: number): Promise<string> {
  const wanted = slugOf(name) || `inbox-${id}`;
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const slug = `${wanted.slice(0, MAX_SLUG_LENGTH - ending.length).replace(/-+$/, '')}${ending}`;
    if (!(await isTaken(db, slug, id))) return slug;
  }
}

async function requireFreeSlug(db: Db, slug: string, id: number): Promise<void> {
  if (await isTaken(db, slug, id))
    throw conflict('Another inbox has this slug.', [{ path: 'slug', message: 'is taken' }]);
}
