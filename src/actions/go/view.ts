import type { Action } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { goToList } from './go-to.ts';
import { placesOf } from './places.ts';

export const goView: Action = {
  id: 'go.view',
  title: t`Go to view…`,
  help: t`Chooses the view to list.`,
  scope: 'everywhere',
  keys: ['g v'],
  run: desk => openPicker(desk, 'go.view', true),
  picker: {
    title: () => t`Go to view`,
    hasFilter: true,
    verb: t`go`,
    options: (world, { draft }) =>
      filterOptions(
        placesOf(world.base.inboxes)
          .filter(({ kind }) => kind === 'view')
          .map(({ key, title, digit }) => ({ id: key, label: title, detail: t`key ${digit}` })),
        draft,
      ),
    empty: () => t`No view has such a name.`,
    take: (desk, _overlay, { id }) => {
      const place = placesOf(desk.world().base.inboxes).find(({ key }) => key === id);
      closeOverlay(desk);
      if (place) goToList(desk, place.query, place.key);
    },
  },
};
