import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { question } from '../../keys/one-box.ts';
import type { Desk } from '../../state/desk.ts';
import { threadOf } from '../../state/visible.ts';
import type { Message, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { contactRemoveAction, selectedPerson } from '../conversation/contact.ts';
import { heldWarning } from '../conversation/targets.ts';

interface DeletableEntry {
  readonly kind: 'note' | 'message';
  readonly id: number;
}

const deleteQuestion = question<DeletableEntry>({
  id: 'entry.delete',
  title: ({ data }) => t`Delete this ${kindOf(data)}?`,
  lines: ({ world, targets, data }) => [
    heldWarning(world, data.kind === 'note' ? 'note.remove' : 'message.remove'),
    ...mailLines(world, targets[0], data),
  ],
  verb: t`delete`,
  buttons: ({ world, targets, data }) =>
    heldMessage(world, targets[0], data)
      ? [
          { key: 't', words: t`take it back as a draft`, isRow: true },
          { key: 'y', words: t`delete it`, isRow: true },
        ]
      : [{ key: 'y', words: t`delete` }],
  answer: (desk, entry, ids, key) => {
    const { kind, id } = entry;
    const message = key === 't' ? heldMessage(desk.world(), ids[0], entry) : undefined;
    if (message) takeBack(desk, ids, message);
    else if (kind === 'note') desk.commit('note.remove', { ids, noteId: id });
    else desk.commit('message.remove', { ids, messageId: id });
  },
});

export const entryDelete: Action<'entry.delete'> = {
  id: 'entry.delete',
  title: t`Delete the note or message`,
  help: t`Deletes the selected note or agent’s message, or a contact`,
  scope: 'detail',
  keys: ['D'],
  words: ['remove', 'trash'],
  writes: true,
  unavailable: world => (selectedPerson(world) ? contactRemoveAction.unavailable?.(world) : whyNotDeleted(world)),
  run: desk => {
    if (selectedPerson(desk.world())) return contactRemoveAction.run(desk);
    const { detail } = desk.world();
    const targets = detail.conversationId === null ? [] : [detail.conversationId];
    const entry = entryOf(detail.entryKey);
    if (entry) begin(desk, deleteQuestion, entry, targets);
  },
  flows: [deleteQuestion],
};

/** A mail that waits, as long as a draft can have all of it, is taken back rather than deleted. */
function heldMessage(world: World, id: number | undefined, entry: DeletableEntry): Message | undefined {
  const message = messageOf(world, id, entry);
  return message?.delivery?.state === 'held' && message.truncated !== true ? message : undefined;
}

function takeBack(desk: Desk, ids: readonly number[], { id, body_text: body, to, cc, bcc = [] }: Message): void {
  const people = (some: Message['to']) => some.map(({ name, email }) => ({ name, email }));
  const mail = { to: people(to), cc: people(cc), ...(bcc.length > 0 && { bcc: people(bcc) }) };
  desk.commit('message.take-back', { ids, body, messageId: null, replyId: id, ...mail });
}

/** The lines that say what happens to the mail of a deleted message. */
function mailLines(world: World, id: number | undefined, entry: DeletableEntry): readonly SafeText[] {
  const { state, reason } = messageOf(world, id, entry)?.delivery ?? {};
  if (state === 'sent') return [t`The customer has it already: it is deleted here alone.`];
  return (state === 'held' && !reason) || state === 'queued'
    ? [t`Its mail may go out before that: ${world.keyNames.undo} takes a reply back at once.`]
    : [];
}

function messageOf(world: World, conversationId: number | undefined, { kind, id }: DeletableEntry) {
  const messages = conversationId === undefined ? undefined : threadOf(world, conversationId)?.messages;
  return kind === 'message' ? messages?.find(message => message.id === id) : undefined;
}

function kindOf({ kind }: DeletableEntry): SafeText {
  return kind === 'note' ? t`note` : t`message`;
}

function entryOf(key: string | null): DeletableEntry | undefined {
  const found = /^(note|message):(-?\d+)$/.exec(key ?? '');
  return found ? { kind: found[1] as DeletableEntry['kind'], id: Number(found[2]) } : undefined;
}

function whyNotDeleted(world: World): SafeText | undefined {
  const { conversationId, entryKey } = world.detail;
  const entry = entryOf(entryKey);
  if (conversationId === null || !entry) return t`No note or message is selected.`;
  if (entry.kind === 'note') return undefined;
  if (entry.id < 0) return t`It is on its way to the help center: ${world.keyNames.undo} takes it back.`;
  const message = messageOf(world, conversationId, entry);
  return message?.kind === 'agent' ? undefined : t`Only what an agent sent can be deleted: a customer’s message stays.`;
}
