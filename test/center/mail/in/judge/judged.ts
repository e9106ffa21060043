import { alignmentOf } from '../../../../../src/center/intake/dkim/alignment.ts';
import { emailsOf } from '../../../../../src/center/intake/mime/address.ts';
import type { HeaderReferences } from '../../../../../src/center/intake/mime/named.ts';
import { type Mail, parseMail } from '../../../../../src/center/intake/mime/parse-mail.ts';
import { answeredIds, type JudgeFacts, type Judgement, judge } from '../../../../../src/center/mail/in/judge/judge.ts';
import {
  soleAuthor,
  type Trust,
  type Verification,
  verifySender,
} from '../../../../../src/center/mail/in/judge/verified.ts';
import { type Addresses, baseOf } from '../../../../../src/center/model/mail.ts';
import type { ThreadLead } from '../../../../../src/center/model/mail-thread.ts';
import { createMessageId, readMessageId } from '../../../../../src/center/model/message-id.ts';

const SECRET = 'a secret of the tests';

/** The people and addresses of the help center; Kim is the requester of conversation 7, Sam takes part in it. */
export const PEOPLE = {
  ana: 'ana@shop.example',
  gone: 'gone@shop.example',
  help: 'help@shop.example',
  orders: 'orders@shop.example',
  kim: 'kim@customer.example',
  sam: 'sam@partner.example',
  stranger: 'eve@evil.example',
} as const;

export const INBOX = { default: 1, spam: 2, help: 3, orders: 4 } as const;

/** Conversation 7, and the Message-IDs that lead to it: of Kim's mail, and of our answer. */
export const JOINED = { id: 7 } as const;
export const KIMS_ID = 'first@customer.example';
export const OUR_ID = createMessageId({ conversationId: 7, messageId: 70 }, 'shop.example', SECRET);

const inboxes: Readonly<Record<string, number>> = { [PEOPLE.help]: INBOX.help, [PEOPLE.orders]: INBOX.orders };
const agents = new Map<string, number>([
  [PEOPLE.ana, 1],
  [PEOPLE.gone, 2],
]);

function inboxOf(address: string) {
  const named = Object.hasOwn(inboxes, address) ? address : (baseOf(address) ?? '');
  return Object.hasOwn(inboxes, named) ? { id: inboxes[named]!, address: named } : undefined;
}

const addresses: Addresses = {
  defaultInbox: INBOX.default,
  spamInbox: INBOX.spam,
  inboxOf,
  agentOf: agents,
  activeAgentOf: address => (address === PEOPLE.gone ? undefined : agents.get(address)),
  isOurs: address => agents.has(address) || inboxOf(address) !== undefined,
};

/** As the database answers: both Message-IDs lead to conversation 7, and so does any that we signed. */
function threadsFor(ids: readonly string[], from: string | undefined): Map<string, ThreadLead[]> {
  const key = from?.toLowerCase();
  const leading = ids.filter(id => id === KIMS_ID || readMessageId(id, SECRET)?.conversationId === JOINED.id);
  const thread = {
    conversationId: JOINED.id,
    isRequester: key === PEOPLE.kim,
    takesPart: key === PEOPLE.sam,
    isSpam: false,
    isAsked: false,
  };
  return new Map(leading.map(id => [id, [thread]]));
}

const SIGNED_BY = 'X-Signed-By';

/** Stands in a mail for a good signature of this domain over all its fields; it is not looked at by what is tested. */
export function signedBy(domain: string): string {
  return `${SIGNED_BY}: ${domain}`;
}

/** What the verifier says of a mail with such signatures. */
function trustIn(head: readonly string[], mail: HeaderReferences): Trust {
  const from = emailsOf(mail.authors);
  const fromDomain = from[0]?.slice(from[0].lastIndexOf('@') + 1) ?? '';
  const checked = head
    .filter(line => line.startsWith(SIGNED_BY))
    .map(line => ({
      algorithm: 'rsa-sha256',
      alignment: alignmentOf(fromDomain, line.slice(SIGNED_BY.length + 2)),
      result: 'pass',
      reason: '',
      keyBits: 2_048,
      isKeyInTestMode: false,
      isLimited: false,
      signedAt: null,
      expiresAt: null,
      covered: mail,
    }));
  return { signatures: { from, checked }, arrivedAt: 0, isUnanswered: false };
}

/** Judges a mail about which this is known. */
export function judgedAs(mail: Mail, verification: Verification, known: Partial<JudgeFacts> = {}): Judgement {
  const facts = {
    addresses,
    secret: SECRET,
    verification,
    recipients: [],
    hasNoSender: false,
    spammers: new Set<string>(),
    inboxId: INBOX.default,
    threads: threadsFor(answeredIds(mail), soleAuthor(mail)?.email),
  };
  return judge(mail, { ...facts, ...known });
}

/** Judges the mail of these lines: fields, and after an empty line a text. */
export function judged(lines: readonly string[], known: Partial<JudgeFacts> = {}): Judgement {
  const bytes = Buffer.from(`${[...lines, ...(lines.includes('') ? [] : ['', 'text'])].join('\r\n')}\r\n`);
  const mail = parseMail(bytes, { now: Date.UTC(2026, 0, 15, 12) });
  const head = lines.slice(0, lines.includes('') ? lines.indexOf('') : undefined);
  return judgedAs(mail, verifySender(mail, trustIn(head, mail)), known);
}
