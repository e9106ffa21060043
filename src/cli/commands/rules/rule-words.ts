import type { RuleFilter } from '../../../contract/rule.ts';
import type { MacroActions } from '../../../state/macro/macro.ts';
import { agentValue, inboxValue, parseQuery, queryText } from '../../../state/query/language.ts';
import { toFilter } from '../../../state/query/to-filter.ts';
import { quoted, tokensOf } from '../../../state/query/tokens.ts';
import { valueReaders } from '../../../state/query/values.ts';
import type { Excludable, Held, Query } from '../../../state/query.ts';
import { everything } from '../../../state/views.ts';
import type { World } from '../../../state/world.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { verbs } from '../../declared/verbs.ts';
import { ShellError } from '../../shell-error.ts';

function refused(problem: SafeText | string): ShellError {
  return new ShellError(`${problem} Nothing was changed.`);
}

/** The filter that the words after `--when` mean, as the desk reads them after `/`. */
export function filterIn(text: string, world: World): RuleFilter {
  const read = parseQuery(text, world);
  if ('problem' in read) throw refused(read.problem);
  return toFilter(read.query, world) as RuleFilter;
}

type Part = NonNullable<RuleFilter['not']>;

function excludable({ status = [], assign_to = [], inbox_ids = [], tags = [], has = [] }: Part, { base }: World) {
  const idsOf = (one: number | string) =>
    one === 'spam' ? base.inboxes.flatMap(({ id, kind }) => (kind === 'spam' ? id : [])) : [Number(one)];
  if (inbox_ids.includes('none')) throw refused(t`A filter for conversations without an inbox has no words.`);
  const parts = { statuses: status, assignees: assign_to, inboxes: inbox_ids.flatMap(idsOf), tags, has };
  return parts as Excludable & { readonly has: readonly Held[] };
}

/** The words of a filter, which `filterIn` reads back. */
export function filterWords(when: RuleFilter, world: World): SafeText {
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
  /** The actions with it. */
  read(value: string, world: World, before: MacroActions): MacroActions;
  /** The values of the words that say it; an empty one for a word alone. */
  said(actions: MacroActions, world: World): readonly string[];
}

function readValue(key: 'status' | 'assignee' | 'inbox', value: string, world: World): Query {
  const token = { key, value, text: value, isQuoted: false, isNegative: false, end: 0 };
  const read = valueReaders[key](everything, value, world, token);
  if ('problem' in read) throw refused(read.problem);
  return read.query;
}

function assigneeIn(value: string, world: World): number | null {
  const [who] = readValue('assignee', value, world).assignees;
  if (who === 'me') throw refused(t`A rule is no agent: name one instead of “me”.`);
  return who === 'none' ? null : who!;
}

function ifGiven<T>(value: T | undefined, words: (value: T) => string): readonly string[] {
  return value === undefined ? [] : [words(value)];
}

/** The words after `--do`: those of `frontdesk conversations` that are an action of a macro. */
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
    read: (value, world) => ({ assign_to: assigneeIn(value, world) }),
    said: ({ assign_to }, world) =>
      ifGiven(assign_to, who => (typeof who === 'number' ? agentValue(world, who) : (who ?? 'none'))),
  },
  status: {
    read: (value, world) => ({ status: readValue('status', value, world).statuses[0]! }),
    said: ({ status }) => ifGiven(status, quoted),
  },
  move: {
    read: (value, world) => ({ inbox_id: readValue('inbox', value, world).inboxes[0]! }),
    said: ({ inbox_id }, world) => ifGiven(inbox_id ?? undefined, id => inboxValue(world, id)),
  },
  later: { read: snooze => ({ snooze }), said: ({ snooze }) => ifGiven(snooze, quoted) },
  archive: { read: () => ({ archived: true }), said: ({ archived }) => (archived === true ? [''] : []) },
  restore: { read: () => ({ archived: false }), said: ({ archived }) => (archived === false ? [''] : []) },
  note: { read: note => ({ note }), said: ({ note }) => ifGiven(note, quoted) },
} as const satisfies Partial<Record<keyof typeof verbs | 'note', Deed>>;
const all: readonly (readonly [name: string, deed: Deed])[] = Object.entries(deeds);
const ALONE: readonly string[] = ['archive', 'restore'];

/** The meaning of the words after `--do`. */
export function actionsIn(text: string, world: World): MacroActions {
  let actions: MacroActions = {};
  for (const { text: piece } of tokensOf(text)) {
    const [, name = '', given = ''] = /^([a-z]+)(?::(.*))?$/s.exec(piece) ?? [];
    const deed = all.find(([known]) => known === name)?.[1];
    const value = given.startsWith('"') ? given.replace(/^"|"$/g, '').replaceAll('""', '"') : given;
    if (!deed || ALONE.includes(name) !== (value === '')) {
      const known = all.map(([one]) => (ALONE.includes(one) ? one : `${one}:…`)).join(' ');
      throw refused(`A rule cannot do “${safeLine(piece)}”. It can: ${known}.`);
    }
    actions = { ...actions, ...deed.read(value, world, actions) };
  }
  return actions;
}

/** The words of actions, which `actionsIn` reads back. */
export function actionWords(actions: MacroActions, world: World): SafeText {
  const words = all.flatMap(([name, { said }]) =>
    said(actions, world).map(value => (value === '' ? name : `${name}:${value}`)),
  );
  return safeLine(words.join(' '));
}
