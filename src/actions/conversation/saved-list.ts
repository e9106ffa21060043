import * as v from 'valibot';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import type { Flow } from '../../keys/script.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { savedWords } from '../../state/macro/calls.ts';
import { runMacro } from '../../state/macro/run.ts';
import { whyNoReply } from '../../state/mail/out.ts';
import { savedFor, valuesFor } from '../../state/reply/saved.ts';
import { loadSavedReplies } from '../../state/sync/places.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { SavedReply, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { searchKey } from '../../text/search-key.ts';
import { macroQuestion } from './macro-question.ts';
import { putIn, saveBox, writingBox, writtenIn } from './put-in.ts';

/** Opens the box of a text on these conversations. The boxes of this file are below it. */
export type OpenText = (desk: Desk, targets: readonly number[]) => void;

/** The choice that makes one of the text in the box. */
const SAVE = 'save';

/** How many characters before the cursor of the box below it replaces, and which words of a name they are. */
const Opened = v.object({ replaces: v.number(), typed: v.optional(v.string(), '') });
type Opened = v.InferOutput<typeof Opened>;

/**
 * The saved replies. `openReply`: opens the box of an answer, if none is open into which a reply goes.
 */
export function savedFlow(id: string, openReply?: OpenText): Flow<Opened> {
  return choice<Opened>({
    id,
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
    answer: (desk, chosen, targets, data) => {
      const reply = savedOf(desk.world(), chosen);
      const box = writingBox(desk.world());
      if (chosen === SAVE && box) saveBox(desk, box);
      if (reply) takeSaved(desk, reply, targets, { replaces: data.replaces, openReply });
    },
  });
}

/** The saved replies over the box of a note or a mail. */
export const boxSaved = savedFlow('reply.put');

/** Shows the effect of a saved reply of actions alone before it runs on several conversations. */
function applyMacro(desk: Desk, { name, actions }: SavedReply, targets: readonly number[]): void {
  const macro = { name, actions };
  if (targets.length === 1) runMacro(desk, macro, targets);
  else begin(desk, macroQuestion, macro, targets);
}

/**
 * Uses a saved reply: puts it into the box that has the keys, or into that of an answer to these conversations. One of
 * actions alone is done to them.
 */
export function takeSaved(
  desk: Desk,
  reply: SavedReply,
  targets: readonly number[],
  { replaces = 0, openReply }: { readonly replaces?: number; readonly openReply?: OpenText | undefined } = {},
): void {
  const isMacro = reply.text.trim() === '' && reply.attachments.length === 0;
  if (isMacro && !writingBox(desk.world())) {
    applyMacro(desk, reply, targets);
    return;
  }
  const why = writingBox(desk.world()) ? undefined : whyNoReply(desk.world(), targets);
  if (why !== undefined) say(desk, why);
  else if (!writingBox(desk.world())) openReply?.(desk, targets);
  const box = writingBox(desk.world());
  if (box) putIn(desk, box, reply, replaces);
}

/** Whether it is the box of a note or a mail with words in it. */
function isWritten(open: OpenBox): boolean {
  return (writtenIn(open)?.draft.text ?? '').trim() !== '';
}

function savedOf({ base }: World, id: string): SavedReply | undefined {
  return base.savedReplies?.find(one => `${one.id}` === id);
}

/** Opens the saved replies over the box of a note or a mail. `typed`: what stands before its cursor in place of a name. */
export function openSaved(desk: Desk, targets: readonly number[], typed = ''): void {
  if (desk.world().base.savedReplies === null) void loadSavedReplies(desk);
  begin(desk, boxSaved, { replaces: typed === '' ? 0 : typed.length + 1, typed }, targets);
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
