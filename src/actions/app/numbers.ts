import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay, openSheet, replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import { sheetPage } from '../../keys/sheet-page.ts';
import type { Desk } from '../../state/desk.ts';
import { whyLacking } from '../../state/offers.ts';
import { type AskedNumbers, isSameAsked, type SaidNumbers } from '../../state/said-numbers.ts';
import { loadNumbers } from '../../state/sync/work-numbers.ts';
import { everything } from '../../state/views.ts';
import { numberLines, rowName, saidOf } from '../../state/work-numbers.ts';
import type { Query, World } from '../../state/world.ts';
import { dayAfter } from '../../text/days.ts';
import { grouped } from '../../text/numbers.ts';
import { asOf } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { goToList } from '../go/go-to.ts';

/** The page of these numbers. */
interface Shown extends AskedNumbers {
  /** Why they could not be read. */
  readonly problem?: SafeText;
  /** The numbers that stay on the page until these are read. */
  readonly before?: AskedNumbers;
}

const FIRST: AskedNumbers = { by: 'agent', days: 7, clock: 'all' };

const GROUPS = { agent: t`agent`, inbox: t`inbox`, day: t`day`, tag: t`tag` } as const;

const counts = choice<AskedNumbers>({
  id: 'numbers.list',
  lost: t`the numbers are read anew each time`,
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
  empty: () => t`Nothing was counted.`,
});

export const numbersShow: Action<'numbers', { sheet: Shown }> = {
  id: 'numbers',
  title: t`Numbers`,
  help: t`Shows what came in, what was done and what is left`,
  keys: ['g N'],
  words: ['report', 'statistics', 'response time', 'rating'],
  unavailable: world => whyLacking(world, 'numbers.get'),
  run: desk => show(desk, FIRST),
  sheet: {
    kept: { anew: () => FIRST },
    title: (world, { data }) => {
      const shown = onPage(world, data);
      const { by, days, clock } = shown;
      const ofPage = t`Numbers of ${days} days, by ${GROUPS[by]}${clock === 'working' ? t`, in working hours` : t``}`;
      return isSameAsked(shown, data) ? ofPage : t`${ofPage} · reading…`;
    },
    isPlain: true,
    lines: (world, { data }) => {
      const said = saidOf(world, onPage(world, data));
      const { columns } = sheetPage(world.viewport, true);
      if (!said) return [whyLacking(world, 'numbers.get') ?? data.problem ?? t`Reading…`];
      return [...numberLines(world, said, columns), ...remarks(world, said)].flatMap(line =>
        line ? wrap(line, columns) : line,
      );
    },
    foot: () => t`a i d t rows · w m y 7 30 365 days · h working hours · Enter lists · Esc back`,
    enter: (desk, { data }) => begin(desk, counts, onPage(desk.world(), data)),
    keys: {
      a: desk => change(desk, () => ({ by: 'agent' })),
      i: desk => change(desk, () => ({ by: 'inbox' })),
      d: desk => change(desk, () => ({ by: 'day' })),
      t: desk => change(desk, () => ({ by: 'tag' })),
      w: desk => change(desk, () => ({ days: 7 })),
      m: desk => change(desk, () => ({ days: 30 })),
      y: desk => change(desk, () => ({ days: 365 })),
      h: desk => change(desk, ({ clock }) => ({ clock: clock === 'all' ? 'working' : 'all' })),
    },
  },
  flows: [counts],
};

/** The numbers that the page shows: those that were asked for, or until they are read the ones before. */
function onPage(world: World, { by, days, clock, before, problem }: Shown): AskedNumbers {
  const asked = { by, days, clock };
  return before === undefined || problem !== undefined || saidOf(world, asked) ? asked : before;
}

type Row = SaidNumbers['said']['rows'][number];

const COUNTED = ['came', 'answered', 'closed', 'reopened', 'left', 'rated'] as const;

/** Every number of the page that counts something. */
function numbersIn(world: World, asked: AskedNumbers): readonly Option[] {
  return (saidOf(world, asked)?.said.rows ?? []).flatMap((row, at) =>
    COUNTED.filter(name => row[name]).map(name => ({
      id: `${at} ${name}`,
      label: t`${rowName(world, asked.by, row)} · ${safeLine(name)}`,
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

/** Shows the page, and reads its numbers. */
function show(desk: Desk, asked: AskedNumbers): void {
  openSheet(desk, numbersShow, asked);
  void read(desk, asked);
}

async function read(desk: Desk, asked: AskedNumbers): Promise<void> {
  const problem = await loadNumbers(desk, asked);
  const top = topOverlay(desk.world());
  if (problem && top?.kind === 'sheet' && top.actionId === numbersShow.id)
    replaceOverlay(desk, { ...top, data: { ...asked, problem } });
}

function change(desk: Desk, how: (asked: AskedNumbers) => Partial<AskedNumbers>): void {
  const top = topOverlay(desk.world());
  if (top?.kind !== 'sheet') return;
  const data = top.data as Shown;
  const { by, days, clock } = data;
  const asked = { by, days, clock, ...how(data) };
  replaceOverlay(desk, { ...top, top: 0, data: { ...asked, before: onPage(desk.world(), data) } });
  void read(desk, asked);
}
