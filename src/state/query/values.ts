import { contents, countedForm } from '../../contract/conversation-filter.ts';
import { nearest } from '../../text/nearest.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { statusesOf, statusKey } from '../words/names.ts';
import { MAX_SAMPLE } from '../world/query.ts';
import type { Base, Query, Sort, Visible, World } from '../world.ts';
import { dayOf, minutesOf } from './dates.ts';
import { askMeant, type FilterProblem, find, type Nameable, unknown } from './find-named.ts';
import { sorts } from './order.ts';
import { type FilterKey, filterKeys, moreKeys, type Token } from './tokens.ts';
import { sortedBy } from './views.ts';

/** A query with one more part, or why the part cannot be read. */
export type ParsedQuery = { readonly query: Query } | FilterProblem;
type ReadValue = (query: Query, value: string, world: World, token: Token) => ParsedQuery;

/** A query with one more status. A closed one is never unresolved, and the later of the two words counts. */
function withStatus(query: Query, name: string, isClosed: boolean): Query {
  return { ...query, statuses: added(query.statuses, name), isUnresolved: query.isUnresolved && !isClosed };
}

const readStatus: ReadValue = (query, value, world) => {
  const isClosed = (name: string): boolean =>
    statusesOf(world).some(status => status.name === name && status.kind === 'closed');
  const names = statusesOf(world).map(status => status.name);
  const key = statusKey(value);
  const exact = names.find(name => name.toLowerCase() === key);
  // Without a list of statuses it is unknown whether a name is wrong.
  if (exact || names.length === 0) return { query: withStatus(query, exact ?? key, isClosed(exact ?? key)) };
  const found = find(
    t`status`,
    value,
    names.map((name, id) => ({ id, names: [name] })),
    [],
  );
  if ('problem' in found) return found;
  const name = names[found.id];
  return name ? { query: withStatus(query, name, isClosed(name)) } : unknown(t`status`, value, names);
};

function agentsOf({ base }: Visible): readonly Nameable[] {
  return base.agents.map(({ id, name, email }) => ({ id, names: [name, email] }));
}

const readAssignee: ReadValue = (query, value, world, token) => {
  const plain = value.toLowerCase();
  if ((plain === 'me' || plain === 'none') && !token.isQuoted)
    return { query: { ...query, assignees: added(query.assignees, plain) } };
  const found = find(t`agent`, value, agentsOf(world), [t`me`, t`none`]);
  return 'problem' in found ? found : { query: { ...query, assignees: added(query.assignees, found.id) } };
};

const readInbox: ReadValue = (query, value, world) => {
  const inboxes = world.base.inboxes.map(inbox => ({ id: inbox.id, names: [inbox.name, inbox.slug] }));
  const found = find(t`inbox`, value, inboxes, []);
  return 'problem' in found ? found : { query: { ...query, inboxes: added(query.inboxes, found.id) } };
};

const readTag: ReadValue = (query, value, world, { isQuoted }) => {
  const meant = isQuoted ? undefined : nearTag(value, world);
  if (meant === undefined) return { query: { ...query, tags: added(query.tags, value) } };
  const problem = t`Unknown tag "${safeLine(value)}": did you mean "${meant}"? Put it in quotes to take it literally.`;
  const hint = t`Unknown tag: did you mean ${meant}? In quotes it is taken literally.`;
  return { problem, short: askMeant(value, meant), hint };
};

/** The tag that an unlisted one probably means; undefined if it is listed, or resembles none. */
function nearTag(value: string, world: Visible): SafeText | undefined {
  if (listedTags(world)(value)) return undefined;
  return nearest(
    value,
    world.base.tags.map(({ name }) => name),
  );
}

/** Whether the help center lists a tag, ignoring case. */
export function listedTags({ base }: Visible): (tag: string) => boolean {
  const names = new Set(base.tags.map(({ name }) => name.toLowerCase()));
  return tag => names.has(tag.toLowerCase());
}

const flags: Readonly<Record<string, (query: Query) => Query>> = {
  unresolved: query => ({ ...query, isUnresolved: true, isLater: false }),
  open: query => ({ ...query, statuses: added(query.statuses, 'open') }),
  closed: query => withStatus(query, 'closed', true),
  archived: query => ({ ...query, archived: 'only' }),
  any: query => ({ ...query, archived: 'any' }),
  mine: query => ({ ...query, assignees: added(query.assignees, 'me') }),
  unassigned: query => ({ ...query, assignees: added(query.assignees, 'none') }),
};
/** Words that `is:` accepts only if the help center filters by them. */
const moreFlags: Readonly<Record<string, (query: Query) => Query>> = {
  unread: query => ({ ...query, isUnread: true }),
  waiting: query => ({ ...query, isWaiting: true }),
  automatic: query => ({ ...query, isAutomatic: true }),
  mentioned: query => ({ ...query, isMentioned: true }),
  followed: query => ({ ...query, isFollowed: true }),
  due: query => ({ ...query, isDue: true }),
  late: query => ({ ...query, isLate: true }),
  // A conversation that is put off is never unresolved.
  later: query => ({ ...query, isLater: true, isUnresolved: false }),
};

/**
 * Whether the help center has our filters beyond its document: unread, waiting, requester, notes, and exclusions. A
 * help center that reports whether a conversation is unread has them; before one is read, one that reports the kinds of
 * its inboxes.
 */
export function takesMore({ base }: Visible): boolean {
  const [first] = base.conversations.values();
  if (first !== undefined) return first.unread !== null;
  const [inbox] = base.inboxes;
  return inbox === undefined || inbox.kind !== null;
}

const dueWords: readonly string[] = ['due', 'late'];

