import * as v from 'valibot';
import { act, whyUnavailable } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { helpRows } from '../../keys/help.ts';
import { boundIn } from '../../keys/keymap.ts';
import type { Option } from '../../keys/option.ts';
import { longRows } from '../../keys/page.ts';
import { boxOn } from '../../keys/parts.ts';
import { askBox, flow } from '../../keys/script.ts';
import type { BoxView } from '../../keys/view.ts';
import { ROW_SIGNS, STATE_WORDS } from '../../state/list/row-state.ts';
import { restMs } from '../../state/sync/follow-cursor.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { Pane, World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';

/** The text that the palette opens with; undefined in the help. */
type Opened = string | undefined;
/** Whether an action can run is decided by the world when the help opened, so that each row keeps its place. */
type Help = BoxView<Opened, World>;

const TITLES: Readonly<Record<Pane, SafeText>> = {
  inboxes: t`Keys in the inboxes`,
  list: t`Keys in the list`,
  detail: t`Keys in the detail`,
};
const KEY_COLUMNS = 13;

const helpBox = boxOn<Opened, World>()({
  id: 'help',
  title: ({ world, data }) => (data === undefined ? TITLES[world.pane] : t`All actions`),
  verb: t`runs it`,
  load: (desk, _view, show) => show(desk.world()),
  parts: {
    action: {
      kind: 'choices',
      hasFilter: true,
      isLong: true,
      start: ({ data = '' }) => data,
      options: optionsOf,
      empty: () => t`No action matches.`,
      preview: (_view, { about = t`` }) => about,
    },
    note: { kind: 'page', lines: noteOf },
  },
});

function optionsOf({ world, data, extra = world }: Help, draft: { readonly text: string } | null): readonly Option[] {
  return helpRows(boundIn(world), extra, draft?.text ?? '', data !== undefined).map(({ action, keys, group }) => {
    const why = whyUnavailable(action, world);
    return {
      id: action.id,
      label: action.title,
      sign: pad(keys, KEY_COLUMNS),
      about: why ?? action.help,
      stays: true as const,
      ...(why === undefined ? {} : { isDim: true as const }),
      ...(group === undefined ? {} : { group }),
      run: desk => act(desk, action),
    };
  });
}

const helpFlow = flow<Opened>({
  id: 'help',
  input: v.optional(v.string()),
  takesText: true,
  *script(opened) {
    yield* askBox(helpBox, opened);
    return undefined;
  },
});

export const helpOpen: Action<'help'> = {
  id: 'help',
  title: t`Help`,
  help: t`Lists the keys of this place; type to search, Enter to run`,
  keys: ['?'],
  hint: t`help`,
  run: desk => begin(desk, helpFlow, undefined),
  flows: [helpFlow],
};

export const paletteOpen: Action<'palette'> = {
  id: 'palette',
  title: t`All actions`,
  help: t`Searches all actions, with or without a key; Enter runs one`,
  keys: [':', 'ctrl-p'],
  run: desk => begin(desk, helpFlow, ''),
  flows: [helpFlow],
};

/** Digits alone are views, so a number is typed behind its sign. */
export const numberOpen: Action<'palette.number'> = {
  id: 'palette.number',
  title: t`Open #…`,
  help: t`Opens the conversation whose number is typed`,
  keys: ['#'],
  words: ['number', 'id', 'go'],
  run: desk => begin(desk, helpFlow, '#'),
  flows: [helpFlow],
};

/** A lower box needs its rows for the keys. */
const MIN_LEGEND_ROWS = 20;
const MIN_NOTE_ROWS = 12;
const WHOLE_NOTE_ROWS = 16;
const ASKED = /^(sign|legend)s?$/;
const MEANINGS = [
  t`✓ marked: verbs act on all of them`,
  ...STATE_WORDS.map(([state, words]) => t`${ROW_SIGNS[state]} ${words}`),
];

/** The effects of `slow` in the footer, and the meaning of the signs of a row, as far as there is room. */
function noteOf({ world, data, extra = world, open }: Help, columns: number): readonly SafeText[] {
  const rows = longRows(world);
  const text = typedIn(open);
  const hasRoom = world.pane === 'list' && data === undefined && text === '' && rows >= MIN_LEGEND_ROWS;
  const isSlow = world.link === 'slow';
  return [
    ...(isSlow && rows >= MIN_NOTE_ROWS ? wrap(slowNote(extra.wire, rows >= WHOLE_NOTE_ROWS), columns) : []),
    ...(ASKED.test(text.trim().toLowerCase()) || (hasRoom && !isSlow) ? legendRows(columns) : []),
  ];
}

function typedIn({ state: { at, parts } }: OpenBox): string {
  const state = parts[at];
  return (state?.kind === 'choices' && state.draft?.text) || '';
}

function legendRows(columns: number): readonly SafeText[] {
  const rows: SafeText[] = [];
  for (const meaning of MEANINGS) {
    const row = rows.at(-1);
    if (row === undefined || width(row) + width(meaning) + 2 > columns) rows.push(meaning);
    else rows[rows.length - 1] = t`${row}  ${meaning}`;
  }
  return rows;
}

function slowNote({ roundTripMs, bytesPerSecond }: World['wire'], isWhole: boolean): SafeText {
  const figures = [
    ...(roundTripMs === undefined ? [] : [t`${Math.round(roundTripMs)} ms`]),
    ...(bytesPerSecond === undefined ? [] : [t`${grouped(bytesPerSecond)} bytes a second`]),
  ];
  const measured = figures.length === 0 ? t`` : t` (${join(figures, t`, `)})`;
  const change = isWhole
    ? t`a marker, no bar; the preview and the ends of rows after ${restMs.slow} ms; half a page at the list's edge; counts and key hints rest; a row that you took out stays (·)`
    : t`less is drawn`;
  return t`Slow link${measured}: ${change}. --link fast turns this off.`;
}
