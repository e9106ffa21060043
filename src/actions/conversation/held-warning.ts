import type { ChangeName } from '../../state/change.ts';
import { changeOf } from '../../state/changes/list.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** What a question says of a change that is kept back for a while and final after that. */
export function heldWarning(name: ChangeName): SafeText {
  const seconds = Math.round((changeOf(name).holdMs ?? 0) / 1_000);
  return t`Held for ${seconds} s: z takes it back. After that it cannot be undone.`;
}