/** Whether an inbox has a target, without which nothing is due. */
export function hasTarget({ inboxes }: Base): boolean {
  return inboxes.some(inbox => (inbox.answer_within ?? 0) > 0);
}

/** Leaves out the words about due times as long as no inbox has a target: then they find nothing. */
function offered<Name extends string>(names: readonly Name[], { base }: Visible): readonly Name[] {
  return hasTarget(base) ? names : names.filter(name => !dueWords.includes(name));
}

/** The keys that this help center can filter by. */
export function knownKeys(world: Visible): readonly FilterKey[] {
  return takesMore(world) ? offered([...filterKeys, ...moreKeys], world) : filterKeys;
}

const ownSorts: readonly Sort[] = ['waiting', 'due', 'later'];

/** The orders that this help center can list by. */
export function knownSorts(world: Visible): readonly Sort[] {
  return offered(takenSorts(world), world);
}

function takenSorts(world: Visible): readonly Sort[] {
  return takesMore(world) ? sorts : sorts.filter(name => !ownSorts.includes(name));
}

/** The words that `is:` accepts for this help center. */
export function flagNames(world: Visible): readonly SafeText[] {
  return offered(Object.keys(takesMore(world) ? { ...flags, ...moreFlags } : flags), world).map(safeLine);
}

/** Words of other programs that resemble the wrong one of ours, or none. */
const meantFlags: ReadonlyMap<string, SafeText> = new Map([
  ['resolved', t`closed`],
  ['solved', t`closed`],
  ['done', t`closed`],
  ['me', t`mine`],
]);

const readFlag: ReadValue = (query, value, world) => {
  const name = value.toLowerCase();
  if (Object.hasOwn(moreFlags, name) && !takesMore(world)) return notYet(t`is:${safeLine(name)}`);
  const known = { ...flags, ...moreFlags };
  const flag = Object.hasOwn(known, name) ? known[name] : undefined;
  return flag ? { query: flag(query) } : unknown(t`word after is:`, value, flagNames(world), meantFlags.get(name));
};

const readFrom: ReadValue = (query, value, world) => {
  if (!takesMore(world)) return notYet(t`from:`);
  if (query.from !== '') return { problem: t`from: may appear once; quote a full name: from:"Zoe Quinn".` };
  return { query: { ...query, from: value.split(/\s+/u).join(' ') } };
};

const readBy: ReadValue = (query, value, world, token) => {
  if (!takesMore(world)) return notYet(t`by:`);
  if (value.toLowerCase() === 'me' && !token.isQuoted && world.me)
    return { query: { ...query, writers: added(query.writers, world.me.id) } };
  const found = find(t`agent`, value, agentsOf(world), [t`me`]);
  return 'problem' in found ? found : { query: { ...query, writers: added(query.writers, found.id) } };
};

const readSample: ReadValue = (query, value, world) => {
  if (!takesMore(world)) return notYet(t`sample:`);
  const sample = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (sample > 0 && sample <= MAX_SAMPLE) return { query: { ...query, sample } };
  return { problem: t`"${safeLine(value)}" is not a number from 1 to ${MAX_SAMPLE}.` };
};

const readHas: ReadValue = (query, value, world) => {
  if (!takesMore(world)) return notYet(t`has:`);
  const held = contents.find(name => name === value.toLowerCase());
  return held ? { query: { ...query, has: added(query.has, held) } } : unknown(t`word after has:`, value, heldNames);
};

const readCounted: ReadValue = (query, value, world) => {
  if (!takesMore(world)) return notYet(t`counted:`);
  if (countedForm.test(value)) return { query: { ...query, counted: value } };
  return { problem: t`"${safeLine(value)}" is not a number with its days, such as closed.2026-11-01.2026-12-01.` };
};

/** The words that `has:` accepts. */
export const heldNames = contents.map(safeLine);

function readDay(side: 'before' | 'after'): ReadValue {
  return (query, value, { now }) => {
    const day = dayOf(value.toLowerCase(), now);
    if (day !== undefined) return { query: { ...query, [side]: day } };
    const use = t`Use 2026-01-31, 2026-01, today, 7d or 2w.`;
    return { problem: t`"${safeLine(value)}" is not a date. ${use}`, hint: t`Not a date. ${use}` };
  };
}

const readDue: ReadValue = (query, value, world) => {
  if (!takesMore(world)) return notYet(t`due:`);
  const minutes = minutesOf(value.toLowerCase());
  if (minutes !== undefined) return { query: { ...query, dueWithin: minutes } };
  return { problem: t`"${safeLine(value)}" is not a length of time. Use 40m, 2h or 1d.`, hint: t`Use 40m, 2h or 1d.` };
};

const readSort: ReadValue = (query, value, world) => {
  const sort = takenSorts(world).find(name => name === value.toLowerCase());
  return sort ? { query: sortedBy(query, sort) } : unknown(t`order`, value, knownSorts(world).map(safeLine));
};

function added<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values : [...values, value];
}

/**
 * The refusal of a filter that the help center does not support yet: filtering only the loaded rows would give half a
 * result.
 */
export function notYet(what: SafeText) {
  return {
    problem: t`${what} is not known yet: the help center cannot filter by it.`,
    short: t`${what} is not known yet`,
  };
}

/** How each key of the filter language is read. */
export const valueReaders: Readonly<Record<FilterKey, ReadValue>> = {
  status: readStatus,
  assignee: readAssignee,
  tag: readTag,
  inbox: readInbox,
  is: readFlag,
  before: readDay('before'),
  after: readDay('after'),
  from: readFrom,
  by: readBy,
  has: readHas,
  due: readDue,
  sample: readSample,
  counted: readCounted,
  sort: readSort,
};
