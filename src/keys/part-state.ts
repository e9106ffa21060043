import { draftKey, fieldOf } from '../state/drafts/drafts.ts';
import type { BoxState, ChoicesState, PartState } from '../state/world/open-box.ts';
import type { DraftKey } from '../state/world.ts';
import type { LinePart } from './line-part.ts';
import type { Option } from './option.ts';
import { filterOptions, withCursor } from './options.ts';
import { type AnyBox, type AnyPart, type AnyView, type ButtonPart, type ChoicesPart, isLinePart } from './parts.ts';

/** The state of a box as it opens. */
export function startOf(box: AnyBox, view: AnyView): BoxState {
  const states = Object.entries(box.parts).map(([name, part]) => [name, startOfPart(part, view)] as const);
  const [first] = states.find(([, { kind }]) => kind !== 'page') ?? states[0]!;
  return { at: box.first?.(view) ?? first, parts: Object.fromEntries(states) };
}

function startOfPart(part: AnyPart, view: AnyView): PartState {
  if (part.kind === 'buttons') return { kind: 'buttons' };
  if (part.kind === 'button') return { kind: 'button', words: '' };
  if (part.kind === 'page') return { kind: 'page', top: 0 };
  if (part.kind === 'choices') {
    const text = part.start?.(view) ?? '';
    const draft = part.hasFilter ? { text, cursor: text.length } : null;
    const state = { kind: 'choices', index: 0, draft, ...(part.chosen && { chosen: part.chosen(view) }) } as const;
    return withCursor(state, shownOptions(part, view, state.draft), 0);
  }
  const { kind } = part;
  const heldAs = part.draft?.isBeside ? undefined : partDraftKey(part, view);
  const held = heldAs && (fieldOf(view.world.drafts, heldAs) || undefined);
  const text = held ?? part.kept?.text(view) ?? part.start?.(view) ?? '';
  return {
    kind,
    // A name is there already: its address is what is missing.
    draft: { text, cursor: text.endsWith('<>') ? text.length - 1 : text.length },
    ...(heldAs && { heldAs }),
    ...(held !== undefined && { isDraft: true }),
  };
}

/** The draft that a text is kept as; undefined if it is none. */
export function partDraftKey({ draft }: LinePart<unknown, unknown>, { targets: [id] }: AnyView): DraftKey | undefined {
  return draft && id !== undefined ? draftKey(draft.kind, id) : undefined;
}

/** The names of the lines that hold a secret. */
export function secretLines({ parts }: AnyBox, view: AnyView): readonly string[] {
  return Object.keys(parts).filter(name => {
    const part = parts[name]!;
    return isLinePart(part) && part.isSecret?.(view);
  });
}

/** Whether a part is in its box now. */
export function isThere(part: AnyPart, view: AnyView): boolean {
  return !('isThere' in part) || part.isThere?.(view) !== false;
}

/** The words of the time on a button; its name if it has none. */
export function wordsOn({ usual }: ButtonPart<unknown, unknown>, state: PartState | undefined, name = ''): string {
  return (state?.kind === 'button' && state.words.trim()) || (usual ?? name);
}

/** The choices that the filter line leaves; those that always stay come last. */
export function shownOptions(
  part: ChoicesPart<unknown, unknown>,
  view: AnyView,
  draft: ChoicesState['draft'],
): readonly Option[] {
  const { leaving = [], staying = [] } = Object.groupBy(part.options(view, draft), ({ stays }) =>
    stays ? 'staying' : 'leaving',
  );
  return [...filterOptions(leaving, draft), ...staying];
}

/** The contents of the parts of a box: the text of a line, the ids that a list answers with. */
export function heldIn({ parts }: BoxState): Record<string, string> {
  const held = Object.entries(parts).flatMap(([name, part]) => {
    if (part.kind === 'line' || part.kind === 'text') return [[name, part.draft.text]];
    return part.kind === 'choices' ? [[name, (part.chosen ?? []).join()]] : [];
  });
  return Object.fromEntries(held);
}
