import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Why nothing can be marked. */
export function whyEmpty({ list }: World): SafeText | undefined {
  return list.rows.length === 0 ? t`The list is empty.` : undefined;
}
