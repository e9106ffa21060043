import { fieldsIn } from '../../src/state/drafts/drafts.ts';
import type { Drafts } from '../../src/state/world.ts';

/** What is written in drafts: `reply:1` is a text, `reply:1 to` a further field. */
export function writtenIn(drafts: Drafts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fieldsIn(drafts).map(([key, field, text]) => [field === 'text' ? key : `${key} ${field}`, text]),
  );
}
