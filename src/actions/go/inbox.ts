import type { Action } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { countText } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { goToPlace, placesOf } from './places.ts';

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
