import type { WrittenDraft } from '../changes/change.ts';
import { changeOf } from '../changes/list.ts';
import { draftKey, draftText, fieldsIn, withoutWords, withWords } from '../drafts/drafts.ts';
import type { ChangeCall, Drafts, PendingChange } from '../world.ts';

/** A change with its words, made by the agent or to undo another one. */
type Call = ChangeCall & Pick<PendingChange, 'by'>;

/** Whether the agent wrote words in a change, or gave it files. A change that undoes another one contains none of the agent's words. */
export function hasWrittenWords({ name, by, args }: Call): boolean {
  const [, fields = {}] = by === 'undo' ? [] : (changeOf(name)?.written?.(args as never) ?? []);
  return Object.values(fields).some(text => text !== '');
}

/** The agent's own words in a change, or in the one that it undoes; empty if there are none. */
export function wordsIn(call: Call): string {
  const change = changeOf(call.name);
  const written = change?.restores ?? (hasWrittenWords(call) ? change?.written : undefined);
  return written?.(call.args as never)[1].text ?? '';
}

/** The drafts with the agent's words from a change that fails for these conversations. */
export function putBackInDraft(drafts: Drafts, call: Call, ids: Iterable<number>): Drafts {
  const written = hasWrittenWords(call) ? changeOf(call.name)?.written : undefined;
  return written ? withParts(drafts, written, call, ids) : drafts;
}

/** The drafts with the words that this change has undone for these conversations. */
export function draftFromTakenBack(drafts: Drafts, call: ChangeCall, ids: Iterable<number>): Drafts {
  const restored = changeOf(call.name)?.restores;
  return restored ? withParts(drafts, restored, call, ids) : drafts;
}

/** The drafts after their words have gone into this change. */
export function clearDraft(drafts: Drafts, call: Call): Drafts {
  const written = hasWrittenWords(call) ? changeOf(call.name)?.written : undefined;
  if (!written || drafts.size === 0) return drafts;
  const { ids } = call.args as { ids: readonly number[] };
  const [kind, fields] = written(call.args as never);
  return fieldsIn(new Map(ids.map(id => [draftKey(kind, id), fields] as const))).reduce(withoutWords, drafts);
}

function withParts(drafts: Drafts, written: WrittenDraft<never>, call: ChangeCall, ids: Iterable<number>): Drafts {
  const [kind, fields] = written(call.args as never);
  const { following: _staged, ...others } = fields;
  // Calls staged for a text do not come back to a draft of other words.
  const isAlone = (id: number): boolean => ['', fields.text].includes(draftText({ drafts }, kind, id));
  const back = [...ids].map(id => [draftKey(kind, id), isAlone(id) ? fields : others] as const);
  return fieldsIn(new Map(back)).reduce(withWords, drafts);
}
