import type { Desk } from '../state/context.ts';
import { whereAndWhen } from '../state/drafts-elsewhere.ts';
import { draftKey } from '../state/outbox/drafts.ts';
import type { FieldOverlay } from '../state/overlay.ts';
import { t } from '../text/safe.ts';

/**
 * If another desk of this agent has sent the beginning of this text, says so once instead of sending it a second time.
 * Returns whether it did.
 */
export function warnOfSent(desk: Desk, { draftKind, targets: [id] }: FieldOverlay): boolean {
  if (draftKind === undefined || id === undefined) return false;
  desk.lookAround?.();
  const key = draftKey(draftKind, id);
  const sent = desk.world().sentElsewhere.get(key);
  if (!sent) return false;
  desk.forgetSent?.(key);
  const where = whereAndWhen(sent.terminal, sent.at, desk.now());
  desk.notify({
    tone: 'problem',
    text: t`Not sent: your other desk (${where}) has sent its beginning. Send again for all of it.`,
    short: t`Not sent: sent elsewhere (${where})`,
  });
  return true;
}
