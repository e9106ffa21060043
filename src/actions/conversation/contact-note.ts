import * as v from 'valibot';
import { ContactNoteText } from '../../contract/contact.ts';
import { Id } from '../../contract/schema.ts';
import type { Action } from '../../keys/action.ts';
import { back, begin } from '../../keys/flow.ts';
import { textIn } from '../../keys/line-keys.ts';
import { textFlow } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import { attempt } from '../../state/calls/attempt.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { conversationOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { loadedOf } from './contact.ts';
import { shownFault } from './fault.ts';
import { leaveKept } from './field-draft.ts';
import { DISCARD } from './put-in.ts';

/** The note that is changed: its contact, and its present text, empty for none. */
const Former = v.object({ contactId: Id, note: v.string() });
type Former = v.InferOutput<typeof Former>;

const noteFlow = textFlow<Former>({
  id: 'contact.note',
  input: Former,
  title: ({ world, targets, data }) => t`about ${nameOf(world, targets[0]!, data.contactId)}`,
  verb: t`save`,
  audience: t`NOTE · agents only`,
  escape: () => t`keeps a draft`,
  start: ({ data }) => data.note,
  draft: { kind: 'note', isBeside: true, isNew: ({ data }, words) => isNew(data, words) },
  leave: (desk, view) => {
    if (isNew(view.data, textIn(view.open)!.state.draft.text)) leaveKept(desk, view, 'note');
    else back(desk, view.open);
  },
  buttons: { discard: DISCARD },
  refuse: (_desk, _view, words) => (words.trim() === '' ? undefined : shownFault(ContactNoteText, words.trimEnd())),
  answer: (desk, words, targets, { contactId, note }) => {
    const next = words.trimEnd() || null;
    const former = note || null;
    if (next === former) return say(desk, t`Nothing was changed.`);
    const also = loadedOf(desk.world(), contactId, targets);
    desk.commit('contact.update', { ids: targets, also, contact_id: contactId, note: next, former });
  },
});

function isNew({ note }: Former, words: string): boolean {
  return words.trimEnd() !== note.trimEnd();
}

export const contactNote: Action<'contact.note'> = {
  id: 'contact.note',
  title: t`Note about the customer…`,
  help: t`Writes about the customer, over all its conversations`,
  scope: 'conversations',
  words: ['about', 'contact', 'requester', 'remember'],
  writes: true,
  unavailable: whyNoCustomer,
  run: desk => void open(desk),
  flows: [noteFlow],
};

/** The conversation that the keys act on, with its first contact. */
function customerOf(world: World) {
  const [id, ...others] = targetsOf(world);
  const contactId = id === undefined ? undefined : conversationOf(world, id)?.requester?.id;
  return id === undefined || contactId === undefined || others.length > 0 ? undefined : { id, contactId };
}

function whyNoCustomer(world: World): SafeText | undefined {
  if (targetsOf(world).length > 1) return t`Such a note is about one customer: unmark the others first.`;
  return customerOf(world) ? whyLacking(world, 'contactUpdate') : t`No conversation with a customer is selected.`;
}

/** Reads the whole note, which a list has the beginning of, and opens it. */
async function open(desk: Desk): Promise<void> {
  const customer = customerOf(desk.world());
  if (!customer) return;
  const { id, contactId } = customer;
  const read = await attempt(desk.client.contact.get({ params: { contact_id: contactId } }));
  if ('error' in read) return say(desk, t`The note could not be read: ${read.error.reason}`);
  begin(desk, noteFlow, { contactId, note: read.value.data.note?.text ?? '' }, [id]);
}

function nameOf(world: World, id: number, contactId: number): SafeText {
  const requester = conversationOf(world, id)?.requester;
  return (requester?.id === contactId && (requester.name || requester.email)) || t`the customer`;
}
