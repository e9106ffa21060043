import type { Endpoint } from '../contract/endpoint.ts';
import type { EndpointName } from '../contract/index.ts';
import { type SafeText, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';

/** Something that another help center may lack. */
interface Feature {
  /** The sentence for agents; without it, the client uses another way in silence. */
  readonly why?: SafeText;
  /** Another way replaces it, or asking again would get the same answer: the agent's `R` does not try it again. */
  readonly isSettled?: true;
  /** Every start asks for it, so that the cache keeps that it is lacking. Any other is asked for once in a run. */
  readonly isAskedAtStart?: true;
}

const FEATURES = {
  me: { why: t`This help center does not say who is signed in.`, isAskedAtStart: true },
  statuses: { why: t`This help center does not list its statuses.`, isAskedAtStart: true },
  agents: { why: t`This help center does not list its agents.`, isAskedAtStart: true },
  tags: { why: t`This help center does not list its tags.`, isAskedAtStart: true },
  onceKeys: {
    why: t`This help center does not say that a change that is sent twice is carried out once.`,
    isSettled: true,
    isAskedAtStart: true,
  },
  messages: { why: t`This help center shows messages only inside their conversation.` },
  notes: { why: t`This help center does not list notes.` },
  read: { why: t`This help center does not keep what you have read. Unread marks follow what this desk has shown.` },
  contactUpdate: { why: t`This help center does not change contacts.` },
  contactRemoval: { why: t`This help center does not take a contact off a conversation.` },
  firstMessage: { why: t`This help center begins no conversations.`, isSettled: true },
  deliver: { why: t`This help center sends no mail to customers.`, isSettled: true },
  sendAt: { why: t`This help center sends at no later time: the customer gets the reply now.`, isSettled: true },
  mentions: { why: t`This help center tells no agent of being mentioned.`, isSettled: true },
  later: { why: t`This help center cannot put conversations off.`, isSettled: true },
  spam: { why: t`This help center has no name for the spam inbox.`, isSettled: true },
  counts: { why: t`This help center does not count its conversations.`, isSettled: true },
  htmlText: { why: t`This help center does not give the text of HTML.`, isSettled: true },
  source: { why: t`This help center does not give the source of mails.`, isSettled: true },
  'attachment.content': { why: t`This help center does not give out attachments.` },
  'attachment.create': { why: t`This help center takes no files.` },
  'attachment.get': { why: t`This help center does not describe attachments of notes.` },
  'conversation.follow': { why: t`In this help center no conversation can be followed.` },
  'conversation.split': { why: t`This help center splits no conversations.` },
  'note.update': { why: t`This help center does not change notes.` },
  'numbers.get': { why: t`This help center keeps no numbers.` },
  'queue.next': { why: t`This help center hands no conversations out.` },
  'savedReply.list': { why: t`This help center keeps no saved replies.` },
  'session.login': { why: t`This help center has no sign-in by password. Sign in with a token.` },
  /** Archiving many conversations at once. */
  massArchive: {},
  /** Comparing versions. */
  versions: {},
  /** Deleting a message only if it is unsent. */
  unsent: {},
  /** The flag of an unread conversation. */
  unread: {},
} as const satisfies Readonly<Record<string, Feature>>;

/** The name of a feature of the list above, or of a call. */
export type Capability = EndpointName | keyof typeof FEATURES;

/** The features that a help center is known to have (true) or to lack (the reason). */
export type Offers = Readonly<Partial<Record<Capability, SafeText | true>>>;

/** Something that a help center lacks, and the words for it. */
export interface Absence {
  readonly offer: Capability;
  readonly reason: SafeText;
}

type Ask<Request> = (request: Request) => Promise<unknown>;

/**
 * The features that one help center is known to lack. Only its own words prove it, never a web page in its place. What
 * agents are told of them is in the world of their desk, as `Offers`.
 */
export interface Capabilities {
  /** True until it turns out to be lacking. */
  has(capability: Capability): boolean;
  /** Notes that it is lacking: from now on it is not used. */
  noteLack(capability: Capability): void;
  /** Its absence, in the words for agents. */
  absence(capability: Capability): Absence;
  /** The offers after the agent asked to read everything again: a lacking call is tried once more. */
  triedAgain(offers: Offers): Offers;
  /** The offers that the cache keeps for the next start. */
  forNextStart(offers: Offers): Offers;
  /**
   * Asks with it, and without it if that is refused. Of a call, it is the parts of the query that only make the answer
   * smaller. Throws what the last question throws.
   */
  degrade<T>(capability: Capability | Endpoint, rich: () => Promise<T>, plain: () => Promise<T>): Promise<T>;
  /**
   * The same call, asked once more if the help center seems to lack it: a gateway may answer 404 in its place. It lacks
   * a call only if it says so itself, twice, until a call succeeds. `isOurKind`: its errors have the service's own form,
   * and any other is a gateway's.
   */
  confirmed<Request>(call: Ask<Request>, endpoint: Endpoint, isOurKind: () => boolean): Ask<Request>;
}

/** Knows nothing yet. */
export function createCapabilities(): Capabilities {
  const lacking = new Set<Capability | Endpoint>();
  return {
    has: capability => !lacking.has(capability),
    noteLack: capability => void lacking.add(capability),
    absence: offer => ({ offer, reason: featureOf(offer).why ?? t`This help center does not offer that.` }),
    triedAgain: offers => withoutLacks(offers, 'isSettled'),
    forNextStart: offers => withoutLacks(offers, 'isAskedAtStart'),
    degrade: async (capability, rich, plain) => {
      if (lacking.has(capability)) return plain();
      try {
        return await rich();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.refusesQuestion) throw error;
        const answer = await plain();
        if (!error.isTransient) lacking.add(capability);
        return answer;
      }
    },
    confirmed,
  };
}

function featureOf(capability: Capability): Feature {
  return (FEATURES as Readonly<Partial<Record<Capability, Feature>>>)[capability] ?? {};
}

/** The offers, of those that are lacking only the ones with this mark. */
function withoutLacks(offers: Offers, mark: 'isSettled' | 'isAskedAtStart'): Offers {
  const isKept = ([name, offer]: readonly [string, unknown]) => offer === true || featureOf(name as Capability)[mark];
  return Object.fromEntries(Object.entries(offers).filter(isKept));
}

function confirmed<Request>(
  call: Ask<Request>,
  { method, path, extension }: Endpoint,
  isOurKind: () => boolean,
): Ask<Request> {
  const isSection = method === 'GET' && /\/(notes|history|reviews)$/.test(path);
  if (extension !== true && !isSection) return call;
  // A resource that is read by its id may be gone.
  const isAboutId = (status: number): boolean => status === 404 && method === 'GET' && path.includes('{') && !isSection;
  let isLacking = false;
  const ask = async (request: Request, isAgain: boolean): Promise<unknown> => {
    try {
      const value = await call(request);
      isLacking = false;
      return value;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isAbsent) throw error;
      if (error.shape !== 'own' && isOurKind()) throw error.asStrangers();
      if (isAboutId(error.status)) throw error;
      if (!isLacking && !isAgain) return ask(request, true);
      isLacking = true;
      throw error;
    }
  };
  return request => ask(request, false);
}
