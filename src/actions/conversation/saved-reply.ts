import * as v from 'valibot';
import type { Action, AnyAction } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { savedWords } from '../../state/macro/calls.ts';
import { whyLacking } from '../../state/offers.ts';
import { savedFor, savedNamed, valuesFor } from '../../state/reply/saved.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import type { Overlay, SavedReply, World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { searchKey } from '../../text/search-key.ts';
import { macroQuestion } from './macro-question.ts';
import { putIn, saveBox, takeSaved, writingBox, writtenIn } from './put-in.ts';
import { whyNoTarget } from './targets.ts';

/** The choice that makes one of the text in the box. */
const SAVE = 'save';

/** How many characters before the cursor of the box below it replaces, and which words of a name they are. */
const Opened = v.object({ replaces: v.number(), typed: v.optional(v.string(), '') });
type Opened = v.InferOutput<typeof Opened>;

const saved = choice<Opened>({
  id: 'reply.saved',
  input: Opened,
  title: () => t`Saved replies`,
  hasFilter: true,
  start: ({ data }) => data.typed,
  verb: t`use`,
  options: ({ world, targets }) => [
    ...savedFor(world, targets).map(({ id, name }) => ({ id: `${id}`, label: name })),
    // Before the replies are read it would stand first, and move away under the cursor.
    ...(world.base.savedReplies !== null && world.overlays.some(isWritten)
      ? [{ id: SAVE, label: t`Save the text as a reply…`, stays: true as const }]
      : []),
  ],
  preview: ({ world, targets }, { id }) => {
    const reply = savedOf(world, id);
    return reply ? savedWords(world, reply, valuesFor(world, targets)) : t``;
  },
  empty: ({ world }) =>
    whyLacking(world, 'savedReply.list') ??
    (world.base.savedReplies === null ? t`Reading…` : t`No saved reply matches.`),
  answer: (desk, id, targets, data) => {
    const reply = savedOf(desk.world(), id);
    const box = writingBox(desk.world());
    if (id === SAVE && box) saveBox(desk, box);
    if (reply) takeSaved(desk, reply, targets, data.replaces);
  },
});

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
  flows: [saved, macroQuestion],
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
  return (writtenIn(overlay)?.draft.text ?? '').trim() !== '';
}

function savedOf({ base }: World, id: string): SavedReply | undefined {
  return base.savedReplies?.find(one => `${one.id}` === id);
}

/** Opens the saved replies over the box of a note or a mail. `typed`: what stands before its cursor in place of a name. */
export function openSaved(desk: Desk, targets: readonly number[], typed = ''): void {
  if (desk.world().base.savedReplies === null) void loadSavedReplies(desk);
  begin(desk, saved, { replaces: typed === '' ? 0 : typed.length + 1, typed }, targets);
}

/**
 * Puts in the saved reply whose name begins with what stands between `;` and the cursor; of several, shows them. Returns
 * whether there is such a word.
 */
export function completeSaved(desk: Desk): boolean {
  const box = writingBox(desk.world());
  const { text, cursor } = box?.draft ?? { text: '', cursor: 0 };
  const typed = /(?:^|\s);([^\s;]*)$/.exec(text.slice(0, cursor))?.[1];
  if (typed === undefined || !box) return false;
  const key = searchKey(typed);
  const named = savedFor(desk.world(), box.targets).filter(({ name }) => typedName(name).startsWith(key));
  const [only] = named.length === 1 ? named : named.filter(({ name }) => typedName(name) === key);
  if (only) putIn(desk, box, only, typed.length + 1);
  else openSaved(desk, box.targets, typed);
  return true;
}

/** A name as it is typed behind `;`: without blanks. */
function typedName(name: string): string {
  return searchKey(name).replaceAll(' ', '');
}
