import { clock, clockWithSeconds, stamp } from '../../text/relative-time.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { whenWords } from '../../text/when.ts';
import { inversesOf, undoable } from '../operations/operation.ts';
import type { Message, World } from '../world.ts';

/** How far a message of ours has come, in words. */
export interface DeliveryWords {
  /** In place of the time in the head line, the longest form first; empty if the time alone stands there. */
  readonly head: readonly SafeText[];
  /** Words that may follow in the head line if there is room: they never move a line. */
  readonly hint: SafeText;
  /** Words that need a line of their own, if there are any. */
  readonly below: SafeText | null;
  readonly hasFailed: boolean;
}

/** The parts of a world that the words depend on. */
type Outside = Pick<World, 'pending' | 'operations' | 'offline' | 'now' | 'keyNames'>;

/** A send delay is never so long, in milliseconds. */
const LONG_MS = 120_000;

const NOTHING: DeliveryWords = { head: [], hint: t``, below: null, hasFailed: false };

/** `sent Thu 20 Nov 09:40`; null if nothing is known of the message's way. */
export function deliveryWords(message: Message, world: Outside): DeliveryWords | null {
  const { delivery, created_at, id } = message;
  if (id < 0) return ofUnsent(id, world);
  if (!delivery) return null;
  const { state, at, reason } = delivery;
  switch (state) {
    case 'held': {
      if (at === null && reason !== null) {
        const below = t`Not sent: ${reason}. ${world.keyNames['entry.delete']} takes it back.`;
        return { ...NOTHING, below, hasFailed: true };
      }
      if (at !== null && at > (created_at ?? at) + LONG_MS)
        return { ...NOTHING, head: [t`will be sent ${whenWords(at, world.now)}`, t`held`], hint: zWords(id, world) };
      const until = at === null ? [] : [t`held until ${clockWithSeconds(at)}`];
      return { ...NOTHING, head: [...until, t`held`], hint: zWords(id, world) };
    }
    case 'queued':
      return reason ? notYet(reason, at ?? 0, world.now) : { ...NOTHING, head: [t`on its way`] };
    case 'sent': {
      const times = [at, created_at].flatMap(time => (time === null ? [] : [stamp(time, world.now)]));
      const head = [join([t`sent`, ...times.slice(0, 1)], t` `), ...times.slice(-1)];
      return reason
        ? { ...NOTHING, head, below: t`A report says that it was not delivered: ${reason}`, hasFailed: true }
        : { ...NOTHING, head };
    }
    case 'failed': {
      const time = at === null ? t`` : t` ${clock(at, created_at ?? world.now, world.now)}`;
      const again = message.side || message.truncated ? t`` : t` · ${world.keyNames.open} writes it again`;
      return {
        ...NOTHING,
        below: t`Not delivered${time}${reason ? t`: ${reason}` : t``}${again}`,
        hasFailed: true,
      };
    }
    default:
      return null;
  }
}

/** `Not sent yet: 451 try later · tries again 09:41`. */
function notYet(reason: SafeText, nextAt = 0, now = 0): DeliveryWords {
  const next = nextAt > now ? t` · tries again ${clock(nextAt, now, now)}` : t``;
  return { ...NOTHING, below: t`Not sent yet: ${reason}${next}` };
}

/** All words of a thread that can change without it, as one text. */
export function openDeliveries(messages: readonly Message[], world: Outside): string {
  return messages
    .filter(({ id, delivery }) => id < 0 || delivery?.state === 'held')
    .map(message => deliveryWords(message, world))
    .map(delivery => delivery && join([...delivery.head, delivery.hint, delivery.below ?? t``]))
    .join('\n');
}

/** A reply that the help center has not got yet. Most are there at once, so only a waiting one has words. */
function ofUnsent(id: number, { pending, offline, keyNames }: Outside): DeliveryWords | null {
  const change = pending.find(({ args }) => args.replyId === id);
  if (!change) return null;
  if (change.state === 'asks') return notYet(t`it asks first · ${keyNames.activity}`);
  const reason = offline ? offline.text : change.problem;
  return reason === null ? null : notYet(reason);
}

/** `z takes it back`, if `z` would do that now. */
function zWords(id: number, { operations, keyNames }: Outside): SafeText {
  const isNext = undoable(operations)
    .slice(-1)
    .flatMap(inversesOf)
    .some(({ name, args }) => name === 'message.take-back' && args.replyId === id);
  return isNext ? t`${keyNames.undo} takes it back` : t``;
}
