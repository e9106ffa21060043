import { t } from '../../text/safe.ts';
import type { ChangeName } from '../change.ts';
import type { Desk } from '../context.ts';
import { whyReadOnly } from '../read-only.ts';
import type { PendingChange, RefusedChange } from '../world.ts';
import { isKnownCall } from './storage.ts';

/**
 * Sends changes that ask. If one was sent before, a read first decides whether it was carried out; if the read cannot
 * tell, it is sent. Their holds are over.
 */
export function sendAgain(desk: Desk, keys: readonly string[]): void {
  const isMeant = ({ key, state }: PendingChange): boolean => keys.includes(key) && state === 'asks';
  const pending = desk
    .world()
    .pending.map(change => (isMeant(change) ? { ...change, state: 'waiting' as const, isAgreed: true } : change));
  desk.set({ pending });
  desk.wake(true);
}

/** Dismisses refused changes that the agent has seen. Drafts of their words stay. */
export function dismiss(desk: Desk, keys: readonly string[]): void {
  desk.set({ refused: desk.world().refused.filter(({ key }) => !keys.includes(key)) });
}

/** Makes a refused change again, of the refused conversations alone. It is a new change, with a key of its own. */
export function retryRefused(desk: Desk, { key, call, title }: RefusedChange): void {
  const problem = whyReadOnly(desk.world());
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else if (!call || !isKnownCall(call)) {
    desk.notify({ tone: 'problem', text: t`Not sent again: ${title} was made by another version of this program.` });
  } else {
    dismiss(desk, [key]);
    desk.commit(call.name as ChangeName, call.args as never);
  }
}
