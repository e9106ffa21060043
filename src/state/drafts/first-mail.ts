import type { SafeText } from '../../text/safe.ts';
import { safeLine } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import type { Inbox, World } from '../world.ts';
import { draftKey, fieldOf } from './drafts.ts';

/** Whether a mail begins a conversation: until that is made, it has only the id of its draft, which is negative. */
export function isFirst(id: number): boolean {
  return id < 0;
}

/** The subject of a first mail, as far as it is written. */
export function subjectOf({ drafts }: Pick<World, 'drafts'>, id: number): SafeText {
  return safeLine(fieldOf(drafts, draftKey('reply', id), 'subject'));
}

/** The inboxes that have an address to send from. */
export function sendingInboxes({ base }: Pick<World, 'base'>): readonly Inbox[] {
  return base.inboxes.filter(({ emails }) => emails.length > 0);
}

/** The inbox that an answer or a first mail is sent from; undefined if the desk does not know it, null if there is none. */
export function inboxIdOf(world: World, id: number): number | null | undefined {
  if (!isFirst(id)) return conversationOf(world, id)?.inbox_id;
  return Number(fieldOf(world.drafts, draftKey('reply', id), 'inbox')) || undefined;
}
