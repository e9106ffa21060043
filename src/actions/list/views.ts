import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice, lineFlow, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay, say } from '../../keys/overlay.ts';
import type { ChoiceKey } from '../../keys/parts.ts';
import { KeptLine } from '../../keys/reopen.ts';
import type { Desk } from '../../state/desk.ts';
import { parseQuery, queryText } from '../../state/query/language.ts';
import {
  addView,
  moveView,
  refilterView,
  removeView,
  renameView,
  savedDigit,
  savedView,
  type ViewsEdit,
  viewName,
  whyNoName,
} from '../../state/query/view-edits.ts';
import { listedView, savedKey } from '../../state/query/view-query.ts';
import { readNumbers } from '../../state/sync/numbers.ts';
import { changeViews } from '../../state/sync/saved-views.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { SavedView, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { type GoTarget, goToPlace, placesOf } from '../go/places.ts';
import { completeFilter } from './filter.ts';

const FILTER_COLUMNS = 28;
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

const list = choice({
  id: 'go.view',
  title: () => t`Views`,
  verb: t`go`,
  options: ({ world }) => viewsOf(world).map(viewOption),
  keys: [
    ...DIGITS.map(digit => ({ key: digit, run: (desk: Desk) => goByDigit(desk, digit) })),
    ownKey('=', t`rename`, askName),
    ownKey('/', t`filter`, askFilter),
    ownKey('J', t`down`, (desk, view, open) => void move(desk, view, 1, open)),
    ownKey('K', t`up`, (desk, view, open) => void move(desk, view, -1, open)),
    ownKey('D', t`delete`, askDelete),
  ],
});

export const viewList: Action<'go.view'> = {
  id: 'go.view',
  title: t`Views…`,
  help: t`Lists, renames, orders and deletes the views`,
  keys: ['g v'],
  words: ['go', 'saved', 'rename', 'order', 'delete'],
  run: desk => {
    begin(desk, list);
    void refresh(desk);
  },
  flows: [list],
};

/** Another desk may have changed the views, and others the numbers. */
async function refresh(desk: Desk): Promise<void> {
  const problem = await changeViews(desk, saved => ({ saved }));
  if (problem !== undefined) say(desk, problem);
  else await readNumbers(desk);
}

function viewsOf(world: World): readonly GoTarget[] {
  return placesOf(world).filter(({ kind }) => kind === 'view');
}

function viewOption(place: GoTarget): Option {
  const { key, title, digit, count, saved } = place;
  const number = count === null ? t`` : countText(count.number, count.isMore);
  const filter = saved ? cut(safeLine(saved.filter), FILTER_COLUMNS) : t``;
  const sign = digit === '' ? t` ` : digit;
  return { id: key, label: title, sign, detail: t`${filter}  ${number}`, run: desk => goToPlace(desk, place) };
}

function goByDigit(desk: Desk, wanted: string): void {
  const place = viewsOf(desk.world()).find(({ digit }) => digit === wanted);
  if (place) {
    closeOverlay(desk);
    goToPlace(desk, place);
  } else say(desk, t`No view has the key ${safeLine(wanted)}.`);
}

type OwnKey = (desk: Desk, view: SavedView, open: OpenBox) => void;

/** A key that acts on a view of the agent's own. */
function ownKey(key: string, word: SafeText, run: OwnKey): ChoiceKey<undefined> {
  return {
    key,
    word,
    run: (desk, { open }, option) => {
      const world = desk.world();
      const place = viewsOf(world).find(({ key: id }) => id === option?.id);
      if (place?.saved) run(desk, place.saved, open);
      else if (place)
        say(
          desk,
          t`${place.title} is a given view and stays as it is: ${world.keyNames['view.save']} in the list saves one of your own.`,
        );
    },
  };
}

/** Moves a view, and the cursor with it. */
async function move(desk: Desk, view: SavedView, by: 1 | -1, open: OpenBox): Promise<void> {
  const moving = changeViews(desk, moveView(view.name, by));
  changeInput(desk, open, same => same, { at: savedKey(view) });
  const problem = await moving;
  if (problem !== undefined) say(desk, problem);
}

/** The view that a box is about, by its name. */
interface Chosen {
  readonly name: SafeText;
}

const KeptChosen = v.object({ name: KeptLine });

function whyNoView(world: World): SafeText | undefined {
  return listedView(world)
    ? undefined
    : t`The list shows no view of your own: ${world.keyNames['go.view']} chooses one.`;
}

function onListed(open: (desk: Desk, view: SavedView) => void): (desk: Desk) => void {
  return desk => {
    const view = listedView(desk.world());
    if (view) open(desk, view);
  };
}

