import { emptyWorld } from '../../state/empty-world.ts';
import { candidatesOf } from '../../state/query/candidates.ts';
import { type FilterKey, pieceAt, quoted } from '../../state/query/tokens.ts';
import type { CompletionWord } from './completion-request.ts';
import type { ValueKind } from './value-kinds.ts';

/** The keys of a filter whose values only a help center knows. */
const NAMED: { readonly [Key in FilterKey]?: Extract<ValueKind, 'tag' | 'status' | 'agent' | 'inbox'> } = {
  tag: 'tag',
  status: 'status',
  assignee: 'agent',
  inbox: 'inbox',
};

/** The words of a filter that begin as it was typed; `look` finds the names of a kind. */
export async function completeFilterWords(
  typed: string,
  now: number,
  look: (kind: NonNullable<(typeof NAMED)[FilterKey]>) => Promise<readonly CompletionWord[]>,
): Promise<readonly CompletionWord[]> {
  const piece = pieceAt(typed, typed.length);
  const sure = candidatesOf(emptyWorld(now), piece).map(({ name }) => name);
  if (piece.key === null) return sure.map(value => ({ value }));
  const kind = NAMED[piece.key];
  const found = kind === undefined ? [] : await look(kind);
  // A filter has the names of inboxes, not their short ones.
  const names = kind === 'inbox' ? found.map(({ value, help }) => help || value) : found.map(({ value }) => value);
  return [...sure, ...names].map(name => ({ value: `${piece.key}:${quoted(name)}` }));
}
