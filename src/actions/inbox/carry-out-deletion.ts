import { say } from '../../keys/overlay.ts';
import { type Held, moveAll, type Onlooker, removeInbox } from '../../state/administration/remove-inbox.ts';
import type { Desk } from '../../state/context.ts';
import { inboxName } from '../../state/names.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { unresolved } from '../../state/views.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';

/** What is counted here. */
export const NOUNS = { conversation: t`conversation`, message: t`message`, mail: t`mail` } as const;

/** An inbox to delete, after its conversations were moved to another one, if `to` names one. */
export interface Deletion {
  readonly inboxId: number;
  readonly held: Held | SafeText;
  readonly to: number | null;
}

/** Moves the conversations if that was chosen, then deletes the inbox. If one was not moved, nothing is deleted. */
export async function carryOut(desk: Desk, { inboxId, to }: Deletion, onlooker: Onlooker): Promise<void> {
  const name = inboxName(desk.world(), inboxId);
  let moved = 0;
  if (to !== null) {
    const result = await moveAll(desk, inboxId, to, onlooker);
    onlooker.end();
    moved = result.moved;
    if (result.isStopped) {
      const there = t`${counted(moved, NOUNS.conversation)} moved to ${inboxName(desk.world(), to)}`;
      say(desk, moved === 0 ? t`Stopped: ${name} stays` : t`Stopped: ${name} stays, ${there} · z cannot undo that`);
      await refresh(desk);
      return;
    }
    if (result.reason !== undefined) {
      say(desk, t`${name} not deleted, ${counted(moved, NOUNS.conversation)} moved: ${result.reason}`);
      await refresh(desk);
      return;
    }
  }
  const reply = await removeInbox(desk, inboxId);
  if (!('value' in reply)) say(desk, t`${name} not deleted: ${reply.reason}`);
  else {
    const { inboxCursor } = desk.world();
    if (inboxCursor === String(inboxId)) goToList(desk, unresolved, null);
    const where =
      to === null ? t`` : t`, ${counted(moved, NOUNS.conversation)} moved to ${inboxName(desk.world(), to)}`;
    say(desk, t`Deleted ${name}${where}`, 'done');
  }
  await refresh(desk);
}
