import { domainOf } from '../../../text/same-domain.ts';
import { isNoReply } from '../../intake/customer.ts';

/** The addresses of programs, by the part before the `@`. */
const PROGRAMS = /^(?:mailer-daemon|postmaster|bounces?|daemon|root|nobody)(?:[+._-].*)?$/i;

/** Whether mail to an address is not read. */
export function isUnreadAddress(address: string): boolean {
  return isNoReply(address) || PROGRAMS.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Domains at which everybody can have an address. If an inbox has one there, its customers may be at the same domain,
 * and those are not colleagues.
 */
const SHARED = new RegExp(
  `^(?:${[
    '(?:gmail|googlemail|icloud|aol|fastmail|zoho|hey|mail|comcast|verizon|bigpond|foxmail|rediffmail|qq|163|126|naver)\\.(?:com|net)',
    '(?:me|mac|att|sbcglobal|sina|tutanota|inbox)\\.(?:com|net)',
    '(?:posteo|freenet|web|t-online|tutanota)\\.(?:de|net)|mailbox\\.org|tuta\\.(?:com|io)',
    '(?:orange|wanadoo|laposte|free|sfr)\\.(?:fr|net)|(?:libero|virgilio|tiscali|alice)\\.it',
    '(?:wp|o2|onet|interia)\\.(?:pl|eu)|(?:seznam|centrum)\\.cz|bluewin\\.ch|(?:telenet|skynet)\\.be|(?:ziggo|kpnmail)\\.nl',
    '(?:mail|rambler|bk|list)\\.ru|ukr\\.net|abv\\.bg|(?:uol|bol|terra)\\.com\\.br',
    '(?:outlook|hotmail|live|msn|yahoo|ymail|gmx|yandex|proton|protonmail|pm)\\.(?:[a-z]{2,4}|com?\\.[a-z]{2})',
  ].join('|')})$`,
);

/**
 * Whether an address belongs to the organisation that the inboxes with these addresses belong to: mail from there is
 * not a customer's.
 */
export function isOfOurs(address: string, inboxAddresses: readonly string[]): boolean {
  const domain = domainOf(address);
  return inboxAddresses.some(one => {
    const own = domainOf(one);
    return !SHARED.test(own) && (domain === own || domain.endsWith(`.${own}`));
  });
}
