import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, draftParts, fieldsIn, withoutDraft, withWords } from '../../state/drafts/drafts.ts';
import { draftFiles } from '../../state/drafts/files.ts';
import { isFirst, subjectOf } from '../../state/drafts/first-mail.ts';
import { filesInWords } from '../../state/files/attached-file.ts';
import { bringBack, discard, discardedIn } from '../../state/journal/discard.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Discarded, DraftKey, DraftKind, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { openDraft } from '../conversation/field-draft.ts';
import { openForward } from '../conversation/forward.ts';
import { noteFlow } from '../conversation/note.ts';
import { openReply } from '../conversation/reply.ts';
import { titleLine } from '../conversation/title.ts';
import { openFirst } from '../conversation/write-first.ts';
import { showInDetail } from './go-to.ts';

/** Columns of a draft that are shown: half of the screen, within these bounds. */
const MIN_SHOWN = 24;
const MAX_SHOWN = 40;
const MARK = t`✓`;
/** The kind of a draft, before its conversation; a note needs no word. */
const OF: Readonly<Partial<Record<DraftKind, SafeText>>> = {
  title: t`Title of `,
  reply: t`Reply to `,
  forward: t`Forward of `,
};

/** The marked drafts are its input. */
const drafts = choice<readonly string[]>({
  id: 'draft.list',
  input: v.optional(v.array(v.string()), []),
  title: () => t`Drafts of replies, notes and titles`,
  verb: t`go on writing`,
  options: ({ world, data }) => [
    ...draftKeys(world).map((key, index) => draftOption(world, key, data.includes(key) ? MARK : digitSign(index))),
    ...discardedIn(world, world.now).map(one => discardedOption(world, one)),
  ],
  keys: [
    {
      key: 'space',
      word: t`mark`,
      run: (desk, { open }, option) =>
        option && changeInput<readonly string[]>(desk, open, marked => toggled(marked, option.id)),
    },
    {
      key: 'D',
      word: t`discard`,
      run: (desk, { data, open }, option) => {
        const keys = data.length > 0 ? data : option ? [option.id] : [];
        if (keys.some(key => desk.world().drafts.has(key as DraftKey))) discard(desk, keys as readonly DraftKey[]);
        else if (keys.length > 0) say(desk, t`Only a draft of this desk can be discarded.`);
        changeInput(desk, open, () => []);
      },
    },
  ],
  answer: (desk, chosen) => {
    const discarded = discardedIn(desk.world(), desk.now()).find(one => discardedId(one) === chosen);
    if (discarded) bringBack(desk, [discarded]);
    goOn(desk, discarded?.key ?? (chosen as DraftKey));
  },
  empty: () => t`No draft is kept.`,
});

function goOn(desk: Desk, key: DraftKey): void {
  const { kind, id } = draftParts(followed(desk, key));
  if (isFirst(id)) {
    openFirst(desk, id);
    return;
  }
  showInDetail(desk, id);
  if (kind === 'forward') openForward(desk, id);
  else if (kind === 'reply') openReply(desk, [id]);
  else openDraft(desk, kind, kind === 'note' ? noteFlow : titleLine, [id]);
}

function toggled(marked: readonly string[], id: string): readonly string[] {
  return marked.includes(id) ? marked.filter(one => one !== id) : [...marked, id];
}

export const draftList: Action<'draft.list'> = {
  id: 'draft.list',
  title: t`Drafts…`,
  help: t`Lists the replies, notes and titles that you have not sent`,
  keys: ['g d'],
  unavailable: world =>
    draftKeys(world).length + discardedIn(world, world.now).length === 0
      ? t`No draft is kept: ${world.keyNames['note.write']} writes a note.`
      : undefined,
  run: desk => {
    desk.hooks.lookAround?.();
    begin(desk, drafts, []);
  },
  flows: [drafts],
};

/** The drafts of this desk, then those that only another open desk of the agent has. */
function draftKeys({ drafts, draftsElsewhere }: World): readonly DraftKey[] {
  return [...new Set([...drafts.keys(), ...draftsElsewhere.keys()])];
}

function draftOption(world: World, key: DraftKey, sign: SafeText): Option {
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
    sign,
    detail: cut(text, Math.max(MIN_SHOWN, Math.min(MAX_SHOWN, Math.floor(world.viewport.columns / 2)))),
  };
}

function discardedId({ key, at }: Discarded): string {
  return `${key} ${at}`;
}

/** A discarded draft, behind all others. */
function discardedOption(world: World, one: Discarded): Option {
  const { detail = t``, ...option } = draftOption(
    { ...world, drafts: new Map([[one.key, one.fields]]) },
    one.key,
    t` `,
  );
  return { ...option, id: discardedId(one), detail: t`discarded: ${detail}` };
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
