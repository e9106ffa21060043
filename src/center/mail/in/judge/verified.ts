import { domainToASCII } from 'node:url';
import { addressKey } from '../../../../text/address-form.ts';
import type { Signature, Signatures } from '../../../intake/dkim/check.ts';
import { emailsOf, type MailPerson } from '../../../intake/mime/address.ts';
import type { HeaderReferences } from '../../../intake/mime/named.ts';
import type { Mail } from '../../../intake/mime/parse-mail.ts';
import { saysDmarcPassed } from './topmost-results.ts';

interface Reachable extends MailPerson {
  readonly email: string;
}

function isReachable(person: MailPerson): person is Reachable {
  return person.email !== null;
}

/**
 * The person in From; undefined if it names none or several, because others may read it differently. A name that was
 * torn by its comma (`Quinn, Zoe <zoe@there>`) is not another person.
 */
export function soleAuthor({ authors }: Pick<Mail, 'authors'>): Reachable | undefined {
  const claimed = authors.filter(person => isReachable(person) || person.name.includes('@'));
  const [first, ...others] = claimed;
  if (!first || !isReachable(first)) return undefined;
  const isSame = ({ email }: MailPerson) => email?.toLowerCase() === first.email.toLowerCase();
  return others.every(isSame) ? first : undefined;
}

/** How the signatures of a mail were checked. */
export interface Trust {
  /** Absent if DNS did not answer, or if the check was given up. */
  readonly signatures?: Signatures | undefined;
  /** When the mail arrived, in milliseconds. */
  readonly arrivedAt: number;
  /** DNS did not answer for a key, so that its signature counts as one without. */
  readonly isUnanswered: boolean;
  /** The topmost Authentication-Results, if it counts in this mailbox. */
  readonly trustedResults?: string | undefined;
}

/** Whether a mail is from the address in its From, and its other certain parts. */
export type Verification =
  | {
      readonly isVerified: true;
      /** The signing domain speaks for each address of the domain of From. */
      readonly mayBeAgent: boolean;
      /** The people and Message-IDs that the signature covers. */
      readonly covered: HeaderReferences;
    }
  | { readonly isVerified: false; readonly why: WhyNot };

/** Why a mail is not verified; `WHY_NOT` has the words. */
export type WhyNot = keyof typeof WHY_NOT;

/** The rest of a sentence about a mail that is not verified. */
export const WHY_NOT = {
  from: 'its From is not one plain address',
  head: 'its header can be read in several ways',
  unsigned: 'it is not signed (DKIM)',
  elsewhere: 'it is signed by domains of others only',
  part: 'its signature leaves a part of the body out (l=)',
  dns: 'DNS did not answer for the key of its signature',
  work: 'its signatures took too long to check',
  body: 'its body was changed after it was signed',
  signature: 'its signature does not fit its header',
  key: 'DNS has no such key, or no valid one',
  algorithm: 'it is signed by an algorithm that does not count',
  weak: 'its key is shorter than 1,024 bits',
  testing: 'its key is in test mode (t=y)',
  early: 'it was signed after it arrived (t=)',
  expired: 'its signature had expired when it arrived (x=)',
  form: 'its signature is not well-formed',
} as const;

const ALGORITHMS = new Set(['rsa-sha256', 'ed25519-sha256']);
const MIN_KEY_BITS = 1_024;

/** The reasons for a failed signature, by the verifier's words. */
const REFUSED: readonly (readonly [RegExp, WhyNot])[] = [
  [/body hash/, 'body'],
  [/bad signature/, 'signature'],
  [/weak-key/, 'weak'],
  [/algorithm/, 'algorithm'],
  [/^expired/, 'expired'],
  [/key|DNS/, 'key'],
];

