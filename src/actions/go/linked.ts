import type { Action } from '../../keys/action.ts';
import { conversationOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { showInDetail } from './go-to.ts';

export const goLinked: Action<'go.linked'> = {
  id: 'go.linked',
  title: t`Open the linked conversation`,
  help: t`Shows the conversation that this one continues, or the next`,
  keys: ['g k'],
  words: ['continued', 'original', 'reopened'],
  unavailable: world =>
    linkedHere(world) === undefined ? t`This conversation is linked with no other one.` : undefined,
  run: desk => {
    const id = linkedHere(desk.world());
    if (id !== undefined) showInDetail(desk, id);
  },
};

/** The conversation linked with the open one; of several, the first that was not shown just before. */
function linkedHere(world: World): number | undefined {
  const { conversationId, formerId } = world.detail;
  const linked = (conversationId !== null && conversationOf(world, conversationId)?.linked) || [];
  return linked.find(id => id !== formerId) ?? linked[0];
}
