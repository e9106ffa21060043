import { domainToASCII } from 'node:url';
import type { Mail } from '../../../intake/mime/parse-mail.ts';
import { type AuthenticationResult, readAuthenticationResults } from './authentication-results.ts';
import { soleAuthor } from './sole-author.ts';

/** These would end the host in a URL, and so do for `domainToASCII`; no domain has them. */
const NO_DOMAIN = /[\s/?#\\%:[\]]/;

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

function speaksFor(domain: string) {
  return ({ method, result, properties }: AuthenticationResult): boolean => {
    if (result !== 'pass' || !Object.hasOwn(DOMAINS_OF, method)) return false;
    const values = DOMAINS_OF[method]!.map(name => properties.get(name)).find(each => each !== undefined) ?? [];
    return values.length > 0 && values.every(value => isAligned(domainOf(value), domain));
  };
}

/**
 * Whether the site's own mail server, `authservId`, says that a mail came from the domain in its From: by DMARC, or by
 * SPF or DKIM of that domain. What others say does not count, nor does anything if the server contradicts it or cannot
 * be understood.
 */
export function isVerified(mail: Pick<Mail, 'authors' | 'authenticationResults'>, authservId?: string): boolean {
  const domain = domainOf(soleAuthor(mail)?.email ?? '');
  if (!authservId || domain === '') return false;
  const name = authservId.trim().toLowerCase();
  const fields = mail.authenticationResults
    .map(readAuthenticationResults)
    .filter(found => found?.authservId === name)
    .map(found => found!.results);
  if (fields.includes(undefined)) return false;
  const results = fields.flatMap(each => each ?? []);
  const isRefused = results.some(({ method, result }) => method === 'dmarc' && result === 'fail');
  return !isRefused && results.some(speaksFor(domain));
}
