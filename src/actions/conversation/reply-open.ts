import type { Action } from '../../keys/action.ts';
import { openOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { ActionId } from '../../state/overlay.ts';
import type { PeoplePart, ReplyBox } from '../../state/reply/box.ts';
import { chosenMessage } from '../../state/reply/recipients.ts';
import { seenOnScreens } from '../../state/reply/wrote-since.ts';
import { loadWholeConversation } from '../../state/sync/sections.ts';
import { openConversation, previewConversation } from '../../state/sync/thread.ts';
import { threadOf } from '../../state/visible.ts';
import type { Notice } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { beginDraft } from './field-draft.ts';

/** The lines of people, in the order of Tab. */
export const PEOPLE_PARTS: readonly PeoplePart[] = ['to', 'cc'];

/** Opens the reply box on these conversations with their draft. A draft belongs to the first one. */
export function openReply(
  desk: Desk,
  { id: actionId }: Pick<Action<ActionId>, 'id'>,
  targets: readonly number[],
): void {
  const [id] = targets;
  if (id === undefined) return;
  const { kept, notice } = beginDraft(desk, 'reply', id);
  readThread(desk, id);
  openOverlay(desk, {
    kind: 'field',
    actionId,
    multiline: true,
    targets,
    draft: { text: kept, cursor: kept.length },
    data: {
      part: 'text',
      messageId: targets.length === 1 ? chosenMessage(desk.world(), id) : null,
      cursor: 0,
      seen: seenOnScreens(desk.world(), targets),
      ...(desk.world().link === 'slow' ? { isThrifty: true } : {}),
    } satisfies ReplyBox,
    draftKind: 'reply',
    ...(kept === '' ? {} : { isDraft: true as const }),
  });
  // What was written to one customer is about to go to others: that must not be overlooked.
  const goesToAll: Notice = { tone: 'problem', text: t`Your draft to #${id} is in the box: it goes to all of them.` };
  if (targets.length > 1 && kept !== '') desk.notify(goesToAll);
  else if (notice) desk.notify(notice);
}

/**
 * Who is answered stands in the messages, and who is not ours in the whole conversation: what was not read of them is
 * read now.
 */
function readThread(desk: Desk, id: number): void {
  const world = desk.world();
  void loadWholeConversation(desk, id);
  if (threadOf(world, id) !== undefined) return;
  void (world.list.cursorId === id ? previewConversation(desk, id) : openConversation(desk, id));
}
