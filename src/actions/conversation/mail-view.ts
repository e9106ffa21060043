import type { BoxView } from '../../keys/view.ts';
import type { MailData, MailDraft } from '../../state/reply/box.ts';
import type { Recipient } from '../../state/reply/written-people.ts';

/** The view of the box of a mail; beside its data it has read the people whom typed letters may mean. */
export type MailView = BoxView<MailData, readonly Recipient[]>;

/** The mail of a box; of a box about several conversations, the one that holds its draft. */
export function mailOf(kind: MailDraft['kind'], { targets, data }: Pick<MailView, 'targets' | 'data'>): MailDraft {
  return { kind, id: targets[0]!, messageId: data.messageId };
}
