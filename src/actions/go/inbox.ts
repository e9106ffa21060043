import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { goToList } from './go-to.ts';
import { placesOf } from './places.ts';

export const goInbox: Action = {
  id: 'go.inbox',
  title: t`Go to inbox…`,
  help: t`Chooses the inbox or the view to list.`,
  scope: 'everywhere',
  keys: ['g i'],
  run: desk => openPicker(desk, 'go.inbox', true),
  picker: {
    title: () => t`Go to`,
    hasFilter: true,
    verb: t`go`,
    options: (world, { draft }) =>
      filterOptions(
        placesOf(world.base.inboxes).map(
          ({ key, title, count }): Option => ({
            id: key,
            label: title,
            detail: count === null ? t`` : t`${count} open`,
          }),
        ),
        draft,
      ),
    empty: () => t`No inbox or view has such a name.`,
    take: (desk, _overlay, { id }) => {
      const place = placesOf(desk.world().base.inboxes).find(({ key }) => key === id);
      closeOverlay(desk);
      if (place) goToList(desk, place.query, place.key);
    },
  },
};
