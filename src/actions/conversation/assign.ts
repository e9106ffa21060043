import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { needsTeams } from '../../state/access.ts';
import type { Desk } from '../../state/context.ts';
import { targetsOf } from '../../state/list/targets.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { readLoads } from '../../state/sync/loads.ts';
import { loadTeams } from '../../state/sync/places.ts';
import type { Overlay } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { type AssignData, agentOptions, assignData } from './agent-options.ts';
import { named, whyNoTarget } from './targets.ts';

const NOBODY = 'nobody';
/** The loads of so many agents are read. */
const MAX_LOADS = 10;

export const conversationAssign: Action<'conversation.assign', { picker: AssignData }> = {
  id: 'conversation.assign',
  title: t`Assign to…`,
  help: t`Chooses the agent to assign`,
  scope: 'conversations',
  keys: ['a'],
  words: ['owner', 'give', 'transfer'],
  changes: true,
  hint: t`assign`,
  unavailable: whyNoTarget,
  run: desk => {
    const world = desk.world();
    const data = assignData(world, targetsOf(world));
    openPicker(desk, conversationAssign, data);
    if (data.loads !== null) void fillIn(desk, data);
    if (needsTeams(world, data.conversations)) void loadTeams(desk);
  },
  picker: {
    kept: { anew: (desk, targets) => ({ ...assignData(desk.world(), targets), loads: null }) },
    title: (_world, { targets }) => t`Assign ${named(targets)}`,
    hasFilter: true,
    verb: t`assign`,
    options: (world, { draft, data }) => [...filterOptions(agentOptions(world, data), draft), nobody],
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.assign', { ids: targets, assign_to: id === NOBODY ? null : Number(id) });
    },
  },
};

const nobody: Option = { id: NOBODY, label: t`nobody`, sign: t`–` };

/** Reads the loads of the first agents who can be chosen, and shows them all at once. */
async function fillIn(desk: Desk, data: AssignData): Promise<void> {
  const isOwn = (overlay: Overlay): overlay is PickerOverlay<AssignData> =>
    overlay.kind === 'picker' && overlay.data === data;
  const box = () => desk.world().overlays.find(isOwn);
  const shown = agentOptions(desk.world(), data).filter(({ whyNot }) => !whyNot);
  const ids = shown.slice(0, MAX_LOADS).map(({ id }) => Number(id));
  const loads = await readLoads(desk, ids, () => box() !== undefined);
  const open = box();
  if (!open || loads.size === 0) return;
  const filled: Overlay = { ...open, data: { ...data, loads } satisfies AssignData };
  desk.set({ overlays: desk.world().overlays.map(overlay => (overlay === open ? filled : overlay)) });
}
