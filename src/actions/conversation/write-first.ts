import type { Action } from '../../keys/action.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { newProvisionalId } from '../../state/changes/provisional-id.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, withDraftFields } from '../../state/drafts/drafts.ts';
import { sendingInboxes } from '../../state/drafts/first-mail.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { keptPeople } from '../../state/reply/written-people.ts';
import { conversationOf } from '../../state/visible.ts';
import { t } from '../../text/safe.ts';
import { mailFlow, openMailBox } from './mail-flow.ts';

const firstFlow = mailFlow('conversation.create', 'reply', t`NEW · goes to those in To`);

export const writeFirstAction: Action<'conversation.create'> = {
  id: 'conversation.create',
  title: t`Write first`,
  help: t`Begins a conversation by mail, or records a call`,
  keys: ['O'],
  words: ['new', 'compose', 'create', 'outbound', 'call', 'phone', 'start', 'mail'],
  writes: true,
  unavailable: world => whyLacking(world, 'firstMessage'),
  run: writeFirst,
  flows: [firstFlow],
};

/**
 * Opens the box with the inbox of the conversation that is at hand, or of the list. From the detail its customer is
 * proposed: there the agent reads of them.
 */
function writeFirst(desk: Desk): void {
  const world = desk.world();
  const id = newProvisionalId(world, 0, desk.now());
  const targets = world.pane === 'inboxes' ? [] : targetsOf(world);
  const shown = targets.length === 1 ? conversationOf(world, targets[0]!) : undefined;
  const { name, email } = (world.pane === 'detail' && shown?.requester) || {};
  const near = [shown?.inbox_id, ...world.list.query.inboxes];
  const senders = sendingInboxes(world);
  const inbox = senders.find(one => near.includes(one.id)) ?? senders[0];
  const proposed = withDraftFields(world.drafts, [
    [draftKey('reply', id), 'to', email ? keptPeople([{ name: name ?? t``, email }]) : ''],
    [draftKey('reply', id), 'inbox', `${inbox?.id ?? ''}`],
  ]);
  desk.set({ drafts: proposed });
  openFirst(desk, id, email ? 'to' : undefined);
}

/** Opens the box on the draft of a first mail, by default at the first line that is empty. */
export function openFirst(desk: Desk, id: number, part?: 'to'): void {
  const { to, subject } = desk.world().drafts.get(draftKey('reply', id)) ?? {};
  openMailBox(desk, firstFlow, 'reply', [id], () => part ?? (!to ? 'to' : subject ? 'text' : 'subject'));
}
