import { type SafeText, t } from '../../text/safe.ts';
import { agentName, inboxName } from '../names.ts';
import type { Conversation, World } from '../world.ts';

/** Its inbox, its assignee, and whether it is still there. */
export function placeParts(
  world: World,
  { inbox_id, assign_to, archived, merged_into }: Conversation,
): readonly SafeText[] {
  return [
    inbox_id === null ? t`no inbox` : inboxName(world, inbox_id),
    assign_to === null ? t`unassigned` : agentName(world, assign_to),
    ...(archived ? [t`archived`] : []),
    ...(merged_into === null ? [] : [t`merged into #${merged_into}`]),
  ];
}
