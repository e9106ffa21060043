import type { Action, Option, PickerKey } from '../../keys/action.ts';
import { closeOverlay, openPicker, replaceOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { readNumbers } from '../../state/sync/numbers.ts';
import { changeViews } from '../../state/sync/saved-views.ts';
import { moveView } from '../../state/view-edits.ts';
import type { SavedView, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { goToPlace, type Place, placesOf } from '../go/places.ts';
import { askDelete, askFilter, askName } from './view-edit.ts';

/** Columns of a view's filter beside its name. */
const FILTER_COLUMNS = 28;
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

export const viewList: Action<'go.view'> = {
  id: 'go.view',
  title: t`Views…`,
  help: t`Lists, renames, orders and deletes the views`,
  scope: 'everywhere',
  keys: ['g v'],
  words: ['go', 'saved', 'rename', 'order', 'delete'],
  run: desk => {
    openPicker(desk, viewList);
    void refresh(desk);
  },
  picker: {
    title: () => t`Views`,
    hasFilter: false,
    verb: t`go`,
    options: world => viewsOf(world).map(optionOf),
    keys: [
      ...DIGITS.map(digit => ({ key: digit, run: (desk: Desk) => goByDigit(desk, digit) })),
      ownKey('=', t`rename`, askName),
      ownKey('/', t`filter`, askFilter),
      ownKey('J', t`down`, (desk, view, overlay) => void move(desk, overlay, view, 1)),
      ownKey('K', t`up`, (desk, view, overlay) => void move(desk, overlay, view, -1)),
      ownKey('D', t`delete`, askDelete),
    ],
    take: (desk, _overlay, { id }) => {
      const place = viewsOf(desk.world()).find(({ key }) => key === id);
      closeOverlay(desk);
      if (place) goToPlace(desk, place);
    },
  },
};

/** Another desk may have changed the views, and others the numbers. */
async function refresh(desk: Desk): Promise<void> {
  const problem = await changeViews(desk, saved => ({ saved }));
  if (problem !== undefined) say(desk, problem);
  else await readNumbers(desk);
}

function viewsOf(world: World): readonly Place[] {
  return placesOf(world).filter(({ kind }) => kind === 'view');
}

function optionOf({ key, title, digit, count, saved }: Place): Option {
  const number = count === null ? t`` : countText(count.number, count.isMore);
  const filter = saved ? cut(safeLine(saved.filter), FILTER_COLUMNS) : t``;
  return { id: key, label: title, sign: digit === '' ? t` ` : digit, detail: t`${filter}  ${number}` };
}

function goByDigit(desk: Desk, wanted: string): void {
  const place = viewsOf(desk.world()).find(({ digit }) => digit === wanted);
  if (place) {
    closeOverlay(desk);
    goToPlace(desk, place);
  } else say(desk, t`No view has the key ${safeLine(wanted)}.`);
}

type OwnKey = (desk: Desk, view: SavedView, overlay: PickerOverlay) => void;

/** A key that acts on a view of the agent's own. */
function ownKey(key: string, word: SafeText, run: OwnKey): PickerKey<undefined> {
  return {
    key,
    word,
    run: (desk, overlay, option) => {
      const place = viewsOf(desk.world()).find(({ key: id }) => id === option?.id);
      if (place?.saved) run(desk, place.saved, overlay);
      else if (place)
        say(desk, t`${place.title} is a given view and stays as it is: W in the list saves one of your own.`);
    },
  };
}

/** Moves a view, and the cursor with it. */
async function move(desk: Desk, overlay: PickerOverlay, view: SavedView, by: 1 | -1): Promise<void> {
  const moving = changeViews(desk, moveView(view.name, by));
  const index = viewsOf(desk.world()).findIndex(({ saved }) => saved?.name === view.name);
  replaceOverlay(desk, { ...overlay, index: Math.max(0, index) });
  const problem = await moving;
  if (problem !== undefined) say(desk, problem);
}
