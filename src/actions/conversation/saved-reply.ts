import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/offers.ts';
import { savedFor, valuesFor } from '../../state/reply/saved.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import type { Overlay, SavedReply, World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { fillVariables, type Values } from '../../text/variables.ts';
import { openName, takeSaved, writingBox } from './put-in.ts';
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
      ...(world.overlays.some(isWritten)
        ? [{ id: SAVE, label: t`Save the text as a reply…`, stays: true as const }]
        : []),
    ],
    preview: (world, { targets }, { id }) => previewOf(savedOf(world, id), valuesFor(world, targets)),
    empty: world =>
      whyLacking(world, 'savedReply.list') ??
      (world.base.savedReplies === null ? t`Reading…` : t`No saved reply matches.`),
    take: (desk, { targets, data }, { id }) => {
      const reply = savedOf(desk.world(), id);
      closeOverlay(desk);
      const box = writingBox(desk.world());
      if (id === SAVE && box) openName(desk, box);
      if (reply) takeSaved(desk, reply, targets, data.replaces);
    },
  },
};

/** Whether it is the box of a note or a mail with words in it. */
function isWritten(overlay: Overlay): boolean {
  return overlay.kind === 'field' && overlay.draftKind !== undefined && overlay.draft.text.trim() !== '';
}

/** What it would put in, on one line. */
function previewOf(reply: SavedReply | undefined, values: Values): SafeText {
  return safeLine(
    fillVariables(reply?.text ?? '', values)
      .trim()
      .replaceAll(/\s+/g, ' '),
  );
}

function savedOf({ base }: World, id: string): SavedReply | undefined {
  return base.savedReplies?.find(one => `${one.id}` === id);
}
