import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { conversationsOf, named, whyNoTarget } from './targets.ts';

export const conversationMove: Action<'conversation.move'> = {
  id: 'conversation.move',
  title: t`Move to inbox…`,
  help: t`Chooses the inbox to move to`,
  scope: 'conversations',
  keys: ['v'],
  words: ['transfer', 'category', 'spam'],
  writes: true,
  unavailable: world =>
    whyNoTarget(world) ?? (world.base.inboxes.length === 0 ? t`You see no inbox to move it to.` : undefined),
  run: desk => openPicker(desk, conversationMove),
  picker: {
    title: (_world, { targets }) => t`Move ${named(targets)} to`,
    hasFilter: true,
    verb: t`move`,
    options: (world, { draft, targets }) => {
      const from = new Set(conversationsOf(world, targets).map(({ inbox_id }) => inbox_id));
      const isElsewhere = (id: number) => from.size !== 1 || !from.has(id);
      const inboxes = world.base.inboxes.filter(({ id }) => isElsewhere(id));
      return filterOptions(
        inboxes.map(({ id, name }): Option => ({ id: String(id), label: name || t`#${id}` })),
        draft,
      );
    },
    empty: () => t`No other inbox matches.`,
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.move', { ids: targets, inbox_id: Number(id) });
    },
  },
};
