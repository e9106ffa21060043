import { type SafeText, t } from '../../text/safe.ts';
import { withAddress } from '../person-name.ts';
import { conversationOf } from '../visible.ts';
import type { World } from '../world.ts';

/** Whether the agent has but the name of the system's user, as an embedded help center makes its own. */
export function isUnnamed({ me }: World): boolean {
  return me !== null && me.email === `${me.name}@localhost`;
}

/** Whom the customer sees as the sender of a reply, in at most `columns`; empty if the desk does not know. */
export function senderWords(world: World, id: number, columns: number): SafeText {
  const inboxId = conversationOf(world, id)?.inbox_id;
  const emails = world.base.inboxes.find(inbox => inbox.id === inboxId)?.emails ?? [];
  const address = emails.find(({ status }) => status === 'primary') ?? emails[0];
  if (!world.me || !address) return t``;
  return t`From ${withAddress({ name: world.me.name, email: address.email }, columns - 'From '.length)}`;
}
