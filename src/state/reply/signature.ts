import { cut } from '../../text/cut.ts';
import { lines, type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { SIGNATURE_LINE, signatureText } from '../../text/signature.ts';
import { conversationOf } from '../visible.ts';
import type { World } from '../world.ts';

/** A box shows no more lines of a signature. */
const MAX_LINES = 3;

/** The signature that follows a reply, in at most `columns`: its first lines. None if the inbox has no signature. */
export function signatureLines(world: World, id: number, columns: number): readonly SafeText[] {
  const inboxId = conversationOf(world, id)?.inbox_id;
  const signature = world.base.inboxes.find(inbox => inbox.id === inboxId)?.signature;
  const signed = safeBlock(signatureText(signature ?? ''));
  if (signed === '') return [];
  const all = lines(signed);
  const shown = all.slice(0, MAX_LINES).map(line => cut(line, columns));
  return [safeLine(SIGNATURE_LINE), ...shown, ...(all.length > MAX_LINES ? [t`…`] : [])];
}
