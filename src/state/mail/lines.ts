import { counted } from '../../text/numbers.ts';
import { clock } from '../../text/relative-time.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import type { World } from '../world.ts';
import { howToldOf, whatKeepsMail } from './out.ts';

/** A mailbox that mail is fetched from. */
export interface MailboxState {
  readonly name: SafeText;
  /** When it was last looked at, in milliseconds since 1970; null if never. */
  readonly lookedAt: number | null;
  /** Why it cannot be read now; empty if it can. */
  readonly trouble: SafeText;
  /** Since when; null if it can. */
  readonly since: number | null;
  /** The mails that stay in it because they cannot be fetched, a line each. */
  readonly stuck: readonly SafeText[];
  /** How many mails were there before it was first read, and stay. */
  readonly older: number;
}

/** The letters of an embedded help center that are not sent. */
export interface QueueState {
  readonly waiting: number;
  readonly failed: number;
  /** When the next one is tried; null if none waits. */
  readonly nextAt: number | null;
  /** The relay's last answer about a mail that waits. Empty if it has not answered. */
  readonly lastWord: SafeText;
}

/** How mail is set up on this machine for an embedded help center, and how it goes. */
export interface MailState {
  /** The settings file, in which mail is set up. */
  readonly settings: SafeText;
  /** The settings' mail is for another help center: why nothing of it happens here. */
  readonly elsewhere: SafeText | null;
  readonly mailboxes: readonly MailboxState[];
  /** Where mail is taken by LMTP. */
  readonly lmtp: SafeText | null;
  /** The mails of this week that were kept as unverified because DNS did not answer; null if there are none. */
  readonly unanswered: { readonly mails: number; readonly lastAt: number } | null;
  readonly relay: SafeText | null;
  /** Why the relay takes no mail now; empty if it does. */
  readonly relayTrouble: SafeText;
  /** The address for customers' browsers. */
  readonly publicUrl: SafeText | null;
  readonly queue: QueueState;
}

const RELAY: readonly SafeText[] = [
  t`relay = "smtps://help%40shop.example@smtp.shop.example"`,
  t`relay_password_file = "help.password"`,
];

const MAILBOX: readonly SafeText[] = [
  t`[[mail.mailbox]]`,
  t`url = "imaps://help%40shop.example@imap.shop.example"`,
  t`password_file = "help.password"`,
];

/** How mail stands, in words; `state` is absent if only its server knows it. `atMs`: when it was read. */
export function mailLines(world: World, state: MailState | undefined, atMs: number): readonly SafeText[] {
  return [
    ...outLines(world, state, atMs),
    ...(state
      ? inLines(state, atMs)
      : [t`In        set up on the server of ${world.center}; frontdesk mail check shows it there`]),
    ...(whatKeepsMail(world) === undefined ? addressLines(world) : []),
    ...(state ? trustLines(state, atMs) : []),
    ...signedOutLines(world, atMs),
    ...missingLines(world, state),
    ...toldLine(world),
  ];
}

function outLines(world: World, state: MailState | undefined, atMs: number): readonly SafeText[] {
  const reason = whatKeepsMail(world);
  const by = state?.relay ? t` by ${state.relay}` : t``;
  const out = reason === undefined ? t`answers go to customers${by}` : t`nothing is sent: ${reason}`;
  return [
    t`Out       ${out}`,
    ...(reason === undefined ? nameLine(world) : []),
    ...(state && state.relayTrouble !== '' ? [t`          ${state.relayTrouble}`] : []),
    ...(state ? queueLines(state.queue, atMs) : []),
  ];
}

/** The name that customers read in the From of an answer: the desk of one agent begins with that of the machine's user. */
function nameLine({ me, keyNames }: World): readonly SafeText[] {
  if (!me) return [];
  const how = me.role === 'admin' ? t` · ${keyNames['inbox.administer']}, u and Enter change it` : t``;
  return [t`          customers read your name in them: ${me.name}${how}`];
}

function queueLines({ waiting, failed, nextAt, lastWord }: QueueState, atMs: number): readonly SafeText[] {
  const next = nextAt === null ? t`` : t`, the next at ${clock(nextAt, atMs, atMs)}`;
  const waits = waiting === 0 ? t`nothing waits` : t`${counted(waiting, t`mail`)} to send${next}`;
  return [
    t`Queue     ${waits}`,
    ...(lastWord === '' ? [] : [t`          the relay’s last word: ${lastWord}`]),
    ...(failed === 0 ? [] : [t`          ${counted(failed, t`mail`)} failed: frontdesk mail queue list`]),
  ];
}

