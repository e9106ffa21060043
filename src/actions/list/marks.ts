import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { conversationOf } from '../../state/visible.ts';
import type { List, World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';

/**
 * Shows the list with its marks, without those on rows that were dropped from memory: a verb's change of them could not
 * be undone.
 */
export function showMarks(desk: Desk, list: List): void {
  const marked = [...list.marks];
  const held = marked.filter(id => conversationOf(desk.world(), id) !== undefined);
  const lost = marked.length - held.length;
  desk.set({ list: lost === 0 ? list : { ...list, marks: new Set(held) } });
  if (lost > 0)
    say(
      desk,
      t`Marked ${grouped(held.length)}; ${grouped(lost)} rows far from here are not held · *f reads and marks all`,
    );
}

/** Why nothing can be marked. */
export function whyEmpty({ list }: World): SafeText | undefined {
  return list.rows.length === 0 ? t`The list is empty.` : undefined;
}
