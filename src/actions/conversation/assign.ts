import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import type { World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { named, whyNoTarget } from './targets.ts';

const NOBODY = 'nobody';

export const conversationAssign: Action<'conversation.assign'> = {
  id: 'conversation.assign',
  title: t`Assign to…`,
  help: t`Chooses the agent to assign`,
  scope: 'conversations',
  keys: ['a'],
  words: ['owner', 'give', 'transfer'],
  changes: true,
  hint: t`assign`,
  unavailable: whyNoTarget,
  run: desk => openPicker(desk, conversationAssign),
  picker: {
    title: (_world, { targets }) => t`Assign ${named(targets)}`,
    hasFilter: true,
    verb: t`assign`,
    options: (world, { draft }) => [...filterOptions(agentsOf(world), draft), nobody],
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.assign', { ids: targets, assign_to: id === NOBODY ? null : Number(id) });
    },
  },
};

const nobody: Option = { id: NOBODY, label: t`nobody`, sign: t`–` };

/** The calling agent first, then all others by name. */
function agentsOf({ base, me }: World): readonly Option[] {
  const others = base.agents.filter(({ id }) => id !== me?.id).sort((a, b) => a.name.localeCompare(b.name));
  const mine = me ? [{ id: String(me.id), label: t`${me.name} (you)` }] : [];
  return [...mine, ...others.map(({ id, name }): Option => ({ id: String(id), label: name || t`#${id}` }))];
}
