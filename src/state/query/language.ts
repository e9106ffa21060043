import { nearest } from '../../text/nearest.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { agentName, inboxName, statusesOf, statusKey } from '../words/names.ts';
import { type Excludable, type Excluded, traitsOf } from '../world/query.ts';
import type { Query, Visible, World } from '../world.ts';
import { minutesText } from './dates.ts';
import { askMeant } from './find-named.ts';
import {
  type FilterKey,
  filterKeys,
  inQuotes,
  meantKeys,
  moreKeys,
  quoted,
  readConversationNumber,
  type Token,
  tokensOf,
  unknownKey,
  wordsText,
} from './tokens.ts';
import {
  flagNames,
  heldNames,
  knownKeys,
  knownSorts,
  listedTags,
  notYet,
  type ParsedQuery,
  takesMore,
  valueReaders,
} from './values.ts';
import { everything, views } from './views.ts';

/**
 * The most UTF-16 units of a filter: each value is compared with all earlier ones, and no longer filter fits into a
 * URL.
 */
const MAX_FILTER_LENGTH = 4_000;

/**
 * Reads the filter language: words, and `status: assignee: tag: inbox: from: by: has: is: before: after: due: sample:
 * sort:`, values with blanks in quotes, `-` before an exclusion. Values of one key are alternatives. An unknown key is
 * refused.
 */
export function parseQuery(text: string, world: World): ParsedQuery {
  if (text.length > MAX_FILTER_LENGTH)
    return { problem: t`The filter is longer than ${grouped(MAX_FILTER_LENGTH)} characters: shorten it` };
  let query: Query = everything;
  const words: string[] = [];
  const tokens = tokensOf(text);
  // An exclusion applies to the whole query, wherever it stands.
  for (const token of [...tokens.filter(isWanted), ...tokens.filter(({ isNegative }) => isNegative)]) {
    const read = readToken(query, token, world);
    if (read === 'word') words.push(token.value);
    else if ('problem' in read) return { ...read, at: token.end };
    else query = read.query;
  }
  return { query: { ...query, words: words.join(' ').split(/\s+/u).filter(Boolean).join(' ') } };
}

function isWanted({ isNegative }: Token): boolean {
  return !isNegative;
}

/** A query with the condition of one piece of a line; `word` if the piece is a word to search for. */
export function readToken(query: Query, token: Token, world: World): ParsedQuery | 'word' {
  if (token.key && token.value.trim() === '') return { problem: missingValue(token.key, world) };
  if (token.isNegative) return leaveOut(query, token, world);
  if (token.key) return valueReaders[token.key](query, token.value.trim(), world, token);
  if (token.isQuoted) return 'word';
  const number = readConversationNumber(token.value);
  if (number !== undefined) return { problem: aloneText(number) };
  const name = unknownKey(token.value);
  return name === undefined ? 'word' : unknownKeyProblem(token, name, world);
}

function aloneText(number: number): SafeText {
  return t`#${number} names one conversation: alone it opens it. Put it in quotes to search for it.`;
}

function unknownKeyProblem(token: Token, name: string, world: World): ParsedQuery {
  const near = meantKeys.get(name.toLowerCase()) ?? nearest(name, [...filterKeys, ...moreKeys]);
  const meant = near === undefined ? t`.` : t`: did you mean ${safeLine(near)}:?`;
  const keys = join(
    knownKeys(world).map(key => t`${key as SafeText}:`),
    t` `,
  );
  const problem = t`Unknown filter "${safeLine(token.text)}"${meant} Known: ${keys}. Put it in quotes to search for it.`;
  return {
    problem,
    short: near === undefined ? t`Unknown filter ${safeLine(name)}:` : askMeant(`${name}:`, t`${safeLine(near)}:`),
    hint: near === undefined ? t`Unknown filter. Known: ${keys}` : t`Unknown filter: did you mean ${safeLine(near)}:?`,
  };
}

/**
 * The one conversation that a filter line names: `#228` alone, or behind the list's own filter, with which the line
 * begins; undefined if it is a filter.
 */
export function askedNumber(text: string, world: World): number | undefined {
  const own = queryText(world.list.query, world);
  const asked = own !== '' && text.startsWith(`${own} `) ? text.slice(own.length) : text;
  return readConversationNumber(asked.trim());
}

function missingValue(key: FilterKey, world: World): SafeText {
  return t`${key as SafeText}: needs a value: ${valueExamples(key, world)}.`;
}

