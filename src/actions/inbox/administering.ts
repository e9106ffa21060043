import * as v from 'valibot';
import { closeOverlay, say, swapOverlay, topOverlay } from '../../keys/overlay.ts';
import type { Reply } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import { whyNotAsked } from '../../state/offline.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { whyReadOnly } from '../../state/read-only.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Why this agent changes nothing here. An API key may; who is not known is left to the help center. */
export function whyNoChange(world: World): SafeText | undefined {
  const isAgent = world.me?.role === 'agent';
  const whyNotAdmin = isAgent ? t`Only admins may change this. Ask one of them.` : undefined;
  return whyReadOnly(world) ?? whyNotAdmin ?? whyNotAsked(world);
}

/** Why nothing is written that every agent may change. */
export function whyNotWritten(world: World): SafeText | undefined {
  return whyReadOnly(world) ?? whyNotAsked(world);
}

/** Whether this agent may change something here; if not, says why. */
export function mayChange(desk: Desk, why = whyNoChange): boolean {
  const reason = why(desk.world());
  if (reason !== undefined) say(desk, reason);
  return reason === undefined;
}

/** `SentText` in the kept input of a field. */
export const KEPT_SENT = { sentAs: v.exactOptional(v.object({ text: v.string(), key: v.string() })) };

/** The last text of a field that was sent, with the key under which it is carried out once. */
export interface SentText {
  readonly sentAs?: { readonly text: string; readonly key: string };
}

/**
 * Sends the text of a field, which closes once it is taken. Otherwise it stays open with what was typed, and the reason
 * stands below it. What the text changes is read again before the footer says that it is done.
 */
export async function sendField<Data extends SentText>(
  desk: Desk,
  overlay: FieldOverlay<Data>,
  send: (key: string) => Promise<Reply<unknown>>,
  { done, reread }: { readonly done: SafeText; readonly reread: (desk: Desk) => Promise<void> },
): Promise<void> {
  const { text } = overlay.draft;
  const { sentAs } = overlay.data;
  const key = sentAs?.text === text ? sentAs.key : desk.newKey();
  const sending: FieldOverlay<Data> = { ...overlay, isSending: true };
  swapOverlay(desk, overlay, sending);
  const reply = await send(key);
  const isOpen = topOverlay(desk.world()) === sending;
  if ('value' in reply) {
    if (isOpen) closeOverlay(desk);
    await reread(desk);
    say(desk, done, 'done');
    return;
  }
  if (!isOpen) say(desk, t`Not done: ${reply.reason}`);
  const { sentAs: _, ...data } = overlay.data;
  const fault = reply.isTransient ? t`${reply.reason} Enter tries again.` : reply.reason;
  const kept = { ...overlay, fault, data: { ...data, ...(reply.isTransient ? { sentAs: { text, key } } : {}) } };
  swapOverlay(desk, sending, kept);
}
