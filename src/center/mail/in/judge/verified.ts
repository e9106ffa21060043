import { domainToASCII } from 'node:url';
import type { Person } from '../../../intake/mime/address.ts';
import type { Mail } from '../../../intake/mime/parse-mail.ts';
import {
  type AuthenticationResult,
  type AuthenticationResults,
  readAuthenticationResults,
} from './authentication-results.ts';

interface Reachable extends Person {
  readonly email: string;
}

function isReachable(person: Person): person is Reachable {
  return person.email !== null;
}

/**
 * The person in From; undefined if it names none or several, because others may read it differently. A name that was
 * torn by its comma (`Quinn, Zoe <zoe@there>`) is no further person.
 */
export function soleAuthor({ authors }: Pick<Mail, 'authors'>): Reachable | undefined {
  const claimed = authors.filter(person => isReachable(person) || person.name.includes('@'));
  const [first, ...others] = claimed;
  if (!first || !isReachable(first)) return undefined;
  const isSame = ({ email }: Person) => email?.toLowerCase() === first.email.toLowerCase();
  return others.every(isSame) ? first : undefined;
}

/** What no domain has. `domainToASCII` would leave some of it out, or end the domain there. */
const NO_DOMAIN = /[^\p{L}\p{M}\p{N}._-]/u;

/** The domain of an address, or the given domain, in the form in which domains are compared; empty for other texts. */
function domainOf(value: string): string {
  const address = value.replace(/^<|>$/g, '');
  const domain = address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, '');
  return NO_DOMAIN.test(domain) ? '' : domainToASCII(domain);
}

function isWithin(domain: string, parent: string): boolean {
  return parent.includes('.') && domain.endsWith(`.${parent}`);
}

/**
 * Whether one domain can speak for the other: they are the same, or one lies within the other. DMARC also accepts
 * domains that share an organization, which only a list of all public suffixes tells; the site's server applies it.
 */
function isAligned(one: string, other: string): boolean {
  return one !== '' && (one === other || isWithin(one, other) || isWithin(other, one));
}

/** The properties that name the domain for which a method passed, the most exact one first. */
const DOMAINS_OF: Readonly<Record<string, readonly string[]>> = {
  dmarc: ['header.from'],
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom', 'smtp.mail'],
};

function domainsOf({ method, properties }: AuthenticationResult): readonly string[] {
  if (!Object.hasOwn(DOMAINS_OF, method)) return [];
  return DOMAINS_OF[method]!.map(name => properties.get(name)).find(each => each !== undefined) ?? [];
}

function speaksFor(domain: string) {
  return (told: AuthenticationResult): boolean => {
    const values = domainsOf(told);
    return told.result === 'pass' && values.length > 0 && values.every(value => isAligned(domainOf(value), domain));
  };
}

/** The site's own mail server, as its Authentication-Results show it. */
export interface Site {
  readonly authservId: string;
  /** How many of these fields it puts into each mail. */
  readonly fields: number;
}

/** The server in front of a mailbox that puts one field without its name above all others, as Exchange Online does. */
export const NAMELESS: Site = { authservId: 'nameless', fields: 1 };

function fieldsOf(site: Site, fields: readonly string[]): (AuthenticationResults | undefined)[] {
  if (site === NAMELESS)
    return fields.slice(0, 1).map(value => readAuthenticationResults(`${site.authservId}; ${value}`));
  const name = site.authservId.toLowerCase();
  return fields.map(readAuthenticationResults).filter(found => found?.authservId === name);
}

/** Whether a mail came from the domain in its From. */
export interface Verification {
  readonly isVerified: boolean;
  /** The fields that are in the site's name, if they are more or fewer than the site's server puts into each mail. */
  readonly miscounted?: number;
}

interface Told extends AuthenticationResult {
  readonly field: number;
}

/** Whether one result of a method excludes another. A field may have several of DKIM, one for each signature. */
function contradicts(one: Told, other: Told): boolean {
  if (one.method !== other.method) return false;
  const signature = (told: Told) => `${domainsOf(told)} ${told.properties.get('header.s')}`;
  const areSignatures = one.method === 'dkim' && one.field === other.field;
  if (areSignatures && signature(one) !== signature(other)) return false;
  return one.result !== other.result || `${domainsOf(one)}` !== `${domainsOf(other)}`;
}

/**
 * Asks the site's own mail server: by DMARC, or by SPF or DKIM of the domain in From. What others say does not count, nor
 * does anything if the server contradicts it or cannot be understood. The server's own fields are above forged ones, so
 * a forged one that was not removed shows in their number alone.
 */
export function verify(mail: Pick<Mail, 'authors' | 'authenticationResults'>, site: Site | undefined): Verification {
  const domain = domainOf(soleAuthor(mail)?.email ?? '');
  if (!site || domain === '') return { isVerified: false };
  const ours = fieldsOf(site, mail.authenticationResults);
  if (ours.length !== site.fields) return { isVerified: false, ...(ours.length > 0 && { miscounted: ours.length }) };
  const told = ours.flatMap((found, field) => (found!.results ?? []).map(result => ({ ...result, field })));
  const isRefused = told.some(({ method, result }) => method === 'dmarc' && result === 'fail');
  if (isRefused || ours.some(found => found!.results === undefined)) return { isVerified: false };
  const passed = told.filter(speaksFor(domain));
  return { isVerified: passed.some(one => !told.some(other => contradicts(one, other))) };
}
