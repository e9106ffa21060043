import type { Action, Option, Picker } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from './go-to.ts';
import { type Place, placesOf } from './places.ts';

/** A box to choose a place from. */
interface PlacePicker extends Pick<Action<'go.inbox' | 'go.view'>, 'id' | 'title' | 'help' | 'keys'> {
  readonly head: SafeText;
  readonly lists: (place: Place) => boolean;
  readonly detail: (place: Place) => SafeText;
  readonly none: SafeText;
}

const PICKERS: readonly PlacePicker[] = [
  {
    id: 'go.inbox',
    title: t`Go to inbox…`,
    help: t`Chooses the inbox or the view to list`,
    keys: ['g i'],
    head: t`Go to`,
    lists: () => true,
    detail: ({ count }) => (count === null ? t`` : countText(count.number, count.isMore)),
    none: t`No inbox or view matches.`,
  },
  {
    id: 'go.view',
    title: t`Go to view…`,
    help: t`Chooses the view to list`,
    keys: ['g v'],
    head: t`Go to view`,
    lists: ({ kind }) => kind === 'view',
    detail: ({ digit }) => t`key ${digit}`,
    none: t`No view matches.`,
  },
];

/** Goes to an inbox or a view by its name. */
export const placePickers: readonly Action<PlacePicker['id']>[] = PICKERS.map(placePicker);

function placePicker({ head, lists, detail, none, ...words }: PlacePicker): Action<PlacePicker['id']> {
  const picker: Picker = {
    title: () => head,
    hasFilter: true,
    verb: t`go`,
    options: (world, { draft }) => {
      const optionOf = (place: Place): Option => ({ id: place.key, label: place.title, detail: detail(place) });
      return filterOptions(placesOf(world).filter(lists).map(optionOf), draft);
    },
    empty: () => none,
    take: (desk, _overlay, { id }) => {
      const place = placesOf(desk.world()).find(({ key }) => key === id);
      closeOverlay(desk);
      if (place) goToList(desk, place.query, place.key);
    },
  };
  return { ...words, scope: 'everywhere', run: desk => openPicker(desk, { id: words.id, picker }), picker };
}