/** Why a signature does not count for a mail that arrived then; the first reason. Its `pass` alone says too little. */
const FAULTS: readonly (readonly [(signature: Signature, arrivedAt: number) => boolean, WhyNot])[] = [
  [({ alignment }) => alignment === 'none', 'elsewhere'],
  [({ isLimited, result }) => isLimited && result === 'pass', 'part'],
  [({ algorithm }) => !ALGORITHMS.has(algorithm), 'algorithm'],
  [({ result, expiresAt }, at) => result !== 'fail' && expiresAt !== null && expiresAt < at, 'expired'],
  [({ result, signedAt }, at) => result !== 'fail' && signedAt !== null && signedAt > at, 'early'],
  [({ algorithm, keyBits, result }) => result === 'pass' && isShort(algorithm, keyBits), 'weak'],
  [({ result, isKeyInTestMode }) => result === 'pass' && isKeyInTestMode, 'testing'],
];

function isShort(algorithm: string, keyBits: number | null): boolean {
  return algorithm.startsWith('rsa') && (keyBits ?? 0) < MIN_KEY_BITS;
}

/** Why this signature does not vouch for From; undefined if it does. */
function faultOf(signature: Signature, from: string, arrivedAt: number): WhyNot | undefined {
  const fault = FAULTS.find(([holds]) => holds(signature, arrivedAt))?.[1];
  if (fault !== undefined) return fault;
  if (signature.result !== 'pass') return REFUSED.find(([words]) => words.test(signature.reason))?.[1] ?? 'form';
  const { authors } = signature.covered;
  return authors.length === 1 && addressKey(authors[0]!.email ?? '') === from ? undefined : 'from';
}

/** The only address in From, in the form for comparing; undefined if there is another name or address in it. */
function plainFrom({ authors }: Pick<Mail, 'authors'>): string | undefined {
  const email = authors.length === 1 ? authors[0]!.email : null;
  return email === null ? undefined : addressKey(email);
}

const SPEAKS_FOR_AGENTS = new Set(['same', 'parent']);

/** By its signatures, the mail is from the address in its From. */
function bySignature(from: string, { signatures, arrivedAt, isUnanswered }: Trust): Verification {
  if (!signatures) return { isVerified: false, why: isUnanswered ? 'dns' : 'work' };
  if (signatures.none) return { isVerified: false, why: signatures.none };
  const isRead = signatures.from.length === 1 && addressKey(signatures.from[0]!) === from;
  if (!isRead) return { isVerified: false, why: 'from' };
  const faults = signatures.checked.map(each => faultOf(each, from, arrivedAt));
  const good = signatures.checked.filter((_, at) => faults[at] === undefined);
  const best = good.find(({ alignment }) => SPEAKS_FOR_AGENTS.has(alignment)) ?? good[0];
  if (best) return { isVerified: true, mayBeAgent: SPEAKS_FOR_AGENTS.has(best.alignment), covered: best.covered };
  return { isVerified: false, why: isUnanswered ? 'dns' : (faults[0] ?? 'form') };
}

/**
 * Decides whether a mail is from the address in its From: by its own signatures, or by the field of a mailbox's server
 * that is set up to be trusted, which never makes the author an agent.
 */
export function verifySender(mail: HeaderReferences, trust: Trust): Verification {
  const from = plainFrom(mail);
  if (from === undefined) return { isVerified: false, why: 'from' };
  const signed = bySignature(from, trust);
  const domain = domainToASCII(from.slice(from.lastIndexOf('@') + 1));
  if (signed.isVerified || trust.trustedResults === undefined || !saysDmarcPassed(trust.trustedResults, domain))
    return signed;
  return { isVerified: true, mayBeAgent: false, covered: mail };
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}

/** The named things that the signature covers, just as the mail has them. */
export function isCovered(mail: HeaderReferences, covered: HeaderReferences) {
  const people = (of: 'to' | 'cc' | 'replyTo') => sameTexts(emailsOf(mail[of]), emailsOf(covered[of]));
  return { recipients: people('to') && people('cc'), replyTo: people('replyTo') };
}
