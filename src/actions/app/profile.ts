import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { digitSign } from '../../keys/options.ts';
import { say } from '../../keys/overlay.ts';
import { administer } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import { howToldOf, whatKeepsMail } from '../../state/mail/out.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { nameLine } from '../conversation/name-agent.ts';

export const agentNameAction: Action<'agent.name'> = {
  id: 'agent.name',
  title: t`Your name…`,
  help: t`Changes the name that customers see in your answers`,
  words: ['from', 'sender', 'me', 'profile'],
  writes: true,
  needsServer: true,
  unavailable: ({ me }) => (me === null ? t`An API key has no name that customers see.` : undefined),
  run: desk => begin(desk, nameLine, { text: desk.world().me?.name ?? '' }),
  flows: [nameLine],
};

type How = NonNullable<World['notify']>;

const WAYS: readonly (readonly [how: How, label: SafeText])[] = [
  ['desk', t`By the desk’s bell`],
  ['mail', t`By the bell and by mail, hourly at most`],
  ['none', t`Not at all`],
];

const ways = choice({
  id: 'notify.choose',
  title: () => t`New messages in inboxes with your bell`,
  verb: t`choose`,
  options: ({ world }) =>
    WAYS.map(([how, label], index) => ({ id: how, label, sign: digitSign(index), detail: detailOf(world, how) })),
  answer: (desk, id) => void choose(desk, id as How),
});

export const notifyChoose: Action<'notify.choose'> = {
  id: 'notify.choose',
  title: t`New messages by mail or bell…`,
  help: t`Chooses how you hear of inboxes with your bell`,
  words: ['notify', 'notifications', 'subscribe', 'email', 'ring'],
  writes: true,
  needsServer: true,
  unavailable: ({ notify }) =>
    notify === null ? t`This help center does not say how you hear of new messages.` : undefined,
  run: desk => begin(desk, ways),
  flows: [ways],
};

/** The present setting, or the reason why mail is not possible. */
function detailOf(world: World, how: How): SafeText {
  if (world.notify === how) return t`now`;
  if (how !== 'mail') return t``;
  return whatKeepsMail(world) === undefined
    ? t`to ${world.me?.email ?? t`you`}`
    : t`no mail goes out · ${world.keyNames['mail.show']}`;
}

async function choose(desk: Desk, notify: How): Promise<void> {
  const key = desk.newKey();
  const reply = await administer(desk, 'session.updateMe', () =>
    desk.client.session.updateMe({ body: { notify }, key }),
  );
  if (!('value' in reply)) {
    say(desk, t`Not changed: ${reply.reason}`);
    return;
  }
  desk.set({ notify: reply.value.data?.notify ?? notify });
  const world = desk.world();
  const said = t`Chosen: ${howToldOf(world)}`;
  const isHeard = notify === 'none' || world.inboxes.some(({ subscribed }) => subscribed);
  const bell = world.keyNames['inbox.subscribe'];
  const text = isHeard ? said : t`${said} · no inbox has a bell yet: ${bell} gives it one`;
  desk.notify({ tone: 'done', text, short: isHeard ? said : t`Chosen · no inbox has a bell yet: ${bell}` });
}
