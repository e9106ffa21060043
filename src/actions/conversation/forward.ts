import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNoReply } from '../../state/mail/out.ts';
import { lineText, whyNoForward } from '../../state/reply/box.ts';
import { threadOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { readNeededThread } from './field-draft.ts';
import { mailFlow, openMailBox } from './mail-flow.ts';
import { whyNoTarget } from './targets.ts';

const forwardFlow = mailFlow('message.forward', 'forward', t`FORWARD · goes to those in To, not to the customer`);

export const messageForward: Action<'message.forward'> = {
  id: 'message.forward',
  title: t`Forward`,
  help: t`Sends a message with its files to a third party`,
  scope: 'conversations',
  keys: ['F'],
  words: ['supplier', 'third party', 'ask', 'side', 'mail'],
  writes: true,
  unavailable: world => whyNoTarget(world) ?? whyNotOne(world) ?? whyNoReply(world, targetsOf(world)),
  run: desk => openForward(desk, targetsOf(desk.world())[0]!),
  flows: [forwardFlow],
};

function whyNotOne(world: World): SafeText | undefined {
  const [id, ...more] = targetsOf(world);
  if (more.length > 0) return t`One message is forwarded at a time: ${more.length + 1} conversations are marked.`;
  const { pane, detail } = world;
  const isOnItsWay = pane === 'detail' && detail.conversationId === id && detail.entryKey?.startsWith('message:-');
  if (isOnItsWay) return t`It is on its way to the help center: forward it once it is there.`;
  const { messages = [] } = threadOf(world, id!) ?? {};
  return whyNoForward(messages);
}

/** Opens the box on the selected message, or on that of the draft, with the cursor in To if that is empty. */
export function openForward(desk: Desk, id: number): void {
  readNeededThread(desk, id);
  openMailBox(desk, forwardFlow, 'forward', [id], mail => (lineText(desk.world(), mail, 'to') === '' ? 'to' : 'text'));
}