async function change(desk: Desk, edit: ViewsEdit, done: SafeText): Promise<void> {
  const problem = await changeViews(desk, edit);
  say(desk, problem ?? done, problem === undefined ? 'done' : 'problem');
}

function askName(desk: Desk, { name }: SavedView): void {
  begin(desk, nameLine, { name });
}

const nameLine = lineFlow<Chosen>({
  id: 'view.rename',
  input: KeptChosen,
  title: ({ data }) => t`Rename the view “${data.name}”`,
  verb: t`rename`,
  start: ({ data }) => data.name,
  check: ({ world: { savedViews }, data }, text) => whyNoName(savedViews, text, data.name),
  answer: (desk, text, _targets, { name }) =>
    void change(desk, renameView(name, text), t`Renamed ${name}: ${viewName(text)}`),
});

export const viewRename: Action<'view.rename'> = {
  id: 'view.rename',
  title: t`Rename this view…`,
  help: t`Gives the saved view that is listed another name`,
  unavailable: whyNoView,
  run: onListed(askName),
  flows: [nameLine],
};

function askFilter(desk: Desk, { name }: SavedView): void {
  begin(desk, filterLine, { name });
}

const filterLine = lineFlow<Chosen>({
  id: 'view.filter',
  input: KeptChosen,
  title: ({ data }) => t`Filter of the view “${data.name}”`,
  verb: t`save`,
  start: ({ world: { savedViews }, data }) => savedView(savedViews, data.name)?.filter ?? '',
  complete: completeFilter,
  check: ({ world }, text) => {
    const read = parseQuery(text, world);
    return 'problem' in read ? read.problem : undefined;
  },
  answer: (desk, text, _targets, { name }) =>
    void change(desk, refilterView(name, text.trim()), t`Saved the filter of ${name}`),
});

export const viewFilter: Action<'view.filter'> = {
  id: 'view.filter',
  title: t`Edit this view’s filter…`,
  help: t`Changes the filter of the saved view that is listed`,
  unavailable: whyNoView,
  run: onListed(askFilter),
  flows: [filterLine],
};

const deleteQuestion = question<Chosen>({
  id: 'view.delete',
  title: ({ data }) => t`Delete the view “${data.name}”?`,
  lines: ({ world: { savedViews }, data }) => [
    safeLine(savedView(savedViews, data.name)?.filter || 'It lists everything that is not archived.'),
    t`Its conversations stay as they are.`,
  ],
  verb: t`delete`,
  answer: (desk, { name }) => void change(desk, removeView(name), t`Deleted the view ${name}`),
});

function askDelete(desk: Desk, { name }: SavedView): void {
  begin(desk, deleteQuestion, { name });
}

export const viewDelete: Action<'view.delete'> = {
  id: 'view.delete',
  title: t`Delete this view…`,
  help: t`Deletes the saved view that is listed, after a question`,
  unavailable: whyNoView,
  run: onListed(askDelete),
  flows: [deleteQuestion],
};

const saveLine = lineFlow({
  id: 'view.save',
  title: ({ world }) => t`Save as view: ${queryText(world.list.query, world) || t`everything`}`,
  verb: t`save`,
  rule: ({ world: { savedViews, keyNames } }) => {
    const digit = savedDigit(savedViews.length);
    return digit === '' ? t`All digits are taken: ${keyNames['go.view']} lists it.` : t`${digit} will open it.`;
  },
  check: ({ world: { savedViews } }, text) => whyNoName(savedViews, text),
  answer: (desk, text) => void save(desk, text),
});

export const viewSave: Action<'view.save'> = {
  id: 'view.save',
  title: t`Save as view…`,
  help: t`Saves the filter of the list under a name and a digit`,
  scope: 'list',
  keys: ['W'],
  words: ['keep', 'query', 'filter'],
  run: desk => begin(desk, saveLine),
  flows: [saveLine],
};

async function save(desk: Desk, typed: string): Promise<void> {
  const world = desk.world();
  const problem = await changeViews(desk, addView(typed, queryText(world.list.query, world)));
  if (problem !== undefined) {
    say(desk, problem);
    return;
  }
  const { savedViews } = desk.world();
  const view = savedView(savedViews, viewName(typed));
  if (!view) return;
  desk.set({ inboxCursor: savedKey(view) });
  const digit = savedDigit(savedViews.indexOf(view));
  say(
    desk,
    digit === ''
      ? t`Saved the view ${view.name}: ${world.keyNames['go.view']} lists it`
      : t`Saved as view ${digit}: ${view.name}`,
    'done',
  );
}
