import { draftKinds } from '../overlay.ts';
import type { DraftKey, DraftKind, Drafts, World } from '../world.ts';

/** The separator of two texts that share a draft, by its kind or its part; of all others a blank line. */
const SEPARATORS: Readonly<Record<string, string>> = {
  title: ' / ',
  to: ', ',
  cc: ', ',
  bcc: ', ',
  files: '\n',
  following: '\n',
};

/** The key of a conversation's draft of this kind. */
export function draftKey(kind: DraftKind, id: number): DraftKey {
  return `${kind}:${id}`;
}

/** The kind of a draft, and its conversation. */
export function draftParts(key: DraftKey): { readonly kind: DraftKind; readonly id: number } {
  const [kind, id] = key.split(':') as [DraftKind, string];
  return { kind, id: Number(id) };
}

/** The draft that this one is a part of: the reply of its recipients. A draft that stands alone is its own. */
export function wholeDraft(key: DraftKey): DraftKey {
  const { kind, id } = draftParts(key);
  return draftKey(kind.split('-')[0] as DraftKind, id);
}

/** The unsent text of a note, a title or a reply, or a part of it; or empty. */
export function draftOf({ drafts }: World, kind: DraftKind, id: number): string {
  return drafts.get(draftKey(kind, id)) ?? '';
}

/**
 * Whether a conversation has a draft. While a box is open on it: whether it had one before, so that no key changes more
 * than the box.
 */
export function hasDraft({ drafts, overlays }: World, id: number): boolean {
  const field = overlays.find(overlay => overlay.kind === 'field' && overlay.targets[0] === id);
  if (field?.kind === 'field') return field.isDraft === true;
  return drafts.size > 0 && draftKinds.some(kind => drafts.has(draftKey(kind, id)));
}

/** The drafts with these words added, once, before the present text of the draft. */
export function withWords(drafts: Drafts, key: DraftKey, words: string): Drafts {
  const held = drafts.get(key);
  if (words.trim() === '' || (held !== undefined && placeOf(key, held, words) >= 0)) return drafts;
  return withDraft(drafts, key, joined(key, words.trimEnd(), held ?? ''));
}

/** The drafts without these words, which are in a change now. The rest of the draft stays. */
export function withoutWords(drafts: Drafts, key: DraftKey, words: string): Drafts {
  const held = drafts.get(key);
  const at = held === undefined ? -1 : placeOf(key, held, words);
  if (held === undefined || at < 0) return drafts;
  const before = held.slice(0, Math.max(0, at - separatorOf(key).length));
  const after = held.trimEnd().slice(at + words.trimEnd().length + separatorOf(key).length);
  return withDraft(drafts, key, joined(key, before, after));
}

/** The drafts after a box changed its text. Words that returned to the draft meanwhile stay before the box's text. */
export function rewritten(drafts: Drafts, key: DraftKey, from: string, to: string): Drafts {
  if (from === to) return drafts;
  const held = drafts.get(key) ?? '';
  const others = held.endsWith(from) ? held.slice(0, held.length - from.length) : held;
  const separator = separatorOf(key);
  const isJoined = from !== '' && others.endsWith(separator);
  return withDraft(drafts, key, joined(key, isJoined ? others.slice(0, -separator.length) : others, to));
}

function separatorOf(key: DraftKey): string {
  return SEPARATORS[draftParts(key).kind.split('-').at(-1)!] ?? '\n\n';
}

/** Where these words begin in a draft, as all of it or as one of the texts that share it; -1 if they are not in it. */
function placeOf(key: DraftKey, held: string, words: string): number {
  const separator = separatorOf(key);
  return `${separator}${held.trimEnd()}${separator}`.indexOf(`${separator}${words.trimEnd()}${separator}`);
}

function joined(key: DraftKey, ...texts: readonly string[]): string {
  return texts.filter(text => text.trim() !== '').join(separatorOf(key));
}

function withDraft(drafts: Drafts, key: DraftKey, text: string): Drafts {
  const next = new Map(drafts);
  if (text === '') next.delete(key);
  else next.set(key, text);
  return next;
}
