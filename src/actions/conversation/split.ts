import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow } from '../../keys/one-box.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { partsInWords } from '../../state/changes/conversation-split.ts';
import type { Desk } from '../../state/desk.ts';
import { whyInvalidArgs } from '../../state/outbox/commit.ts';
import { conversationOf, threadOf } from '../../state/visible.ts';
import type { Message, Note, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { heldWarning, whyNoneOpen } from './targets.ts';

const TITLE_COLUMNS = 60;
const NAMES_COLUMNS = 40;

export const entryChoose: Action<'entry.choose'> = {
  id: 'entry.choose',
  title: t`Choose for a split`,
  help: t`Marks or unmarks the message or note, to split it off`,
  scope: 'detail',
  keys: ['space'],
  words: ['tick'],
  unavailable: world =>
    whyNoneOpen(world) ?? (/^(?:message|note):\d/.test(world.detail.entryKey ?? '') ? undefined : NOTHING),
  run: desk => {
    const { detail } = desk.world();
    desk.set({ detail: { ...detail, marked: detail.marked.symmetricDifference(new Set([detail.entryKey!])) } });
  },
};

const NOTHING = t`There is no message here to mark.`;

const titleLine = lineFlow({
  id: 'conversation.split',
  title: ({ targets }) => t`Title of the conversation split off #${targets[0]!}`,
  verb: t`split`,
  start: ({ world }) => {
    const [first] = partsOf(world).messages;
    const begins = first?.body_text.split('\n').find(one => one.trim() !== '') ?? '';
    return cut(safeLine(begins.trim()), TITLE_COLUMNS);
  },
  rule: ({ world }) => t`${preview(world)} ${heldWarning(world, 'conversation.split')}`,
  refuse: (desk, { targets }, text) =>
    text.trim() === ''
      ? t`The new conversation needs a title.`
      : whyInvalidArgs('conversation.split', argsFor(desk, targets, text)),
  answer: (desk, text, targets) => {
    const args = argsFor(desk, targets, text);
    desk.set({ detail: { ...desk.world().detail, marked: new Set() } });
    desk.commit('conversation.split', args);
  },
});

export const splitAction: Action<'conversation.split'> = {
  id: 'conversation.split',
  title: t`Split…`,
  help: t`Takes marked messages into a conversation of their own`,
  scope: 'detail',
  keys: ['X'],
  words: ['separate', 'divide', 'extract'],
  writes: true,
  unavailable: world => whyNoneOpen(world) ?? whyLacking(world, 'conversation.split') ?? whyNoSplit(world),
  run: desk => begin(desk, titleLine, undefined, [desk.world().detail.conversationId!]),
  flows: [titleLine],
};

/** The marked messages and notes of the detail, otherwise the selected one. */
function partsOf(world: World) {
  const { detail } = world;
  const keys = detail.marked.size > 0 ? detail.marked : new Set([detail.entryKey ?? '']);
  const { messages = [], notes = [] } = threadOf(world, detail.conversationId!) ?? {};
  return {
    messages: messages.filter(one => keys.has(`message:${one.id}`) && one.kind !== 'system'),
    notes: notes.filter(one => keys.has(`note:${one.id}`)),
  };
}

function whyNoSplit(world: World): SafeText | undefined {
  const id = world.detail.conversationId!;
  const into = conversationOf(world, id)?.merged_into;
  if (into != null) return t`#${id} was merged into #${into}: nothing is left here to split.`;
  const { messages, notes } = partsOf(world);
  if ([...messages, ...notes].some(one => one.id < 0))
    return t`Part of it has not reached the help center yet: split it off when it has.`;
  const all = (threadOf(world, id)?.messages ?? []).filter(({ kind }) => kind !== 'system');
  if (messages.length === 0)
    return t`No message is marked: ${world.keyNames['entry.choose']} marks the messages to split off.`;
  if (all.length > messages.length || threadOf(world, id)?.nextCursor != null) return undefined;
  return all.length === 1
    ? t`#${id} has one message, and one has to stay.`
    : t`All messages are marked, and one has to stay.`;
}

/** `2 messages and 1 note by Zoë Quinn, Bob would leave #12.` */
function preview(world: World): SafeText {
  const { messages, notes } = partsOf(world);
  const names = [...new Set(messages.map(({ author }) => author.name).filter(Boolean))];
  const of = names.length === 0 ? t`` : t` by ${cut(join(names, t`, `), NAMES_COLUMNS)}`;
  return t`${partsInWords(idsOf(messages, notes))}${of} would leave #${world.detail.conversationId!}.`;
}

function idsOf(messages: readonly Message[], notes: readonly Note[]) {
  return { messageIds: messages.map(({ id }) => id), noteIds: notes.map(({ id }) => id) };
}

function argsFor(desk: Desk, [id]: readonly number[], text: string) {
  const { messages, notes } = partsOf(desk.world());
  return { ids: [id!], title: safeLine(text.trim()), ...idsOf(messages, notes) };
}
