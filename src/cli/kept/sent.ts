import { changeOf } from '../../state/changes/list.ts';
import { draftKey } from '../../state/drafts/drafts.ts';
import type { SavedState } from '../../state/kept/storage.ts';
import { pendingOf } from '../../state/operations/operation.ts';
import { hasWrittenWords } from '../../state/outbox/written-words.ts';
import type { DraftKey, PendingChange } from '../../state/world.ts';
import type { DeskRow, SavedKept } from './rows.ts';
import type { PrepareSql } from './sqlite-file.ts';

/** A draft without the blanks at its end, which no change contains. */
const TRIMMED = `rtrim(text, ' ' || char(9, 10, 13))`;
/** A draft that begins with these words, or with which these words begin. */
const IS_BEGUN = `(substr(text, 1, length(?3)) = ?3
  or (${TRIMMED} <> '' and substr(?3, 1, length(${TRIMMED})) = ${TRIMMED}))`;

/** Notes at the drafts of the other desks that this one sends their words now. */
export function noteSent(sql: PrepareSql, desk: DeskRow, former: SavedKept, kept: SavedState): void {
  if (former.kept.operations === kept.operations) return;
  const known = new Set(pendingOf(former.kept.operations).map(({ key }) => key));
  for (const change of pendingOf(kept.operations).filter(one => hasWrittenWords(one) && !known.has(one.key)))
    for (const [key, words] of draftsOf(change)) noteOne(sql, desk, key, words);
}

function noteOne(sql: PrepareSql, { id, terminal, seenAt }: DeskRow, key: DraftKey, words: string): void {
  // Files alone: every draft begins with no words.
  if (words.trim() === '') return;
  const sent = JSON.stringify({ terminal, at: seenAt });
  sql(`update draft set sent = ?4 where key = ?1 and desk <> ?2 and ${IS_BEGUN}`).run(key, id, words.trimEnd(), sent);
}

function draftsOf({ name, args }: PendingChange): readonly (readonly [DraftKey, words: string])[] {
  const [kind, { text: words = '' }] = changeOf(name)!.written!(args as never);
  return args.ids.map(id => [draftKey(kind, id), words]);
}

/** That another desk has sent the beginning of a draft: from which terminal, and when (milliseconds since 1970). */
export interface SentReply {
  readonly terminal: string;
  readonly at: number;
}

/** The drafts of a desk whose beginning another one has sent. */
export function sentOf(sql: PrepareSql, desk: string): ReadonlyMap<DraftKey, SentReply> {
  const rows = sql('select key, sent from draft where desk = ? and sent is not null').all(desk);
  return new Map(rows.map(({ key, sent }) => [String(key) as DraftKey, JSON.parse(String(sent)) as SentReply]));
}

/** Notes it at the drafts of this desk, after they came from another one. */
export function carrySent(sql: PrepareSql, desk: string, sent: ReadonlyMap<DraftKey, SentReply>): void {
  for (const [key, one] of sent) {
    sql('update draft set sent = ? where desk = ? and key = ?').run(JSON.stringify(one), desk, key);
  }
}

/** The agent knows it: the draft is an ordinary one from now on. */
export function forgetSent(sql: PrepareSql, desk: string, key: DraftKey): void {
  sql('update draft set sent = null where desk = ? and key = ?').run(desk, key);
}
