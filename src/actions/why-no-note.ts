import type { World } from '../state/world.ts';
import { type SafeText, t } from '../text/safe.ts';
import { whyNoChange } from './targets.ts';

/** Why no note can be written. */
export function whyNoNote(world: World): SafeText | undefined {
  const { notes } = world.offers;
  if (notes !== undefined && notes !== true) return t`No note: ${notes}`;
  return whyNoChange(world);
}
