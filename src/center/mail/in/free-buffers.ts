import { collectGarbage, isLarge, release } from '../../intake/release.ts';
import type { MailCenter } from './mail-center.ts';

/**
 * Gives back the memory of stored mails and files. After large ones also the database's cache and earlier garbage: V8
 * would let several times their size pile up.
 */
export async function freeBuffers(
  { context }: MailCenter,
  stored: readonly Uint8Array[],
  hasLarge = stored.some(({ byteLength }) => isLarge(byteLength)),
): Promise<void> {
  for (const bytes of stored) release(bytes);
  if (!hasLarge) return;
  context.store.trim();
  await collectGarbage();
}
