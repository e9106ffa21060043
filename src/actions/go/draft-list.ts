import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, draftParts, fieldsIn, withoutDraft, withWords } from '../../state/drafts.ts';
import { filesInWords } from '../../state/files/attached-file.ts';
import { isFirst, subjectOf } from '../../state/first-mail.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import { conversationOf } from '../../state/visible.ts';
import type { DraftKey, DraftKind, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { openDraft, openReply } from '../conversation/field-draft.ts';
import { openForward } from '../conversation/forward.ts';
import { noteWrite } from '../conversation/note.ts';
import { conversationReply } from '../conversation/reply.ts';
import { conversationTitle } from '../conversation/title.ts';
import { openFirst } from '../conversation/write-first.ts';
import { readConversation } from './go-to.ts';

/** Columns of a draft that are shown: half of the screen, within these bounds. */
const MIN_SHOWN = 24;
const MAX_SHOWN = 40;
/** What a draft is of, before the conversation; a note is not named. */
const OF: Readonly<Partial<Record<DraftKind, SafeText>>> = {
  title: t`Title of `,
  reply: t`Reply to `,
  forward: t`Forward of `,
};

const drafts = choice({
  id: 'draft.list',
  title: () => t`Drafts of replies, notes and titles`,
  verb: t`go on writing`,
  options: ({ world }) => draftKeys(world).map((key, index) => optionOf(world, key, index)),
  answer: (desk, chosen) => {
    const { kind, id } = draftParts(followed(desk, chosen as DraftKey));
    if (isFirst(id)) {
      openFirst(desk, id);
      return;
    }
    readConversation(desk, id);
    if (kind === 'forward') openForward(desk, id);
    else if (kind === 'reply') openReply(desk, conversationReply, [id]);
    else openDraft(desk, kind, kind === 'note' ? noteWrite : conversationTitle, [id]);
  },
  empty: () => t`No draft is kept.`,
});

export const draftList: Action<'draft.list'> = {
  id: 'draft.list',
  title: t`Drafts…`,
  help: t`Lists the replies, notes and titles that you have not sent`,
  keys: ['g d'],
  unavailable: world =>
    draftKeys(world).length === 0 ? t`No draft is kept: ${world.keyNames['note.write']} writes a note.` : undefined,
  run: desk => {
    desk.hooks.lookAround?.();
    begin(desk, drafts);
  },
  flows: [drafts],
};

/** The drafts of this desk, then those that only another open desk of the agent has. */
function draftKeys({ drafts, draftsElsewhere }: World): readonly DraftKey[] {
  return [...new Set([...drafts.keys(), ...draftsElsewhere.keys()])];
}

function optionOf(world: World, key: DraftKey, index: number): Option {
  const { kind, id } = draftParts(key);
  const other = world.drafts.has(key) ? undefined : world.draftsElsewhere.get(key);
  const { text: written = '' } = world.drafts.get(key) ?? other?.fields ?? {};
  const where = other ? t`${other.terminal === '' ? t`another desk` : other.terminal}: ` : t``;
  const text = t`${where}${safeLine(written.trim().replace(/\s+/g, ' ')) || filesOf(world, kind, id)}`;
  return {
    id: key,
    label: isFirst(id)
      ? t`New: ${subjectOf(world, id)}`
      : t`${OF[kind] ?? t``}#${id} ${conversationOf(world, id)?.title ?? t``}`,
    sign: digitSign(index),
    detail: cut(text, Math.max(MIN_SHOWN, Math.min(MAX_SHOWN, Math.floor(world.viewport.columns / 2)))),
  };
}

/** The files of a draft without words. */
function filesOf({ drafts }: World, kind: DraftKind, id: number): SafeText {
  return kind === 'note' || kind === 'reply' || kind === 'forward' ? filesInWords(draftFiles(drafts, kind, id)) : t``;
}

/**
 * If its conversation was merged into another one, the draft continues on the survivor: the merged one takes no notes.
 */
function followed(desk: Desk, key: DraftKey): DraftKey {
  const world = desk.world();
  const { kind, id } = draftParts(key);
  const into = conversationOf(world, id)?.merged_into;
  if (into === null || into === undefined) return key;
  const survivor = draftKey(kind, into);
  const moved = fieldsIn(new Map([[survivor, world.drafts.get(key) ?? {}]]));
  desk.set({ drafts: moved.reduce(withWords, withoutDraft(world.drafts, key)) });
  return survivor;
}
