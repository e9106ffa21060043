import type { Contents } from '../../contract/conversation-filter.ts';
import type { RuleFilter } from '../../contract/rule.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { FilterProblem } from '../query/find-named.ts';
import { agentValue, inboxValue, parseQuery, queryText } from '../query/language.ts';
import { toFilter } from '../query/to-filter.ts';
import { quoted, tokensOf } from '../query/tokens.ts';
import { valueReaders } from '../query/values.ts';
import { everything } from '../query/views.ts';
import type { Excludable, Query } from '../world/query.ts';
import type { World } from '../world.ts';
import type { ShownMacroActions } from './macro.ts';

/** The words after `/` in the list, as a filter. */
function filterIn(text: string, world: World): { readonly filter: RuleFilter } | FilterProblem {
  const read = parseQuery(text, world);
  return 'problem' in read ? read : { filter: toFilter(read.query, world) as RuleFilter };
}

type ExcludedFilter = NonNullable<RuleFilter['not']>;

function excludable(
  { status = [], assign_to = [], inbox_ids = [], tags = [], has = [] }: ExcludedFilter,
  { base }: World,
) {
  const idsOf = (one: number | string) =>
    one === 'spam' ? base.inboxes.flatMap(({ id, kind }) => (kind === 'spam' ? id : [])) : [Number(one)];
  const parts = { statuses: status, assignees: assign_to, inboxes: inbox_ids.flatMap(idsOf), tags, has };
  return parts as Excludable & { readonly has: readonly Contents[] };
}

/** The words of a filter, which `definedIn` reads back; undefined if it has none: conversations without an inbox. */
export function filterWords(when: RuleFilter, world: World): SafeText | undefined {
  if ([when, when.not].some(part => part?.inbox_ids?.includes('none'))) return undefined;
  const { from = '', q = '', waiting, late, automatic, snoozed, not = {} } = when;
  const traits = [
    ...(['waiting', 'late', 'automatic'] as const).filter(name => not[name] === '1'),
    ...(snoozed === '0' ? ['later' as const] : []),
  ];
  const query: Query = {
    ...everything,
    ...excludable(when, world),
    words: q,
    from,
    isWaiting: waiting === '1',
    isLate: late === '1',
    isAutomatic: automatic === '1',
    isLater: snoozed === '1',
    not: { ...excludable(not, world), is: traits },
  };
  return queryText(query, world);
}

/** One thing that a rule can do. */
interface Deed {
  /** The actions with this value, or the reason why it is not valid. */
  read(value: string, world: World, before: ShownMacroActions): ShownMacroActions | FilterProblem;
  /** The values of the words that say it; an empty one for a word alone. */
  said(actions: ShownMacroActions, world: World): readonly string[];
}

/** A value of the filter language as an action. */
function readValue(
  key: 'status' | 'assignee' | 'inbox',
  value: string,
  world: World,
  actionOf: (query: Query) => ShownMacroActions | FilterProblem,
): ShownMacroActions | FilterProblem {
  const token = { key, value, text: value, isQuoted: false, isNegative: false, end: 0 };
  const read = valueReaders[key](everything, value, world, token);
  return 'problem' in read ? read : actionOf(read.query);
}

function assigned({ assignees: [who] }: Query): ShownMacroActions | FilterProblem {
  if (who === 'me') return { problem: t`A rule is not an agent: name one instead of “me”.` };
  return { assign_to: who === 'none' ? null : who! };
}

function ifGiven<T>(value: T | undefined, words: (value: T) => string): readonly string[] {
  return value === undefined ? [] : [words(value)];
}

/** The words of actions: those of `frontdesk conversations` that are an action of a macro. */
const deeds = {
  tag: {
    read: (value, _, { add_tags = [] }) => ({ add_tags: [...add_tags, value] }),
    said: ({ add_tags = [] }) => add_tags.map(quoted),
  },
  untag: {
    read: (value, _, { remove_tags = [] }) => ({ remove_tags: [...remove_tags, value] }),
    said: ({ remove_tags = [] }) => remove_tags.map(quoted),
  },
  assign: {
    read: (value, world) => readValue('assignee', value, world, assigned),
    said: ({ assign_to }, world) =>
      ifGiven(assign_to, who => (typeof who === 'number' ? agentValue(world, who) : (who ?? 'none'))),
  },
  status: {
    read: (value, world) => readValue('status', value, world, ({ statuses: [status] }) => ({ status: status! })),
    said: ({ status }) => ifGiven(status, quoted),
  },
  move: {
    read: (value, world) => readValue('inbox', value, world, ({ inboxes: [inbox_id] }) => ({ inbox_id: inbox_id! })),
    said: ({ inbox_id }, world) => ifGiven(inbox_id ?? undefined, id => inboxValue(world, id)),
  },
  later: { read: snooze => ({ snooze }), said: ({ snooze }) => ifGiven(snooze, quoted) },
  archive: { read: () => ({ archived: true }), said: ({ archived }) => (archived === true ? [''] : []) },
  restore: { read: () => ({ archived: false }), said: ({ archived }) => (archived === false ? [''] : []) },
  note: { read: note => ({ note }), said: ({ note }) => ifGiven(note, quoted) },
} as const satisfies Readonly<Record<string, Deed>>;
const all: readonly (readonly [name: string, deed: Deed])[] = Object.entries(deeds);
const ALONE: readonly string[] = ['archive', 'restore'];

/** The words of a rule's actions, as `frontdesk conversations` has them. */
function actionsIn(text: string, world: World): { readonly actions: ShownMacroActions } | FilterProblem {
  let actions: ShownMacroActions = {};
  for (const { text: piece } of tokensOf(text)) {
    const [, name = '', given = ''] = /^([a-z]+)(?::(.*))?$/s.exec(piece) ?? [];
    const deed = all.find(([known]) => known === name)?.[1];
    const value = given.startsWith('"') ? given.replace(/^"|"$/g, '').replaceAll('""', '"') : given;
    if (!deed || ALONE.includes(name) !== (value === '')) {
      const known = all.map(([one]) => (ALONE.includes(one) ? one : `${one}:…`)).join(' ');
      return { problem: t`A rule cannot do “${safeLine(piece)}”. It can: ${safeLine(known)}.` };
    }
    const read = deed.read(value, world, actions);
    if ('problem' in read) return read;
    actions = { ...actions, ...read };
  }
  return { actions };
}

/** The words of actions, which `definedIn` reads back. */
export function actionWords(actions: ShownMacroActions, world: World): SafeText {
  const words = all.flatMap(([name, { said }]) =>
    said(actions, world).map(value => (value === '' ? name : `${name}:${value}`)),
  );
  return safeLine(words.join(' '));
}

/** The filter and the actions of a rule, in words. */
export interface RuleText {
  readonly when?: string;
  readonly do?: string;
}

/** The same as the service takes it. */
export interface Defined {
  readonly when?: RuleFilter;
  readonly do?: ShownMacroActions;
}

/** The filter and the actions that words mean, as far as they are given; or which of them mean none, and why. */
export function definedIn(
  { when, do: deeds }: RuleText,
  world: World,
): Defined | (FilterProblem & { readonly part: keyof Defined }) {
  const asked = when === undefined ? undefined : filterIn(when, world);
  if (asked && 'problem' in asked) return { ...asked, part: 'when' };
  const done = deeds === undefined ? undefined : actionsIn(deeds, world);
  if (done && 'problem' in done) return { ...done, part: 'do' };
  return { ...(asked && { when: asked.filter }), ...(done && { do: done.actions }) };
}
