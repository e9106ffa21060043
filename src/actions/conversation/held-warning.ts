import type { ChangeName } from '../../state/change.ts';
import { changeOf } from '../../state/changes/list.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The warning in a question about a change that is held for a while and then final. */
export function heldWarning(name: ChangeName): SafeText {
  const seconds = Math.round((changeOf(name).holdMs ?? 0) / 1_000);
  return t`Held for ${seconds} s: z takes it back. After that it cannot be undone.`;
}
