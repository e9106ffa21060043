import type { Action } from '../../keys/action.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { statusesOf } from '../../state/names.ts';
import { t } from '../../text/safe.ts';
import { named, whyNoTarget } from './targets.ts';

export const conversationStatus: Action<'conversation.status'> = {
  id: 'conversation.status',
  title: t`Status…`,
  help: t`Chooses the status`,
  scope: 'conversations',
  keys: ['s'],
  words: ['snooze', 'later', 'pending', 'wait'],
  writes: true,
  hint: t`status`,
  unavailable: world =>
    whyNoTarget(world) ?? (statusesOf(world).length === 0 ? t`The help center names no statuses.` : undefined),
  run: desk => openPicker(desk, conversationStatus),
  picker: {
    title: (_world, { targets }) => t`Status of ${named(targets)}`,
    hasFilter: false,
    verb: t`set`,
    options: world =>
      statusesOf(world).map(({ id, name }, index) => ({
        id: String(id),
        label: name,
        sign: digitSign(index),
      })),
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.status', { ids: targets, conversation_status_id: Number(id) });
    },
  },
};
