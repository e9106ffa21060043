import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { findIn } from './search.ts';

export const detailFind: Action<'detail.find'> = {
  id: 'detail.find',
  title: t`Find`,
  help: t`Searches the conversation; then ; next, , previous match`,
  scope: 'detail',
  keys: ['/'],
  words: ['search'],
  unavailable: ({ detail }) => (detail.conversationId === null ? t`No conversation is open.` : undefined),
  run: desk => openField(desk, detailFind, ''),
  field: {
    title: () => t`Find in the conversation`,
    verb: t`find`,
    submit: (desk, { draft }) => {
      // As in a pager: an empty search repeats the last one.
      const words = draft.text.trim() || (desk.world().detail.find?.words ?? '');
      closeOverlay(desk);
      if (words !== '') findIn(desk, words, 1);
    },
  },
};
