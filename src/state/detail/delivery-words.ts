import { clock, clockWithSeconds } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Message, World } from '../world.ts';

/** How far a message of ours has come, in words. */
export interface Delivery {
  readonly words: SafeText;
  readonly hasFailed: boolean;
  /** What may follow on the same line, if there is room: its coming and going moves no line. */
  readonly hint?: SafeText;
}

/** The parts of a world that the words depend on. */
type Outside = Pick<World, 'pending' | 'journal' | 'offline' | 'now'>;

/** `· sent 09:40`; null if nothing is known of the message's way. */
export function deliveryWords(message: Message, world: Outside): Delivery | null {
  const { delivery, created_at, id } = message;
  if (id < 0) return ofUnsent(id, world);
  if (!delivery) return null;
  const { state, at, reason } = delivery;
  const time = at === null ? t`` : t` ${clock(at, created_at ?? world.now, world.now)}`;
  switch (state) {
    case 'held': {
      const until = at === null ? t`` : t` until ${clockWithSeconds(at)}`;
      return { words: t`· held${until}`, hasFailed: false, hint: zWords(id, world) };
    }
    case 'queued':
      return { words: reason ? t`· not sent yet: ${reason}` : t`· on its way`, hasFailed: false };
    case 'sent':
      return { words: t`· sent${time}`, hasFailed: false };
    case 'failed':
      return { words: reason ? t`Not delivered${time}: ${reason}` : t`Not delivered${time}`, hasFailed: true };
    default:
      return null;
  }
}

/** All words of a thread that can change without it, as one text. */
export function openDeliveries(messages: readonly Message[], world: Outside): string {
  return messages
    .filter(({ id, delivery }) => id < 0 || delivery?.state === 'held')
    .map(message => deliveryWords(message, world))
    .map(delivery => `${delivery?.words}${delivery?.hint}`)
    .join('\n');
}

/** A reply that the help center has not got yet. Most are there at once, so only one that waits is told. */
function ofUnsent(id: number, { pending, offline }: Outside): Delivery | null {
  const change = pending.find(({ args }) => (args as { readonly replyId?: number }).replyId === id);
  if (!change) return null;
  if (change.state === 'asks') return { words: t`· not sent yet: it asks first · go`, hasFailed: false };
  const reason = offline ? offline.text : change.problem;
  return reason === null ? null : { words: t`· not sent yet: ${reason}`, hasFailed: false };
}

/** ` · z takes it back`, if that is what `z` would do now. */
function zWords(id: number, { journal }: Outside): SafeText {
  const isNext = journal.undo
    .at(-1)
    ?.inverse.some(({ name, args }) => name === 'message.take-back' && (args as { replyId?: number }).replyId === id);
  return isNext ? t` · z takes it back` : t``;
}
