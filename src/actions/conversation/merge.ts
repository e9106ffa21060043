import * as v from 'valibot';
import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker, openQuestion } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { markCount, unmarkAll } from '../../state/list/marks.ts';
import { targetsOf } from '../../state/list/targets.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { personName } from '../../state/person-name.ts';
import { findIds } from '../../state/sync/find-ids.ts';
import { everything } from '../../state/views.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { mergeCandidates, wordsOf } from './merge-candidates.ts';
import { mergePreview } from './merge-preview.ts';
import { conversationsOf, named, whyNoTarget } from './targets.ts';

const MAX_FOUND = 30;
const BOTH_BOXES = 2;

/** Ids of further candidates that the help center's search found. */
interface Found {
  readonly found: readonly number[];
}
/** The chosen survivor. */
interface Chosen {
  readonly into: number;
}

export const conversationMerge: Action<'conversation.merge', { picker: Found; question: Chosen }> = {
  id: 'conversation.merge',
  title: t`Merge…`,
  help: t`Merges conversations into one, after 10 seconds`,
  scope: 'conversations',
  keys: ['m'],
  words: ['join', 'combine', 'duplicate'],
  changes: true,
  hint: t`merge`,
  unavailable: world => whyNoTarget(world) ?? whyMergedAway(world),
  run: desk => {
    openPicker(desk, conversationMerge, { found: [] });
    const [first, ...more] = targetsOf(desk.world());
    if (first !== undefined && more.length === 0) void search(desk, first);
  },
  picker: {
    kept: { form: v.object({ found: v.array(v.number()) }) },
    title: (_world, { targets }) =>
      targets.length > 1 ? t`Merge ${named(targets)} into` : t`Merge into ${named(targets)}`,
    hasFilter: true,
    verb: t`choose`,
    options: (world, overlay) =>
      filterOptions(
        candidates(world, overlay).map(one => optionOf(world, one)),
        overlay.draft,
      ),
    empty: () => t`No other conversation is loaded that it could take in.`,
    take: (desk, { targets }, { id }) => {
      const chosen = Number(id);
      const isIntoChosen = targets.length > 1;
      const into = isIntoChosen ? chosen : (targets[0] ?? chosen);
      const sources = isIntoChosen ? targets.filter(target => target !== chosen) : [chosen];
      openQuestion(desk, conversationMerge, sources, { into });
    },
  },
  question: {
    title: (world, { data: { into } }) => t`Merge into #${into} ${conversationOf(world, into)?.title ?? t``}`,
    lines: (world, { targets, data }) => mergePreview(world, data.into, targets),
    verb: t`merge`,
    answer: (desk, { targets, data }) => {
      closeOverlay(desk, BOTH_BOXES);
      // Otherwise the survivor alone would stay marked, and the next key would act on it.
      desk.set({ list: unmarkAll(desk.world().list) });
      desk.commit('conversation.merge', { ids: targets, into: data.into });
    },
  },
};

function whyMergedAway(world: World) {
  const gone = conversationsOf(world, targetsOf(world)).find(({ merged_into }) => merged_into !== null);
  if (gone === undefined) return undefined;
  const hint = markCount(world.list) > 0 ? t` · unmark it first` : t``;
  return t`#${gone.id} was merged into #${gone.merged_into ?? 0} already${hint}`;
}

function candidates(world: World, { targets, data }: PickerOverlay<Found>): readonly Conversation[] {
  if (targets.length > 1) return conversationsOf(world, targets);
  const into = targets[0] === undefined ? undefined : conversationOf(world, targets[0]);
  return into ? mergeCandidates(world, into, data.found) : [];
}

function optionOf(world: World, { id, title, requester }: Conversation): Option {
  return { id: String(id), label: t`#${id} ${title}`, detail: requester ? personName(world, requester) : t`` };
}

/** Searches the help center for more candidates; they are added to the box if it is still open. */
async function search(desk: Desk, id: number): Promise<void> {
  const conversation = conversationOf(desk.world(), id);
  const words =
    conversation?.requester?.email ??
    wordsOf(conversation?.title ?? '')
      .slice(0, 2)
      .join(' ');
  if (words === '') return;
  const found = await findIds(desk, { ...everything, words }, MAX_FOUND).catch(() => []);
  desk.set({
    overlays: desk
      .world()
      .overlays.map(overlay =>
        overlay.kind === 'picker' && overlay.actionId === conversationMerge.id && overlay.targets[0] === id
          ? { ...overlay, data: { found } satisfies Found }
          : overlay,
      ),
  });
}
