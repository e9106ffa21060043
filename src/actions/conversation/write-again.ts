import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, fieldOf, withDraftFields } from '../../state/drafts/drafts.ts';
import { keptPeople } from '../../state/reply/written-people.ts';
import type { Message } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { openReply } from './reply.ts';

/** Whether a message of ours was not delivered, and all of it is here to be sent again. */
export function isWrittenAgain({ delivery, side, truncated }: Message): boolean {
  return delivery?.state === 'failed' && side !== true && truncated !== true;
}

/** Opens the reply box with the words and the people of a message that was not delivered; in To, where the fault usually is. */
export function writeAgain(desk: Desk, message: Message): void {
  const { conversation_id: id, body_text: text, to, cc, bcc = [], attachments } = message;
  const { drafts, keyNames } = desk.world();
  const key = draftKey('reply', id);
  if (fieldOf(drafts, key) !== '') {
    say(desk, t`#${id} has a draft already. Send it first, or empty it: ${keyNames['draft.list']}.`);
    return;
  }
  const written = withDraftFields(drafts, [
    [key, 'text', text],
    [key, 'to', keptPeople(to)],
    [key, 'cc', keptPeople(cc)],
    ...(bcc.length > 0 ? [[key, 'bcc', keptPeople(bcc)] as const] : []),
  ]);
  desk.set({ drafts: written });
  openReply(desk, [id], 'to');
  if (attachments.length > 0) say(desk, t`Its files are not with it: ${keyNames['box.attach']} attaches them again.`);
}
