import { t } from '../../text/safe.ts';
import type { ChangeName } from '../changes/change.ts';
import type { Desk } from '../desk.ts';
import { editPending, editRequests } from '../operations/edit.ts';
import { inState } from '../operations/operation.ts';
import { whyReadOnly } from '../read-only.ts';
import type { PendingChange, RefusedChange } from '../world.ts';
import { isKnownCall } from './storage.ts';
import { titleOf } from './withdraw.ts';

/**
 * Sends changes that ask. If one was sent before, a read first decides whether it was carried out; if the read cannot
 * tell, it is sent. Their holds are over, and so are the times at which they were to be sent.
 */
export function sendAgain(desk: Desk, keys: readonly string[]): void {
  const operations = editPending(desk.world().operations, change => {
    const isMeant = keys.includes(change.key) && change.state === 'asks';
    const { sendAt, ...args } = change.args;
    const isPassed = change.state === 'asks' && change.about === 'hold';
    const attempts = change.attempts && ({ ...change.attempts, doubt: 'agreed' } as const);
    const agreed = { ...change, attempts, ...(isPassed ? { args } : {}) };
    return [isMeant ? inState(agreed, { state: 'waiting' }) : change];
  });
  desk.set({ operations });
  desk.wake(true);
}

/** Dismisses refused changes that the agent has seen. Drafts of their words stay. */
export function dismiss(desk: Desk, keys: readonly string[]): void {
  const isSeen = ({ state, key }: PendingChange | RefusedChange): boolean => state === 'refused' && keys.includes(key);
  desk.set({ operations: editRequests(desk.world().operations, one => (isSeen(one) ? [] : [one])) });
}

/** Makes a refused change again, of the refused conversations alone. It is a new change, with a key of its own. */
export function retryRefused(desk: Desk, refused: RefusedChange): void {
  const { key, name, args } = refused;
  const problem = whyReadOnly(desk.world());
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else if (!isKnownCall(refused)) {
    const title = titleOf(refused, desk.world());
    desk.notify({ tone: 'problem', text: t`Not sent again: ${title} was made by another version of this program.` });
  } else {
    dismiss(desk, [key]);
    desk.commit(name as ChangeName, args as never);
  }
}
