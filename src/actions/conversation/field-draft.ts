import type { Action } from '../../keys/action.ts';
import { openOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { draftKey, draftOf, rewritten } from '../../state/outbox/drafts.ts';
import type { ActionId } from '../../state/overlay.ts';
import type { DraftKind } from '../../state/world.ts';
import { t } from '../../text/safe.ts';

/**
 * Opens the field of an action with the kept draft, or with `text` as a new one. A draft belongs to the first target.
 */
export function openDraft(
  desk: Desk,
  kind: DraftKind,
  { id: actionId, field }: Pick<Action<ActionId>, 'id' | 'field'>,
  targets: readonly number[],
  text = '',
): void {
  const [id] = targets;
  const kept = id === undefined ? '' : draftOf(desk.world(), kind, id);
  const shown = kept === '' ? text : kept;
  const draft = { text: shown, cursor: shown.length };
  openOverlay(desk, {
    kind: 'field',
    actionId,
    multiline: field?.isMultiline === true,
    targets,
    draft,
    data: undefined,
    draftKind: kind,
    ...(kept === '' ? {} : { isDraft: true as const }),
  });
}

/** Saves the change of a draft made in a box from `from` to `to`. An empty text deletes the draft. */
export function keepDraft(desk: Desk, kind: DraftKind, id: number | undefined, from: string, to: string): void {
  if (id === undefined) return;
  const { drafts } = desk.world();
  const next = rewritten(drafts, draftKey(kind, id), from, to);
  if (next !== drafts) desk.set({ drafts: next });
}

/** Tells where the draft is, after its box has closed. */
export function sayKept(desk: Desk, kind: DraftKind, id: number | undefined): void {
  if (id === undefined || draftOf(desk.world(), kind, id) === '') return;
  desk.notify({ tone: 'done', text: t`Draft of #${id} kept · gd goes on with it`, short: t`Draft kept · gd` });
}
