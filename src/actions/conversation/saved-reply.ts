import * as v from 'valibot';
import type { Action, AnyAction } from '../../keys/action.ts';
import { closeOverlay, openPicker, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { savedWords } from '../../state/macro/calls.ts';
import { whyLacking } from '../../state/offers.ts';
import { savedFor, savedNamed, valuesFor } from '../../state/reply/saved.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import type { Overlay, SavedReply, World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { macroQuestion } from './macro-question.ts';
import { saveBox, takeSaved, writingBox } from './put-in.ts';
import { whyNoTarget } from './targets.ts';

/** The choice that makes one of the text in the box. */
const SAVE = 'save';

/** How many characters before the cursor of the box below it replaces. */
const Opened = v.object({ replaces: v.number() });

export const replySaved: Action<'reply.saved', { picker: v.InferOutput<typeof Opened> }> = {
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
    openPicker(desk, replySaved, { replaces: 0 });
  },
  picker: {
    kept: { form: Opened },
    title: () => t`Saved replies`,
    hasFilter: true,
    verb: t`use`,
    options: (world, { targets }) => [
      ...savedFor(world, targets).map(({ id, name }) => ({ id: `${id}`, label: name })),
      // Before the replies are read it would stand first, and move away under the cursor.
      ...(world.base.savedReplies !== null && world.overlays.some(isWritten)
        ? [{ id: SAVE, label: t`Save the text as a reply…`, stays: true as const }]
        : []),
    ],
    preview: (world, { targets }, { id }) => {
      const reply = savedOf(world, id);
      return reply ? savedWords(world, reply, valuesFor(world, targets)) : t``;
    },
    empty: world =>
      whyLacking(world, 'savedReply.list') ??
      (world.base.savedReplies === null ? t`Reading…` : t`No saved reply matches.`),
    take: (desk, { targets, data }, { id }) => {
      const reply = savedOf(desk.world(), id);
      closeOverlay(desk);
      const box = writingBox(desk.world());
      if (id === SAVE && box) saveBox(desk, box);
      if (reply) takeSaved(desk, reply, targets, data.replaces);
    },
  },
  flows: [macroQuestion],
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
  if (found) takeSaved(desk, found, targets);
  else say(desk, t`There is no saved reply “${safeLine(name)}” here.`);
}

/** Whether it is the box of a note or a mail with words in it. */
function isWritten(overlay: Overlay): boolean {
  return overlay.kind === 'field' && overlay.draftKind !== undefined && overlay.draft.text.trim() !== '';
}

function savedOf({ base }: World, id: string): SavedReply | undefined {
  return base.savedReplies?.find(one => `${one.id}` === id);
}
