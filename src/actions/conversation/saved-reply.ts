import type { Action, AnyAction } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { say } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { savedFor, savedNamed } from '../../state/reply/saved.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import { safeLine, t } from '../../text/safe.ts';
import { macroQuestion } from './macro-question.ts';
import { openReply } from './reply.ts';
import { boxSaved, savedFlow, takeSaved } from './saved-list.ts';
import { whyNoTarget } from './targets.ts';

const saved = savedFlow('reply.saved', openReply);

export const replySaved: Action<'reply.saved'> = {
  id: 'reply.saved',
  title: t`Saved replies…`,
  help: t`Answers with a saved reply, or puts it into the text`,
  scope: 'conversations',
  keys: ['M'],
  words: ['canned', 'template', 'snippet', 'macro'],
  writes: true,
  unavailable: world => whyNoTarget(world) ?? whyLacking(world, 'savedReply.list'),
  run: desk => {
    if (desk.world().base.savedReplies === null) void loadSavedReplies(desk);
    begin(desk, saved, { replaces: 0, typed: '' });
  },
  flows: [saved, boxSaved, macroQuestion],
};

/** The action of an id such as `reply:refund`, to which a key of the agent's own can be bound. */
export function namedReply(id: string): AnyAction | undefined {
  const name = /^reply:(.+)$/.exec(id)?.[1];
  if (name === undefined) return undefined;
  return {
    id,
    title: t`Saved reply: ${safeLine(name)}`,
    help: t`Uses the saved reply of this name`,
    scope: 'conversations',
    writes: true,
    unavailable: world => replySaved.unavailable?.(world),
    run: desk => void useNamed(desk, name),
  };
}

async function useNamed(desk: Desk, name: string): Promise<void> {
  const targets = targetsOf(desk.world());
  if (desk.world().base.savedReplies === null) await loadSavedReplies(desk);
  const found = savedNamed(savedFor(desk.world(), targets), name);
  if (found) takeSaved(desk, found, targets, { openReply });
  else say(desk, t`There is no saved reply “${safeLine(name)}” here.`);
}
