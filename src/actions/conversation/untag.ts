import type { Action } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { targetsOf } from '../../state/list/targets.ts';
import { safeLine, t } from '../../text/safe.ts';
import { heldTags } from './held-tags.ts';
import { named, whyNoTarget } from './targets.ts';

export const conversationUntag: Action<'conversation.untag'> = {
  id: 'conversation.untag',
  title: t`Remove a tag…`,
  help: t`Removes a tag that the conversation has`,
  scope: 'conversations',
  keys: ['T'],
  words: ['label'],
  changes: true,
  unavailable: world => {
    const ids = targetsOf(world);
    return whyNoTarget(world) ?? (heldTags(world, ids).size === 0 ? t`${named(ids)}: no tags to remove.` : undefined);
  },
  run: desk => openPicker(desk, conversationUntag),
  picker: {
    title: (_world, { targets }) => t`Remove a tag from ${named(targets)}`,
    hasFilter: true,
    verb: t`take off`,
    options: (world, { draft, targets }) =>
      filterOptions(
        [...heldTags(world, targets)].map(([name, count]) => ({
          id: name,
          label: name,
          detail: targets.length > 1 ? t`on ${count}` : t``,
        })),
        draft,
      ),
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.untag', { ids: targets, tags: [safeLine(id)] });
    },
  },
};
