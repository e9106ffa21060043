import type { Action } from '../../keys/action.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import type { Sort } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';

const SORTS: Readonly<Record<Sort, SafeText>> = {
  newest: t`newest message first`,
  oldest: t`oldest message first`,
  updated: t`last changed first`,
  created: t`last created first`,
};

export const listSort: Action<'list.sort'> = {
  id: 'list.sort',
  title: t`Sort…`,
  help: t`Chooses the order of the list`,
  scope: 'list',
  keys: ['S'],
  words: ['order'],
  run: desk => openPicker(desk, listSort),
  picker: {
    title: () => t`Sort`,
    hasFilter: false,
    verb: t`sort`,
    options: () => Object.entries(SORTS).map(([id, label], index) => ({ id, label, sign: digitSign(index) })),
    take: (desk, _overlay, { id }) => {
      closeOverlay(desk);
      goToList(desk, { ...desk.world().list.query, sort: id as Sort });
    },
  },
};
