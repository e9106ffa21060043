import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow } from '../../keys/one-box.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { ChangeName } from '../../state/changes/change.ts';
import type { Desk } from '../../state/desk.ts';
import type { CallArgs } from '../../state/operations/operation.ts';
import { commitCalls } from '../../state/outbox/commit.ts';
import { beginQueue, skipTurn } from '../../state/sync/take-next.ts';
import { conversationNumber } from '../../state/words/names.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import { safeBlock, t } from '../../text/safe.ts';

export const queueBegin: Action<'queue.begin'> = {
  id: 'queue.begin',
  title: t`Next for me`,
  help: t`Gives you the longest waiting, one after the other`,
  keys: ['g q'],
  words: ['queue', 'work', 'serve', 'assign'],
  writes: true,
  unavailable: world =>
    whyNotAsked(world) ?? whyLacking(world, 'queue.next') ?? (world.queue ? t`You are at it already.` : undefined),
  run: desk => void beginQueue(desk),
};

const whyLine = lineFlow({
  id: 'queue.skip',
  title: ({ targets }) => t`Give ${conversationNumber(targets[0]!)} back: a note why, or nothing`,
  verb: t`give back`,
  answer: (desk, text, [id]) => giveBack(desk, id!, text.trim()),
});

export const queueSkip: Action<'queue.skip'> = {
  id: 'queue.skip',
  title: t`Give back…`,
  help: t`Gives a conversation of the queue back, and goes on`,
  scope: 'detail',
  keys: ['>'],
  words: ['skip', 'pass', 'queue'],
  writes: true,
  unavailable: world =>
    world.queue?.id == null ? t`Nothing was given to you: ${world.keyNames['queue.begin']} begins.` : undefined,
  run: desk => {
    const id = desk.world().queue?.id;
    if (id != null) begin(desk, whyLine, undefined, [id]);
  },
  flows: [whyLine],
};

/** Leaves it to others, with a note if there is something to say. */
function giveBack(desk: Desk, id: number, why: string): void {
  const { queue } = desk.world();
  const unassign = { name: 'conversation.assign' as ChangeName, args: { ids: [id], assign_to: null } as CallArgs };
  const note = { name: 'note.add' as ChangeName, args: { ids: [id], details: safeBlock(why) } as CallArgs };
  commitCalls(desk, [unassign, ...(why === '' ? [] : [note])], {
    text: t`Gave ${conversationNumber(id)} back`,
    short: t`Gave it back`,
  });
  if (queue?.id === id) skipTurn(desk, queue);
}