function inLines({ mailboxes, lmtp, elsewhere }: MailState, atMs: number): readonly SafeText[] {
  if (elsewhere !== null) return [t`In        ${elsewhere}`];
  const ways = [
    ...mailboxes.flatMap(one => [
      mailboxWords(one, atMs),
      ...one.stuck,
      ...(one.older > 0 ? [olderWords(one.older)] : []),
    ]),
    ...(lmtp ? [t`by LMTP at ${lmtp}`] : []),
  ];
  if (ways.length === 0) return [t`In        no mail comes in: no mailbox is set up`];
  return ways.map((words, index) => t`${index === 0 ? t`In        ` : t`          `}${words}`);
}

/** The words about mails that were in a mailbox before it was first read, without a full stop. */
export function olderWords(older: number): SafeText {
  const are = older === 1 ? t`is` : t`are`;
  return t`${counted(older, t`older mail`)} there ${are} not taken: frontdesk import reads a file of them`;
}

function mailboxWords({ name, lookedAt, trouble, since }: MailboxState, atMs: number): SafeText {
  const when = lookedAt === null ? t`not read yet` : t`last read at ${clock(lookedAt, atMs, atMs)}`;
  const began = since === null ? t`` : t`since ${clock(since, atMs, atMs)}, `;
  return trouble === '' ? t`${name}: ${when}` : t`${name}: ${trouble} (${began}${when})`;
}

/** The mails whose senders could not be verified because DNS did not answer. */
function trustLines({ unanswered }: MailState, atMs: number): readonly SafeText[] {
  if (unanswered === null) return [];
  const { mails, lastAt } = unanswered;
  return [
    t`Trust     DNS did not answer for ${counted(mails, t`mail`)}, kept as unverified; the last at ${clock(lastAt, atMs, atMs)}: frontdesk doctor`,
  ];
}

/** The inboxes that nothing can be sent from. */
function addressLines({ base, me, keyNames }: World): readonly SafeText[] {
  const without = base.inboxes.filter(({ emails, kind }) => emails.length === 0 && kind !== 'spam');
  if (without.length === 0) return [];
  const names = join(
    without.map(({ name, id }) => name || t`#${id}`),
    t`, `,
  );
  const how = me?.role === 'admin' ? t`${keyNames['inbox.administer']} and m add one` : t`an admin adds one`;
  return [t`Without   ${names}: no address to send from · ${how}`];
}

/** The accounts that are signed out, since when, and how they sign in again. */
function signedOutLines({ mailOut }: World, atMs: number): readonly SafeText[] {
  const out = mailOut?.signed_out ?? [];
  if (out.length === 0) return [];
  const lines = out.map(
    ({ account, since }) => t`${account}: mail signed out since ${clock(since ?? atMs, atMs, atMs)}`,
  );
  return [
    t``,
    ...lines,
    t`Give its password file, password_command or token_command what the server takes now; it signs in again by itself, and what waits goes then. frontdesk mail check tries it.`,
  ];
}

/** The next steps, with the exact lines; nothing if all is there. */
function missingLines({ mailOut, me, keyNames }: World, state: MailState | undefined): readonly SafeText[] {
  if (mailOut?.missing.includes('resume'))
    return [
      t``,
      t`This database is a copy, or was moved. If mail shall go on here and nowhere else, say in a shell:`,
      t`frontdesk mail queue resume`,
    ];
  if (!state && mailOut?.missing.includes('relay'))
    return me?.role === 'admin'
      ? [t``, t`To send answers, say on the server: frontdesk mail setup. Then start frontdesk serve again.`]
      : [t``, t`Ask the one who runs the server to set up a relay.`];
  if (!state || state.elsewhere !== null) return [];
  const { settings, relay, mailboxes, lmtp, publicUrl } = state;
  if (relay === null && mailboxes.length === 0 && lmtp === null)
    return [
      t``,
      t`To answer customers from a mail account, leave with ${keyNames.quit} and say in a shell: frontdesk mail setup`,
    ];
  if (relay === null) return toAdd(t`To send answers, add below [mail] in ${settings}`, RELAY);
  if (mailboxes.length === 0 && lmtp === null)
    return toAdd(t`To let mail come in, add at the end of ${settings}`, MAILBOX);
  if (publicUrl !== null) return [];
  const wish = t`public_url: without it customers rate by mail alone, not on a page.`;
  return [t``, t`Not set below [mail] in ${settings}`, wish];
}

/** Lines to add to the settings file, with their explanation. */
function toAdd(what: SafeText, lines: readonly SafeText[]): readonly SafeText[] {
  return [
    t``,
    what,
    t``,
    ...lines,
    t``,
    t`with your own names, and :port behind a host if it is not the usual one. The file beside it holds the password alone, closed to others: chmod 600. Test it: frontdesk mail check. Then start frontdesk again.`,
  ];
}

/** How the agent hears of new messages. */
function toldLine(world: World): readonly SafeText[] {
  const how = howToldOf(world);
  return how === '' ? [] : [t``, t`You       ${how} · :notify changes it`];
}
