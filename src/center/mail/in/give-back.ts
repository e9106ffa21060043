import { isLarge, release } from '../../intake/release.ts';
import type { MailCenter } from './mail-center.ts';

/** Gives back the memory of mails and files that are stored; of large ones, also what the database keeps at hand. */
export function giveBack({ context }: MailCenter, stored: readonly Uint8Array[]): void {
  const hasLarge = stored.some(({ byteLength }) => isLarge(byteLength));
  for (const bytes of stored) release(bytes);
  if (hasLarge) context.store.trim();
}