/** The values of a key, in words. */
export function valueExamples(key: FilterKey, world: World): SafeText {
  const examples: Readonly<Partial<Record<FilterKey, SafeText>>> = {
    status: join(
      statusesOf(world)
        .slice(0, 8)
        .map(status => status.name),
      t`, `,
    ),
    assignee: t`me, none, or a name`,
    tag: t`a tag`,
    inbox: join(
      world.base.inboxes.slice(0, 8).map(inbox => inbox.name),
      t`, `,
    ),
    is: join(flagNames(world), t`, `),
    from: t`a name or an address`,
    has: join(heldNames, t`, `),
    counted: t`a number and its days, such as closed.2026-11-01.2026-12-01`,
    before: t`a day such as 2026-01-31, or 7d`,
    after: t`a day such as 2026-01-31, or 7d`,
    by: t`an agent who answered`,
    due: t`a time such as 40m, 2h, or 1d`,
    sample: t`a number such as 20`,
    sort: join(knownSorts(world).map(safeLine), t`, `),
  };
  return examples[key] || t`a name`;
}

/** The text that `parseQuery` reads as this query. */
export function queryText(query: Query, visible: Visible): SafeText {
  const parts = [
    ...excludableTexts(query, visible),
    ...excludableTexts(query.not, visible).map(text => `-${text}`),
    ...(query.from === '' ? [] : [`from:${quoted(query.from)}`]),
    ...(query.counted === '' ? [] : [`counted:${query.counted}`]),
    ...query.writers.map(id => `by:${agentValue(visible, id)}`),
    ...query.has.map(held => `has:${held}`),
    ...query.not.has.map(held => `-has:${held}`),
    ...traitsOf(query).map(trait => `is:${trait}`),
    ...query.not.is.map(trait => `-is:${trait}`),
    ...(query.archived === 'no' ? [] : [query.archived === 'only' ? 'is:archived' : 'is:any']),
    ...(query.before === null ? [] : [`before:${query.before}`]),
    ...(query.after === null ? [] : [`after:${query.after}`]),
    ...(query.dueWithin === null ? [] : [`due:${minutesText(query.dueWithin)}`]),
    ...(query.sample === null ? [] : [`sample:${query.sample}`]),
    ...(query.sort === 'newest' ? [] : [`sort:${query.sort}`]),
    ...(query.words === '' ? [] : [wordsText(query.words)]),
  ];
  return safeLine(parts.join(' '));
}

function excludableTexts({ statuses, assignees, inboxes, tags }: Excludable, visible: Visible): readonly string[] {
  const isListed = tags.length === 0 ? () => true : listedTags(visible);
  return [
    ...statuses.map(name => `status:${quoted(name)}`),
    ...assignees.map(who => `assignee:${typeof who === 'number' ? agentValue(visible, who) : who}`),
    ...inboxes.map(id => `inbox:${inboxValue(visible, id)}`),
    ...tags.map(tag => `tag:${isListed(tag) ? quoted(tag) : inQuotes(tag)}`),
  ];
}

/** A name if it is unique, otherwise the id. */
function nameOrId(id: number, things: readonly { id: number; name: SafeText }[], reserved: readonly string[]): string {
  const name = things.find(thing => thing.id === id)?.name.trim();
  const lower = name?.toLowerCase();
  const isUnclear =
    !name ||
    /^#\d+$/.test(name) ||
    reserved.includes(lower!) ||
    things.filter(thing => thing.name.trim().toLowerCase() === lower).length > 1;
  return isUnclear ? `#${id}` : quoted(name);
}
/** An agent as a value of `assignee:`. */
export function agentValue(visible: Visible, id: number): string {
  const others = visible.base.agents.flatMap(agent => [agent.email.toLowerCase()]);
  return nameOrId(id, visible.base.agents, ['me', 'none', ...others]);
}
/** An inbox as a value of `inbox:`. */
export function inboxValue(visible: Visible, id: number): string {
  const others = visible.base.inboxes.filter(inbox => inbox.id !== id).map(inbox => inbox.slug.toLowerCase());
  return nameOrId(id, visible.base.inboxes, others);
}

