import type { Action } from '../../keys/action.ts';
import { messageLine, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { inSlices } from '../../state/detail/slices.ts';
import { transcriptSteps } from '../../state/detail/transcript.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { loadWhole } from '../../state/sync/thread.ts';
import { conversationOf, threadOf } from '../../state/visible.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { World } from '../../state/world.ts';
import { type SafeBlock, type SafeText, t } from '../../text/safe.ts';
import { readWhole } from './read-whole.ts';
import { whyNoTarget } from './targets.ts';

export const conversationTranscript: Action<'conversation.transcript'> = {
  id: 'conversation.transcript',
  title: t`Transcript in $PAGER`,
  help: t`Shows the whole conversation unfolded in your pager`,
  scope: 'conversations',
  keys: ['p'],
  unavailable: world => whyNoTarget(world) ?? whyMany(world),
  run: desk => void show(desk),
};

function whyMany(world: World): SafeText | undefined {
  if (targetsOf(world).length <= 1) return undefined;
  return t`A transcript shows one conversation: unmark with ${world.keyNames['list.unmark']} first.`;
}

async function show(desk: Desk): Promise<void> {
  const id = targetsOf(desk.world())[0]!;
  let isTold = false;
  const isWanted = (): boolean => targetsOf(desk.world())[0] === id && desk.world().overlays.length === 0;
  await loadWhole(desk, id, count => {
    isTold = true;
    say(desk, t`Reading #${id}: ${count} messages…`, 'done');
  });
  if (whyNotAsked(desk.world()) === undefined) await readWhole(desk, { conversationId: id, isWanted });
  const thread = threadOf(desk.world(), id);
  if (isTold) desk.set({ notice: null });
  // The agent has moved on meanwhile, so a pager would come as a surprise.
  if (!isWanted()) return;
  if (thread === undefined) {
    const reason = whyNotAsked(desk.world());
    return say(desk, reason ?? t`#${id} could not be read, so there is no transcript.`);
  }
  const title = t`#${id} ${conversationOf(desk.world(), id)?.title ?? t``}`;
  const steps = transcriptSteps(desk.world(), thread, title);
  const text = await new Promise<SafeBlock>(done => inSlices(steps, desk.setTimer, done));
  try {
    await desk.hooks.pager(text);
  } catch (problem) {
    say(desk, t`The pager did not work: ${messageLine(problem)}`);
  }
}
