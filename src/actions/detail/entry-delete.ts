import type { Action, Choice } from '../../keys/action.ts';
import { closeOverlay, openQuestion } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import type { QuestionOverlay } from '../../state/overlay.ts';
import { threadOf } from '../../state/visible.ts';
import type { Message, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { contactRemove, selectedPerson } from '../conversation/contact.ts';
import { heldWarning } from '../conversation/targets.ts';

interface Entry {
  readonly kind: 'note' | 'message';
  readonly id: number;
}

export const entryDelete: Action<'entry.delete', { question: Entry }> = {
  id: 'entry.delete',
  title: t`Delete the note or message`,
  help: t`Deletes the selected note or agent’s message, or a contact`,
  scope: 'detail',
  keys: ['D'],
  words: ['remove', 'trash'],
  writes: true,
  unavailable: world => (selectedPerson(world) ? contactRemove.unavailable?.(world) : whyNot(world)),
  run: desk => {
    if (selectedPerson(desk.world())) return contactRemove.run(desk);
    const { detail } = desk.world();
    const targets = detail.conversationId === null ? [] : [detail.conversationId];
    const entry = entryOf(detail.entryKey);
    if (entry) openQuestion(desk, entryDelete, targets, entry);
  },
  question: {
    title: (_world, { data }) => t`Delete this ${kindOf(data)}?`,
    lines: (world, { targets, data }) => [
      heldWarning(world, data.kind === 'note' ? 'note.remove' : 'message.remove'),
      ...mailLines(world, targets[0], data),
    ],
    verb: t`delete`,
    choices: takingBack,
    answer: (desk, { targets, data }) => deleteEntry(desk, targets, data),
  },
};

function deleteEntry(desk: Desk, ids: readonly number[], { kind, id }: Entry): void {
  closeOverlay(desk);
  if (kind === 'note') desk.commit('note.remove', { ids, noteId: id });
  else desk.commit('message.remove', { ids, messageId: id });
}

/** A mail that waits, as long as a draft can have all of it, is taken back rather than deleted. */
function takingBack(world: World, { targets, data }: QuestionOverlay<Entry>): readonly Choice[] {
  const message = messageOf(world, targets[0], data);
  if (message?.delivery?.state !== 'held' || message.truncated === true) return [];
  const { id, body_text: body, to, cc, bcc = [] } = message;
  const people = (some: Message['to']) => some.map(({ name, email }) => ({ name, email }));
  const takeBack = (desk: Desk): void => {
    closeOverlay(desk);
    const mail = { to: people(to), cc: people(cc), ...(bcc.length > 0 && { bcc: people(bcc) }) };
    desk.commit('message.take-back', { ids: targets, body, messageId: null, replyId: id, ...mail });
  };
  return [
    { key: 't', words: t`take it back as a draft`, run: takeBack },
    { key: 'y', words: t`delete it`, run: (desk: Desk) => deleteEntry(desk, targets, data) },
  ];
}

/** What becomes of the mail of a message that is deleted. */
function mailLines(world: World, id: number | undefined, entry: Entry): readonly SafeText[] {
  const { state, reason } = messageOf(world, id, entry)?.delivery ?? {};
  if (state === 'sent') return [t`The customer has it already: it is deleted here alone.`];
  return (state === 'held' && !reason) || state === 'queued'
    ? [t`Its mail may go out before that: ${world.keyNames.undo} takes a reply back at once.`]
    : [];
}

function messageOf(world: World, conversationId: number | undefined, { kind, id }: Entry) {
  const messages = conversationId === undefined ? undefined : threadOf(world, conversationId)?.messages;
  return kind === 'message' ? messages?.find(message => message.id === id) : undefined;
}

function kindOf({ kind }: Entry): SafeText {
  return kind === 'note' ? t`note` : t`message`;
}

function entryOf(key: string | null): Entry | undefined {
  const found = /^(note|message):(-?\d+)$/.exec(key ?? '');
  return found ? { kind: found[1] as Entry['kind'], id: Number(found[2]) } : undefined;
}

function whyNot(world: World): SafeText | undefined {
  const { conversationId, entryKey } = world.detail;
  const entry = entryOf(entryKey);
  if (conversationId === null || !entry) return t`No note or message is selected.`;
  if (entry.kind === 'note') return undefined;
  if (entry.id < 0) return t`It is on its way to the help center: ${world.keyNames.undo} takes it back.`;
  const message = messageOf(world, conversationId, entry);
  return message?.kind === 'agent' ? undefined : t`Only what an agent sent can be deleted: a customer’s message stays.`;
}
