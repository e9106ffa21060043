import { type DraftField, type DraftKind, draftKinds } from '../world/draft-kinds.ts';
import { statesOf } from '../world/open-box.ts';
import type { DraftFields, DraftKey, Drafts, Overlay, World } from '../world.ts';

/** The separator of two texts that share a field of a draft; of all others a blank line. */
const SEPARATORS: Readonly<Partial<Record<DraftField, string>>> = {
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

/** A field of a draft; empty if it is not written. */
export function fieldOf(drafts: Drafts, key: DraftKey, field: DraftField = 'text'): string {
  return drafts.get(key)?.[field] ?? '';
}

/** The unsent text of a note, a title or a mail; or empty. */
export function draftText({ drafts }: Pick<World, 'drafts'>, kind: DraftKind, id: number): string {
  return fieldOf(drafts, draftKey(kind, id));
}

/** A field of a draft, with the draft that it belongs to. */
type DraftEdit = readonly [key: DraftKey, field: DraftField, text: string];

/** All fields of all drafts. */
export function fieldsIn(drafts: Drafts): readonly DraftEdit[] {
  return [...drafts].flatMap(([key, fields]) =>
    Object.entries(fields).map(([field, text]) => [key, field as DraftField, text] as const),
  );
}

/** The drafts with these fields; one without a text is deleted, and a draft goes with its last one. */
export function withDraftFields(drafts: Drafts, written: readonly DraftEdit[]): Drafts {
  const next = new Map(drafts);
  for (const [key, field, text] of written) {
    const { [field]: _former, ...others } = next.get(key) ?? {};
    const fields: DraftFields = text === '' ? others : { ...others, [field]: text };
    if (Object.keys(fields).length === 0) next.delete(key);
    else next.set(key, fields);
  }
  return next;
}

/** The drafts without this one. */
export function withoutDraft(drafts: Drafts, key: DraftKey): Drafts {
  return new Map([...drafts].filter(([held]) => held !== key));
}

/**
 * Whether a conversation has a draft. While a box is open on it: whether it had one before, so that no key changes more
 * than the box.
 */
export function hasDraft({ drafts, overlays }: World, id: number): boolean {
  const [open] = overlays.flatMap(overlay => (overlay.targets[0] === id ? textsIn(overlay) : []));
  if (open) return open.isDraft === true;
  return drafts.size > 0 && draftKinds.some(kind => drafts.has(draftKey(kind, id)));
}

/** The texts in a box that are drafts, or become some. */
export function textsIn(overlay: Overlay): readonly { readonly isDraft?: true }[] {
  const parts = statesOf(overlay).flatMap(state => Object.values(state.parts));
  return parts.flatMap(part => (part.kind === 'text' || (part.kind === 'line' && part.heldAs) ? [part] : []));
}

/** The drafts with these words added, once, before the present text of the field. */
export function withWords(drafts: Drafts, [key, field, words]: DraftEdit): Drafts {
  const held = fieldOf(drafts, key, field);
  const separator = separatorOf(key, field);
  if (words.trim() === '' || placeOf(separator, held, words) >= 0) return drafts;
  return withDraftFields(drafts, [[key, field, joined(separator, words.trimEnd(), held)]]);
}

/** The drafts without these words, which are in a change now. The rest of the field stays. */
export function withoutWords(drafts: Drafts, [key, field, words]: DraftEdit): Drafts {
  const held = fieldOf(drafts, key, field);
  const separator = separatorOf(key, field);
  // No words stand between two blank lines of another text.
  const isNone = held === '' || (words.trim() === '' && held.trim() !== '');
  const at = isNone ? -1 : placeOf(separator, held, words);
  if (at < 0) return drafts;
  const before = held.slice(0, Math.max(0, at - separator.length));
  const after = held.trimEnd().slice(at + words.trimEnd().length + separator.length);
  return withDraftFields(drafts, [[key, field, joined(separator, before, after)]]);
}

/** The drafts after a box changed a field. Words that returned to it meanwhile stay before the box's text. */
export function rewritten(drafts: Drafts, [key, field, to]: DraftEdit, from: string): Drafts {
  if (from === to) return drafts;
  const held = fieldOf(drafts, key, field);
  const others = held.endsWith(from) ? held.slice(0, held.length - from.length) : held;
  const separator = separatorOf(key, field);
  const isJoined = from !== '' && others.endsWith(separator);
  return withDraftFields(drafts, [
    [key, field, joined(separator, isJoined ? others.slice(0, -separator.length) : others, to)],
  ]);
}

function separatorOf(key: DraftKey, field: DraftField): string {
  return draftParts(key).kind === 'title' ? ' / ' : (SEPARATORS[field] ?? '\n\n');
}

/** Where these words begin in a field, as all of it or as one of the texts that share it; -1 if they are not in it. */
function placeOf(separator: string, held: string, words: string): number {
  return `${separator}${held.trimEnd()}${separator}`.indexOf(`${separator}${words.trimEnd()}${separator}`);
}

function joined(separator: string, ...texts: readonly string[]): string {
  return texts.filter(text => text.trim() !== '').join(separator);
}
