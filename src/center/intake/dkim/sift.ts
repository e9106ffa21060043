import { keptAddress } from '../../../text/address-form.ts';
import { memoize } from '../../model/memoize.ts';
import { readReferences } from '../mime/named.ts';
import type { Alignment } from './alignment.ts';
import { type RawField, type RawHead, rawValue, readRawHead } from './raw-head.ts';

/** A signature that is worth a look. */
export interface SignatureCandidate {
  readonly field: RawField;
  /** The names of the fields that it says it covers, in lower case. */
  readonly covers: ReadonlySet<string>;
  /** Where its key is in DNS. */
  readonly keyName: string;
}

/** Why no signature of a mail is worth a look. */
export type NoCandidate = 'head' | 'from' | 'unsigned' | 'elsewhere' | 'part';

/** The signatures of a mail that are worth a look, before any of them is checked. */
export interface Sifted {
  readonly head: RawHead | undefined;
  readonly fromDomain: string;
  readonly candidates: readonly SignatureCandidate[];
  /** Absent if there are candidates. */
  readonly none?: NoCandidate;
}

/** Further ones are not looked at. */
const MAX_CANDIDATES = 4;
const MAX_SIGNATURE_BYTES = 16 * 1_024;
/** The longest name in DNS. */
const MAX_NAME = 253;

/** The tags of a signature (RFC 6376, section 3.2). The verifier reads them again, and by all the rules. */
function tagsOf(field: RawField): ReadonlyMap<string, string> {
  const pairs = rawValue(field).split(';');
  return new Map(
    pairs.map(pair => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).replace(/\s+/g, '')];
    }),
  );
}

function candidateIn(field: RawField, alignedTo: (domain: string) => Alignment): SignatureCandidate | NoCandidate {
  if (field.bytes.length > MAX_SIGNATURE_BYTES) return 'elsewhere';
  const tags = tagsOf(field);
  const [domain, selector] = [tags.get('d') ?? '', tags.get('s') ?? ''];
  const keyName = `${selector}._domainkey.${domain}`.toLowerCase();
  if (!/^[\x21-\x7e]+$/.test(keyName) || keyName.length > MAX_NAME || alignedTo(domain) === 'none') return 'elsewhere';
  if (tags.has('l')) return 'part';
  return { field, keyName, covers: new Set((tags.get('h') ?? '').toLowerCase().split(':')) };
}

function siftFields(
  signatures: readonly RawField[],
  alignedTo: (domain: string) => Alignment,
): SignatureCandidate[] | NoCandidate {
  const found: SignatureCandidate[] = [];
  let none: NoCandidate = 'elsewhere';
  for (const field of signatures) {
    const each = candidateIn(field, alignedTo);
    if (typeof each === 'object') found.push(each);
    else if (each === 'part') none = each;
    if (found.length === MAX_CANDIDATES) break;
  }
  return found.length > 0 ? found : none;
}

const QUOTED = /"(?:[^"\\]|\\.)*"|\([^()]*\)/g;
const BETWEEN = /[\s<>,;:]+/;

/** The domain of the only address in the only From; undefined for any other mail, and if a second address stands in it. */
function fromDomainOf({ fields }: RawHead): string | undefined {
  const [from, ...others] = fields.filter(({ name }) => name === 'from');
  if (!from || others.length > 0) return undefined;
  const text = from.bytes.toString();
  const value = text.slice(text.indexOf(':') + 1).replace(/\r?\n/g, '');
  const { authors } = readReferences([{ name: 'from', value }]);
  const email = authors.length === 1 ? authors[0]!.email : null;
  const words = value.replace(QUOTED, '').split(BETWEEN);
  const isAlone = words.every(each => !each.includes('@') || keptAddress(each) === email);
  return isAlone && email !== null ? email.slice(email.lastIndexOf('@') + 1) : undefined;
}

/** It brings the public suffix list. Once, because a repeated import costs a fifth of a check. */
const alignment = memoize(() => import('./alignment.ts'));

/**
 * Chooses the signatures that can vouch for the From of a mail: at most four, by its domain or one of its organisation, over
 * the whole body. The others, however many they are, cost one look at their text.
 */
export async function sift(mail: Buffer): Promise<Sifted> {
  const head = readRawHead(mail);
  const without = (none: NoCandidate): Sifted => ({ head, fromDomain: '', candidates: [], none });
  const signatures = head?.fields.filter(({ name }) => name === 'dkim-signature') ?? [];
  if (!head) return without('head');
  if (signatures.length === 0) return without('unsigned');
  const fromDomain = fromDomainOf(head);
  if (fromDomain === undefined) return without('from');
  const { alignmentOf } = await alignment();
  const found = siftFields(signatures, domain => alignmentOf(fromDomain, domain));
  return typeof found === 'string' ? without(found) : { head, fromDomain, candidates: found };
}

/** The names of the keys of its signatures. */
export function signatureKeyNames({ candidates }: Sifted): string[] {
  return [...new Set(candidates.map(({ keyName }) => keyName))];
}

/** The bytes of the topmost Authentication-Results. Undefined without one, or if programs read the header differently. */
export function topmostResultsOf({ head }: Sifted): string | undefined {
  const results = head?.fields.find(({ name }) => name === 'authentication-results');
  return results && rawValue(results);
}
