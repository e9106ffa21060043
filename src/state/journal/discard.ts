import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Desk } from '../desk.ts';
import { fieldsIn, withoutDraft, withoutWords, withWords } from '../drafts/drafts.ts';
import { undoable } from '../operations/operation.ts';
import type { Discarded, DraftKey, Drafts, World } from '../world.ts';

/** How long a discarded draft can be brought back. */
const KEPT_MS = 86_400_000;

/** The discarded drafts that can still be brought back, the newest first. */
export function discardedIn({ discarded }: World, now: number): readonly Discarded[] {
  return discarded.filter(({ at }) => at > now - KEPT_MS);
}

/** Discards drafts, as one step for undo; with `words`, only these of their texts. */
export function discard(desk: Desk, keys: readonly DraftKey[], words?: string): void {
  const { drafts, keyNames } = desk.world();
  const now = desk.now();
  const without = (from: Drafts, key: DraftKey) =>
    words === undefined ? withoutDraft(from, key) : withoutWords(from, [key, 'text', words]);
  const gone = keys.flatMap((key): Discarded[] => {
    const fields = drafts.get(key);
    if (!fields || without(drafts, key) === drafts) return [];
    return [{ key, fields: words === undefined ? fields : { text: words }, at: now }];
  });
  if (gone.length === 0) return;
  const discarded = [...gone, ...discardedIn(desk.world(), now)];
  desk.set({ drafts: keys.reduce(without, drafts), discarded });
  const text = t`Discarded ${draftCount(gone)} · ${keyNames.undo} brings ${gone.length === 1 ? t`it` : t`them`} back`;
  desk.notify({ tone: 'done', text });
}

/** Makes discarded drafts drafts again; newer text follows theirs. */
export function bringBack(desk: Desk, those: readonly Discarded[]): void {
  const { drafts, discarded } = desk.world();
  const words = those.flatMap(({ key, fields }) => fieldsIn(new Map([[key, fields]])));
  desk.set({ drafts: words.reduce(withWords, drafts), discarded: discarded.filter(one => !those.includes(one)) });
}

/** The drafts discarded in one step after the last change that can be undone; empty if a change was made since. */
export function lastDiscarded(world: World, now: number): readonly Discarded[] {
  const all = discardedIn(world, now);
  const made = undoable(world.operations).at(-1)?.at ?? 0;
  return all.filter(({ at }) => at === all[0]!.at && at >= made);
}

/** Undoes the discarding of drafts, if that was the last step; returns whether it was. */
export function undoDiscard(desk: Desk): boolean {
  const those = lastDiscarded(desk.world(), desk.now());
  if (those.length === 0) return false;
  bringBack(desk, those);
  const { keyNames } = desk.world();
  desk.notify({ tone: 'done', text: t`Brought back ${draftCount(those)} · ${keyNames['draft.list']} goes on` });
  return true;
}

function draftCount(those: readonly Discarded[]): SafeText {
  return counted(those.length, t`draft`);
}
