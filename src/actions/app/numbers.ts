import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin, boxNow, load, replaceBox } from '../../keys/flow.ts';
import { changeInput, withPart } from '../../keys/list-state.ts';
import { choice, pageFlow } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay, topOverlay } from '../../keys/overlay.ts';
import type { BoxView } from '../../keys/view.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { everything } from '../../state/query/views.ts';
import { loadNumbers } from '../../state/sync/work-numbers.ts';
import { numberLines, numberSentences, numbersRowName, saidOf } from '../../state/words/work-numbers.ts';
import type { AskedNumbers, SaidNumbers } from '../../state/world/said-numbers.ts';
import type { Query, World } from '../../state/world.ts';
import { dayAfter } from '../../text/days.ts';
import { grouped } from '../../text/numbers.ts';
import { asOf } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { goToList } from '../go/go-to.ts';

/** The result of reading the numbers of the page. */
interface Read {
  /** Why they could not be read. */
  readonly problem?: SafeText;
  /** The numbers that stay on the page until these are read. */
  readonly before?: AskedNumbers;
}

const FIRST: AskedNumbers = { by: 'agent', days: 7, clock: 'all' };

/** The keys of the page in words. */
const SAID_KEYS = t`a, i, d or t: by agent, inbox, day or tag; w, m or y: of 7, 30 or 365 days; h: in working hours; Enter: lists one; empty: back`;

const GROUPS = { agent: t`agent`, inbox: t`inbox`, day: t`day`, tag: t`tag` } as const;

const counts = choice<AskedNumbers>({
  id: 'numbers.list',
  lost: t`the numbers are read each time`,
  title: () => t`List what a number counts`,
  hasFilter: true,
  verb: t`list`,
  options: ({ world, data }) => numbersIn(world, data),
  answer: (desk, id, _targets, data) => {
    const [at, name] = id.split(' ');
    const said = saidOf(desk.world(), data);
    const row = said?.said.rows[Number(at)];
    if (!said || !row) return;
    while (topOverlay(desk.world())) closeOverlay(desk);
    goToList(desk, countedQuery(said, row, name!));
  },
  empty: ({ world, data }) => (numbersIn(world, data).length === 0 ? t`Nothing was counted.` : t`No number matches.`),
});

const numbersPage = pageFlow<AskedNumbers, Read>({
  id: 'numbers',
  input: v.object({
    by: v.picklist(['agent', 'inbox', 'day', 'tag']),
    days: v.number(),
    clock: v.picklist(['all', 'working']),
  }),
  title: ({ world, data, extra }) => {
    const shown = onPage(world, data, extra);
    const { by, days, clock } = shown;
    const ofPage = t`Numbers of ${days} days, by ${GROUPS[by]}${clock === 'working' ? t`, in working hours` : t``}`;
    return shown === data ? ofPage : t`${ofPage} · reading…`;
  },
  fills: 'width',
  load: async (desk, { data }, show) => {
    const problem = await loadNumbers(desk, data);
    if (problem) show({ problem });
  },
  lines: ({ world, data, extra }, columns) => {
    const said = saidOf(world, onPage(world, data, extra));
    if (!said) return [whyLacking(world, 'numbers.get') ?? extra?.problem ?? t`Reading…`];
    return [...numberLines(world, said, columns), ...remarks(world, said)].flatMap(line =>
      line ? wrap(line, columns) : line,
    );
  },
  said: ({ world, data, extra }) => {
    const said = saidOf(world, onPage(world, data, extra));
    const lines = said
      ? [...numberSentences(world, said), ...remarks(world, said).filter(Boolean)]
      : [whyLacking(world, 'numbers.get') ?? extra?.problem ?? t`Reading…`];
    return { lines, keys: SAID_KEYS };
  },
  foot: () => t`a i d t rows · w m y 7 30 365 days · h working hours · Enter lists · Esc back`,
  keys: [
    { key: 'enter', run: (desk, { world, data, extra }) => begin(desk, counts, onPage(world, data, extra)) },
    changes('a', () => ({ by: 'agent' })),
    changes('i', () => ({ by: 'inbox' })),
    changes('d', () => ({ by: 'day' })),
    changes('t', () => ({ by: 'tag' })),
    changes('w', () => ({ days: 7 })),
    changes('m', () => ({ days: 30 })),
    changes('y', () => ({ days: 365 })),
    changes('h', ({ clock }) => ({ clock: clock === 'all' ? 'working' : 'all' })),
  ],
});

export const numbersShow: Action<'numbers'> = {
  id: 'numbers',
  title: t`Numbers`,
  help: t`Counts new, answered, closed and open conversations`,
  keys: ['g N'],
  words: ['report', 'statistics', 'response time', 'rating'],
  unavailable: world => whyLacking(world, 'numbers.get'),
  run: desk => begin(desk, numbersPage, FIRST),
  flows: [numbersPage, counts],
};

/** The numbers that the page shows: those that were asked for, or until they are read the ones before. */
function onPage(world: World, asked: AskedNumbers, { before }: Read = {}): AskedNumbers {
  return before && !saidOf(world, asked) && saidOf(world, before) ? before : asked;
}

type Row = SaidNumbers['said']['rows'][number];

const COUNTED = ['came', 'answered', 'closed', 'reopened', 'left', 'rated'] as const;

/** Every number of the page that counts something. */
function numbersIn(world: World, asked: AskedNumbers): readonly Option[] {
  return (saidOf(world, asked)?.said.rows ?? []).flatMap((row, at) =>
    COUNTED.filter(name => row[name]).map(name => ({
      id: `${at} ${name}`,
      label: t`${numbersRowName(world, asked.by, row)} · ${safeLine(name)}`,
      detail: grouped(row[name]!),
    })),
  );
}

/** The conversations behind a number, archived or not. */
function countedQuery({ by, said: { from, to } }: SaidNumbers, row: Row, name: string): Query {
  const days = by === 'day' && row.day ? [row.day, dayAfter(row.day)] : [from, to];
  const agent = by === 'agent' ? [row.agent_id ?? 'none'] : [];
  return {
    ...everything,
    archived: 'any',
    counted: [name, ...days, ...agent].join('.'),
    ...(by === 'inbox' && row.inbox_id ? { inboxes: [row.inbox_id] } : {}),
    ...(by === 'tag' && row.tag ? { tags: [row.tag] } : {}),
  };
}

/** Below the table: how old it is if it cannot be read now, and whether it is whole. */
function remarks(world: World, { said, asOf: at }: SaidNumbers): readonly SafeText[] {
  const old = world.offline === null ? [] : [t``, asOf(at, world.now)];
  return said.is_partial ? [...old, t``, t`Older conversations are still being counted.`] : old;
}

/** A key that changes what the page shows. */
function changes(key: string, how: (asked: AskedNumbers) => Partial<AskedNumbers>) {
  const run = (desk: Desk, { world, data, open, extra }: BoxView<AskedNumbers, Read>): void => {
    replaceBox(desk, withPart({ ...open, extra: { before: onPage(world, data, extra) } }, { kind: 'page', top: 0 }));
    changeInput(desk, open, () => ({ ...data, ...how(data) }));
    load(desk, boxNow(desk.world(), open)!);
  };
  return { key, run };
}
