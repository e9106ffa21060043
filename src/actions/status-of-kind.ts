import { statusesOf } from '../state/names.ts';
import type { ConversationStatus, World } from '../state/world.ts';

/** The built-in status that means open or closed; undefined where the help center has none such. */
export function statusOfKind(world: World, kind: 'open' | 'closed'): ConversationStatus | undefined {
  return statusesOf(world).find(status => status.kind === kind);
}
