import type { Action } from '../../keys/action.ts';
import { closeOverlay, openPicker, openSheet, replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import { sheetPage } from '../../keys/sheet-page.ts';
import type { Desk } from '../../state/desk.ts';
import { whyLacking } from '../../state/offers.ts';
import type { AskedNumbers, SaidNumbers } from '../../state/said-numbers.ts';
import { loadNumbers } from '../../state/sync/work-numbers.ts';
import { everything } from '../../state/views.ts';
import { numberLines, rowName, saidOf } from '../../state/work-numbers.ts';
import type { Query, World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { asOf } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { goToList } from '../go/go-to.ts';

/** The page of these numbers; `problem`: why they could not be read. */
interface Shown extends AskedNumbers {
  readonly problem?: SafeText;
}

const GROUPS = { agent: t`agent`, inbox: t`inbox`, day: t`day`, tag: t`tag` } as const;

export const numbersShow: Action<'numbers', { sheet: Shown; picker: AskedNumbers }> = {
  id: 'numbers',
  title: t`Numbers`,
  help: t`Shows what came in, what was done and what is left`,
  keys: ['g N'],
  words: ['report', 'statistics', 'response time', 'rating'],
  unavailable: world => whyLacking(world, 'numbers.get'),
  run: desk => show(desk, { by: 'agent', days: 7 }),
  sheet: {
    kept: { anew: () => ({ by: 'agent', days: 7 }) },
    title: (_, { data: { by, days } }) => t`Numbers of ${days} days, by ${GROUPS[by]}`,
    isPlain: true,
    lines: (world, { data }) => {
      const said = saidOf(world, data);
      const { columns } = sheetPage(world.viewport, true);
      if (!said) return [whyLacking(world, 'numbers.get') ?? data.problem ?? t`Reading…`];
      return [...numberLines(world, said), ...remarks(world, said)].flatMap(line =>
        line ? wrap(line, columns) : line,
      );
    },
    foot: () => t`a i d t agents inboxes days tags · w m y 7 30 365 days · Enter what is left · Esc back`,
    enter: (desk, { data: { by, days } }) => openPicker(desk, numbersShow, { by, days }),
    keys: {
      a: desk => change(desk, { by: 'agent' }),
      i: desk => change(desk, { by: 'inbox' }),
      d: desk => change(desk, { by: 'day' }),
      t: desk => change(desk, { by: 'tag' }),
      w: desk => change(desk, { days: 7 }),
      m: desk => change(desk, { days: 30 }),
      y: desk => change(desk, { days: 365 }),
    },
  },
  picker: {
    kept: { whyNot: t`the numbers are read anew each time` },
    title: () => t`What is left: list`,
    hasFilter: true,
    verb: t`list`,
    options: (world, { data }) => leftIn(world, data),
    take: (desk, { data }, { id }) => {
      const row = saidOf(desk.world(), data)?.said.rows[Number(id)];
      if (!row) return;
      while (topOverlay(desk.world())) closeOverlay(desk);
      goToList(desk, leftQuery(row));
    },
    empty: () => t`Nothing is left.`,
  },
};

type Row = SaidNumbers['said']['rows'][number];

/** The rows with conversations that are left; those of a day are of all agents and inboxes. */
function leftIn(world: World, asked: AskedNumbers) {
  const rows = saidOf(world, asked)?.said.rows ?? [];
  const last = asked.by === 'day' ? rows.length - 1 : 0;
  return rows.flatMap((row, at) =>
    at < last || !row.left
      ? []
      : [{ id: `${at}`, label: rowName(world, asked.by, row), detail: t`${grouped(row.left)} left` }],
  );
}

/** Those that are neither closed nor archived, put off or not. */
function leftQuery({ agent_id: agent, inbox_id: inbox, tag }: Row): Query {
  return {
    ...everything,
    not: { ...everything.not, statuses: [t`closed`] },
    ...(agent === undefined ? {} : { assignees: [agent ?? 'none'] }),
    ...(inbox ? { inboxes: [inbox] } : {}),
    ...(tag ? { tags: [tag] } : {}),
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

function change(desk: Desk, how: Partial<AskedNumbers>): void {
  const top = topOverlay(desk.world());
  if (top?.kind !== 'sheet') return;
  const { by, days } = top.data as Shown;
  const asked = { by, days, ...how };
  replaceOverlay(desk, { ...top, top: 0, data: asked });
  void read(desk, asked);
}
