import { type SafeText, t } from '../text/safe.ts';
import type { World } from './world.ts';

/** Why nothing is changed from this desk: it was started read-only. */
export function whyReadOnly({ isReadOnly }: Pick<World, 'isReadOnly'>): SafeText | undefined {
  return isReadOnly ? t`Nothing changed: this desk only reads. Start it without --read-only.` : undefined;
}
