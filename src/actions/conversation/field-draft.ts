import { begin, closeBox } from '../../keys/flow.ts';
import { endProblem } from '../../keys/overlay.ts';
import type { Flow } from '../../keys/script.ts';
import type { BoxView } from '../../keys/view.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, draftText, rewritten, withoutDraft } from '../../state/drafts/drafts.ts';
import { keep } from '../../state/outbox/storage.ts';
import { loadWholeConversation } from '../../state/sync/sections.ts';
import { openConversation, previewConversation } from '../../state/sync/thread.ts';
import { threadOf } from '../../state/visible.ts';
import { conversationNumber } from '../../state/words/names.ts';
import type { DraftField } from '../../state/world/draft-kinds.ts';
import { whereAndWhen } from '../../state/world/elsewhere.ts';
import type { DraftKind, Notice } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Opens a flow whose first box begins with the kept draft, if there is one. It belongs to the first target. */
export function openDraft(desk: Desk, kind: DraftKind, opened: Flow, targets: readonly number[]): void {
  const [id] = targets;
  const notice = id === undefined ? undefined : beginDraft(desk, kind, id).notice;
  begin(desk, opened, undefined, targets);
  if (notice) desk.notify(notice);
}

/** Closes a box whose text is kept as a draft, and tells where that is. */
export function leaveKept(desk: Desk, { open, targets: [id] }: BoxView<unknown>, kind: DraftKind): void {
  closeBox(desk, open);
  endProblem(desk);
  sayKept(desk, kind, id);
}

/**
 * The text with which a box opens: this desk's draft. Without one, the draft of another open desk of this agent is
 * copied with its recipients and files, and the notice says where it was begun.
 */
export function beginDraft(
  desk: Desk,
  kind: DraftKind,
  id: number,
): { readonly kept: string; readonly notice?: Notice } {
  desk.hooks.lookAround?.();
  const world = desk.world();
  const key = draftKey(kind, id);
  const own = draftText(world, kind, id);
  const other = world.draftsElsewhere.get(key);
  const { text = '' } = other?.fields ?? {};
  if (!other || text === own) return { kept: own };
  const where = whereAndWhen(other.terminal, other.begunAt, desk.now());
  if (own !== '') return { kept: own, notice: done(t`Your other desk (${where}) has a draft of it, too.`) };
  desk.set({ drafts: new Map([...world.drafts, [key, { ...other.fields, ...world.drafts.get(key) }]]) });
  // At once: if the other desk sends it now, it has to find that we go on with it.
  keep(desk.storage, desk.world());
  const begun = t`Begun in your other desk (${where}), which is still open.`;
  return { kept: text, notice: { tone: 'done', text: begun, short: t`Begun elsewhere (${where})` } };
}

function done(text: SafeText): Notice {
  return { tone: 'done', text };
}

/** Saves the change of a draft’s field made in a box from `from` to `to`. An empty text deletes the field. */
export function keepDraft(
  desk: Desk,
  kind: DraftKind,
  id: number | undefined,
  from: string,
  to: string,
  field: DraftField = 'text',
): void {
  if (id === undefined) return;
  const { drafts } = desk.world();
  const next = rewritten(drafts, [draftKey(kind, id), field, to], from);
  if (next !== drafts) desk.set({ drafts: next });
}

/** Tells where the draft is, after its box has closed. An unchanged copy of another desk's draft is dropped. */
export function sayKept(desk: Desk, kind: DraftKind, id: number | undefined): void {
  if (id === undefined) return;
  desk.hooks.lookAround?.();
  const key = draftKey(kind, id);
  const { drafts, draftsElsewhere, keyNames } = desk.world();
  const [own, other] = [drafts.get(key), draftsElsewhere.get(key)];
  if (!own) return;
  if (other && Object.entries(own).every(([field, text]) => other.fields[field as DraftField] === text)) {
    desk.set({ drafts: withoutDraft(drafts, key), notice: done(t`The draft stays in your other desk.`) });
  } else {
    const again = keyNames['draft.list'];
    if (!desk.storage.isKept()) {
      desk.notify({
        tone: 'problem',
        text: t`Draft of ${conversationNumber(id)} cannot be kept yet; frontdesk tries again.`,
      });
      return;
    }
    const text = t`Draft of ${conversationNumber(id)} kept · ${again} goes on with it`;
    desk.notify({ tone: 'done', text, short: t`Draft kept · ${again}` });
  }
}

/**
 * Recipients follow from the messages, and third parties from the whole conversation: the missing ones are read now.
 */
export function readNeededThread(desk: Desk, id: number): void {
  const world = desk.world();
  void loadWholeConversation(desk, id);
  if (threadOf(world, id) !== undefined) return;
  void (world.list.cursorId === id ? previewConversation(desk, id) : openConversation(desk, id));
}