/** The text of a pane's head: `Support · unresolved`. */
export function queryTitle(query: Query, visible: Visible): SafeText {
  const text = queryText(query, visible);
  const view = views.find(known => queryText(known.query, visible) === text);
  if (view) return view.title;
  const [inboxes, ...others] = excludableTitles(query, visible);
  const { isUnresolved } = query;
  const traits = traitsOf({ ...query, isUnresolved: false });
  const parts: SafeText[] = [
    inboxes || (isUnresolved ? t`Unresolved` : t`All`),
    inboxes && isUnresolved ? t`unresolved` : t``,
    ...others,
    ...excludableTitles(query.not, visible).map(text => (text === '' ? text : t`not ${text}`)),
    query.from === '' ? t`` : t`from ${safeLine(query.from)}`,
    query.writers.length === 0 ? t`` : t`answered by ${namesOf(query.writers, visible)}`,
    query.has.length === 0 ? t`` : t`with ${join(query.has.map(safeLine), t`, `)}`,
    query.not.has.length === 0 ? t`` : t`without ${join(query.not.has.map(safeLine), t`, `)}`,
    ...traits.map(safeLine),
    ...query.not.is.map(trait => t`not ${safeLine(trait)}`),
    query.archived === 'no' ? t`` : query.archived === 'only' ? t`archived` : t`archived too`,
    query.before === null ? t`` : t`before ${safeLine(query.before)}`,
    query.after === null ? t`` : t`after ${safeLine(query.after)}`,
    query.dueWithin === null ? t`` : t`due in ${safeLine(minutesText(query.dueWithin))}`,
    query.sample === null ? t`` : t`a sample of ${query.sample}`,
    query.words === '' ? t`` : t`“${safeLine(query.words)}”`,
    query.sort === 'newest' || traits.some(trait => trait === query.sort) ? t`` : safeLine(query.sort),
  ];
  return join(
    parts.filter(part => part !== ''),
    t` · `,
  );
}

function namesOf(agents: readonly number[], visible: Visible): SafeText {
  return join(
    agents.map(id => agentName(visible, id)),
    t`, `,
  );
}

/** Inboxes, statuses, assignees and tags in words; empty for any. */
function excludableTitles({ statuses, assignees, inboxes, tags }: Excludable, visible: Visible): readonly SafeText[] {
  const who = assignees.map(one => (one === 'me' ? t`mine` : one === 'none' ? t`unassigned` : agentName(visible, one)));
  return [
    inboxes.map(id => inboxName(visible, id)),
    statuses.map(safeLine),
    who,
    tags.map(tag => t`tag ${safeLine(tag)}`),
  ].map(names => join(names, t`, `));
}

/** A query that excludes the value of a piece such as `-status:closed`, if the help center can exclude it. */
export function leaveOut(query: Query, token: Token, world: World): ParsedQuery {
  const { key, text } = token;
  if (key === null)
    return { problem: t`${safeLine(text)}: a word cannot be left out. Put it in quotes to search for it.` };
  const named = valueReaders[key](everything, token.value.trim(), world, token);
  if ('problem' in named) return named;
  const { statuses, assignees, inboxes, tags, has, archived } = named.query;
  const isMore = takesMore(world);
  if (statuses.length > 0 && (query.statuses.length > 0 || !isMore))
    return withoutStatuses(query, statuses, text, world);
  // It holds without the piece, too.
  if (archived !== 'no') return { query: { ...query, archived: 'no' } };
  const left = { statuses, assignees, inboxes, tags, has, is: traitsOf(named.query) };
  if (!isMore || Object.values(left).every(values => values.length === 0))
    return { ...notYet(safeLine(text)), hint: t`Leaving out by ${safeLine(key)}: is not known yet.` };
  return { query: { ...query, not: both(query.not, left) } };
}

function both(a: Excluded, b: Excluded): Excluded {
  const joined = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [...new Set([...one, ...other])];
  return {
    statuses: joined(a.statuses, b.statuses),
    assignees: joined(a.assignees, b.assignees),
    inboxes: joined(a.inboxes, b.inboxes),
    tags: joined(a.tags, b.tags),
    has: joined(a.has, b.has),
    is: joined(a.is, b.is),
  };
}

/** The statuses that remain: those named before, or all, without these. */
function withoutStatuses(query: Query, left: readonly string[], text: string, world: World): ParsedQuery {
  const all = world.base.statuses.map(({ name }) => name);
  if (all.length === 0)
    return { problem: t`${safeLine(text)}: the help center does not say which statuses there are.` };
  const isLeft = (name: string): boolean => left.some(other => statusKey(other) === statusKey(name));
  const statuses = (query.statuses.length > 0 ? query.statuses : all).filter(name => !isLeft(name));
  if (statuses.length > 0) return { query: { ...query, statuses } };
  return { problem: t`${safeLine(text)} leaves no status: ${join(query.statuses.map(safeLine), t`, `)} is asked for.` };
}
