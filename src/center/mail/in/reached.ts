import { type Reached, reachedBy } from '../../model/conversation/continued.ts';
import { type Addresses, contactFor } from '../../model/mail.ts';
import type { Work } from '../../model/work.ts';
import type { Judgement } from './judge/judge.ts';

/** The known facts about a mail beside its judgement. */
export interface StoreFacts {
  readonly isRating?: boolean;
  /** The conversation from which the one that it opens goes on. */
  readonly former?: Reached | undefined;
}

/**
 * The judgement of a customer's mail, with the conversation that it opens or joins if the one that it answers was closed
 * long ago, and what that goes on from. A machine's mail opens nothing.
 */
export async function reached<J extends Judgement>(
  work: Work,
  judged: J,
  { reopenDays, addresses }: { readonly reopenDays: number; readonly addresses: Addresses },
): Promise<{ readonly judged: J; readonly former?: Reached }> {
  const { author, automatic, conversation } = judged;
  const isAnswer = author.by === 'customer' && !automatic && 'id' in conversation && conversation.isSide !== true;
  if (!isAnswer || reopenDays === 0) return { judged };
  const former = await reachedBy(work, conversation.id, await contactFor(work, author.person), reopenDays);
  if (!former.isOver) return { judged: { ...judged, conversation: { id: former.id } } };
  return { judged: { ...judged, conversation: { inboxId: former.inboxId ?? addresses.defaultInbox } }, former };
}
