import { cut } from '../../text/cut.ts';
import { lines, type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { SIGNATURE_LINE, signatureText } from '../../text/signature.ts';
import { inboxIdOf } from '../drafts/first-mail.ts';
import { withAddress } from '../words/person-name.ts';
import type { World } from '../world.ts';

/** Whether the agent has but the name of the system's user, as an embedded help center makes its own. */
export function isUnnamed({ me }: World): boolean {
  return me !== null && me.email === `${me.name}@localhost`;
}

/** The sender of a reply as the customer sees it, in at most `columns`; empty if the desk does not know. */
export function senderWords(world: World, id: number, columns: number): SafeText {
  const inboxId = inboxIdOf(world, id);
  const emails = world.base.inboxes.find(inbox => inbox.id === inboxId)?.emails ?? [];
  const address = emails.find(({ status }) => status === 'primary') ?? emails[0];
  if (!world.me || !address) return t``;
  return t`From ${withAddress({ name: world.me.name, email: address.email }, columns - 'From '.length)}`;
}

/** A box shows no more lines of a signature. */
const MAX_LINES = 3;

/** The signature that follows a reply, in at most `columns`: its first lines. None if the inbox has no signature. */
export function signatureLines(world: World, id: number, columns: number): readonly SafeText[] {
  const inboxId = inboxIdOf(world, id);
  const signature = world.base.inboxes.find(inbox => inbox.id === inboxId)?.signature;
  const signed = safeBlock(signatureText(signature ?? ''));
  if (signed === '') return [];
  const all = lines(signed);
  const shown = all.slice(0, MAX_LINES).map(line => cut(line, columns));
  return [safeLine(SIGNATURE_LINE), ...shown, ...(all.length > MAX_LINES ? [t`…`] : [])];
}
