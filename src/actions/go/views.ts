import type { Action } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { givenQuery, inItsOrder } from '../../state/query/view-query.ts';
import { savedDigits } from '../../state/view-edits.ts';
import { type View, views } from '../../state/views.ts';
import { countText } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { goToList } from './go-to.ts';
import { goToPlace, placesOf, savedPlaces } from './places.ts';

const GO_KEYS: Partial<Readonly<Record<View['id'], string>>> = { mine: 'g m', unassigned: 'g u', archived: 'g a' };

/** One action for each given view: `0` the first, and so on. */
export const viewActions: readonly Action<`view.${View['id']}`>[] = views.map((view, index) => {
  const go = GO_KEYS[view.id];
  return {
    id: `view.${view.id}`,
    title: t`View: ${view.title}`,
    help: t`Lists the view “${view.title}”`,
    scope: 'everywhere',
    keys: [String(index), ...(go === undefined ? [] : [go])],
    unavailable: world => {
      const read = givenQuery(view, world);
      return 'problem' in read ? read.problem : undefined;
    },
    run: desk => goToList(desk, inItsOrder(view, desk.world()), view.id),
  };
});

/** One action for each digit that a saved view can have. */
export const savedViewActions: readonly Action<`view.saved-${number}`>[] = savedDigits.map((digit, index) => ({
  id: `view.saved-${index + 1}`,
  title: t`Saved view ${digit}`,
  help: t`Lists the saved view that has this digit`,
  scope: 'everywhere',
  keys: [digit],
  unavailable: ({ savedViews }) =>
    savedViews[index] ? undefined : t`No view has the key ${digit} yet: W in the list saves its filter as one.`,
  run: desk => {
    const place = savedPlaces(desk.world())[index];
    if (place) goToPlace(desk, place);
  },
}));

export const goInbox: Action<'go.inbox'> = {
  id: 'go.inbox',
  title: t`Go to inbox…`,
  help: t`Chooses the inbox or the view to list`,
  scope: 'everywhere',
  keys: ['g i'],
  run: desk => openPicker(desk, goInbox),
  picker: {
    title: () => t`Go to`,
    hasFilter: true,
    verb: t`go`,
    options: (world, { draft }) => {
      const options = placesOf(world).map(({ key, title, count }) => ({
        id: key,
        label: title,
        detail: count === null ? t`` : countText(count.number, count.isMore),
      }));
      return filterOptions(options, draft);
    },
    empty: () => t`No inbox or view matches.`,
    take: (desk, _overlay, { id }) => {
      const place = placesOf(desk.world()).find(({ key }) => key === id);
      closeOverlay(desk);
      if (place) goToPlace(desk, place);
    },
  },
};
