import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { inboxIdOf, isFirst } from '../drafts/first-mail.ts';
import { inboxName } from '../words/names.ts';
import type { MailOut, World } from '../world.ts';

type Missing = NonNullable<MailOut['missing'][number]>;

/** The reasons why mail cannot go out, as the start of a sentence. */
const MISSING: Readonly<Record<Missing, SafeText>> = {
  relay: t`no relay is set up`,
  resume: t`mail is paused, because the database is a copy`,
};

const SENDS_NOTHING = t`this help center sends no mail to customers`;
/** A reply to more conversations at once is more likely a slip than meant. */
const MAX_REPLIES = 100;

type MailOutWorld = Pick<World, 'mailOut' | 'offers'>;

/** Why mail to customers cannot go out, as a clause; undefined if it can, or if that is not known yet. */
export function whatKeepsMail({ mailOut, offers }: MailOutWorld): SafeText | undefined {
  // It has taken a reply and sent nothing.
  if (typeof offers.deliver === 'string') return SENDS_NOTHING;
  if (offers.me === undefined || mailOut?.sends) return undefined;
  const [missing] = mailOut?.missing ?? [];
  return missing ? MISSING[missing] : SENDS_NOTHING;
}

/** The same, with the way to the remedy. */
function whyNoMailOut(world: World): SafeText | undefined {
  const fault = whatKeepsMail(world);
  return fault !== undefined && world.mailOut?.missing.length
    ? t`${fault} · ${world.keyNames['mail.show']} says what to do`
    : fault;
}

/**
 * Why none of these conversations can be answered by mail; undefined if one can, or if only the help center knows.
 */
export function whyNoReply(world: World, ids: readonly number[]): SafeText | undefined {
  const reason = whyNoMailOut(world);
  if (reason !== undefined) return t`No ${ids.some(isFirst) ? t`mail` : t`reply`}: ${reason}`;
  if (ids.length > MAX_REPLIES) return t`No reply: ${grouped(ids.length)} are marked · at most ${MAX_REPLIES} at once`;
  const reasons = ids.map(id => whyNotFrom(world, id));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Why there is no address that a mail can be sent from. */
function whyNotFrom(world: World, id: number): SafeText | undefined {
  const inbox_id = inboxIdOf(world, id);
  if (inbox_id === undefined) return undefined;
  if (inbox_id === null)
    return t`No reply: #${id} is in no inbox · ${world.keyNames['conversation.move']} moves it to one`;
  const inbox = world.base.inboxes.find(one => one.id === inbox_id);
  if (!inbox || inbox.emails.length > 0) return undefined;
  const who = world.me?.role === 'agent' ? t`an admin adds one` : t`${world.keyNames['inbox.administer']} adds one`;
  return t`No ${isFirst(id) ? t`mail` : t`reply`}: ${inboxName(world, inbox_id)} has no address to send from · ${who}`;
}

/** How the agent hears of new messages in inboxes with a bell, as a clause; empty if the help center does not say. */
export function howToldOf(world: MailOutWorld & Pick<World, 'notify'>): SafeText {
  const { notify } = world;
  if (notify === null) return t``;
  if (notify === 'none') return t`of new messages nothing is told`;
  const fault = notify === 'mail' ? whatKeepsMail(world) : undefined;
  const byMail =
    notify !== 'mail' ? t`` : fault === undefined ? t`, and are told by mail` : t`, but by no mail: ${fault}`;
  return t`new messages ring${byMail}`;
}
