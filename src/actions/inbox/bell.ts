import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import { administer } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import { whatKeepsMail } from '../../state/mail/out.ts';
import { rereadInboxes } from '../../state/sync/places.ts';
import type { Inbox } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { inboxAtCursor, whyNoInbox } from './inbox-edit.ts';

export const inboxSubscribe: Action<'inbox.subscribe'> = {
  id: 'inbox.subscribe',
  title: t`Bell`,
  help: t`Rings for customers' messages in this inbox, or no more`,
  scope: 'inboxes',
  keys: ['b'],
  words: ['subscribe', 'unsubscribe', 'notify', 'notifications'],
  writes: true,
  needsServer: true,
  hint: t`bell`,
  unavailable: whyNoInbox,
  run: desk => {
    const inbox = inboxAtCursor(desk.world());
    if (inbox) void ring(desk, inbox);
  },
};

async function ring(desk: Desk, { id, name, subscribed }: Inbox): Promise<void> {
  const { inbox } = desk.client;
  const request = { params: { inbox_id: id }, key: desk.newKey() };
  const reply = subscribed
    ? await administer(desk, 'inbox.unsubscribe', () => inbox.unsubscribe(request))
    : await administer<unknown>(desk, 'inbox.subscribe', () => inbox.subscribe(request));
  if (!('value' in reply)) say(desk, t`The bell of ${name} stays as it is: ${reply.reason}`);
  else {
    await rereadInboxes(desk);
    const rings = t`${name} rings for customers’ messages${butOf(desk)}`;
    say(desk, subscribed ? t`${name} rings no more` : rings, 'done');
  }
}

/** The effect of the bell besides ringing, or why it has none. */
function butOf(desk: Desk): SafeText {
  const world = desk.world();
  const { notify } = world;
  if (notify === 'none') return t` once :notify lets it: you chose not to be told`;
  const byMail = notify === 'mail' && whatKeepsMail(world) === undefined ? t`, and they are told by mail` : t``;
  return desk.hooks.ring === undefined ? t`${byMail} · this desk stays silent: bell is “none” in its settings` : byMail;
}
