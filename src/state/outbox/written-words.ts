import type { DraftPart, Written } from '../change.ts';
import { changeOf } from '../changes/list.ts';
import type { ChangeCall, Drafts, PendingChange } from '../world.ts';
import { draftKey, withoutWords, withWords } from './drafts.ts';

/** A change with its words, made by the agent or to undo another one. */
type Call = ChangeCall & Pick<PendingChange, 'by'>;

/** Whether the agent wrote words in a change. A change that undoes another one contains none of the agent's words. */
export function isWritten({ name, by }: Call): boolean {
  return by !== 'undo' && changeOf(name)?.written !== undefined;
}

/** The agent's own words in a change, or in the one that it undoes; empty if there are none. */
export function wordsIn(call: Call): string {
  const change = changeOf(call.name);
  const written = change?.restores ?? (isWritten(call) ? change?.written : undefined);
  return written?.(call.args as never)[0][1] ?? '';
}

/** The drafts with the agent's words from a change that fails for these conversations. */
export function putBackInDraft(drafts: Drafts, call: Call, ids: Iterable<number>): Drafts {
  const written = isWritten(call) ? changeOf(call.name)?.written : undefined;
  return written ? withParts(drafts, written, call, ids) : drafts;
}

/** The drafts with the words of what this change has undone for these conversations. */
export function draftFromTakenBack(drafts: Drafts, call: ChangeCall, ids: Iterable<number>): Drafts {
  const restored = changeOf(call.name)?.restores;
  return restored ? withParts(drafts, restored, call, ids) : drafts;
}

/** The drafts after their words have gone into this change. */
export function clearDraft(drafts: Drafts, call: Call): Drafts {
  const written = isWritten(call) ? changeOf(call.name)?.written : undefined;
  if (!written || drafts.size === 0) return drafts;
  const { ids } = call.args as { ids: readonly number[] };
  const wordsOf = written(call.args as never);
  return ids.reduce(
    (held, id) => wordsOf.reduce((all, [kind, words]) => withoutWords(all, draftKey(kind, id), words), held),
    drafts,
  );
}

function withParts(drafts: Drafts, written: Written<never>, call: ChangeCall, ids: Iterable<number>): Drafts {
  const wordsOf = written(call.args as never);
  const [[kindOf, text]] = wordsOf;
  // What was staged for a text does not come back to a draft of other words.
  const isAlone = (id: number): boolean => [undefined, text].includes(drafts.get(draftKey(kindOf, id)));
  return [...ids].reduce((held, id) => {
    const parts: readonly DraftPart[] = isAlone(id)
      ? wordsOf
      : wordsOf.filter(([kind]) => !kind.endsWith('-following'));
    return parts.reduce((all, [kind, words]) => withWords(all, draftKey(kind, id), words), held);
  }, drafts);
}
