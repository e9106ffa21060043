import { domainToASCII, domainToUnicode } from 'node:url';
import { nameKey } from './name-key.ts';
import { isAscii } from './search-key.ts';

function withDomain(email: string, form: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at).normalize('NFC') + (form(email.slice(at)) || email.slice(at).toLowerCase());
}

/**
 * An address in the one form in which it is kept and compared with others: a domain beyond ASCII in its A-labels (RFC
 * 5890, `jo@xn--mnchen-3ya.example`). An address in ASCII stays as it is written.
 */
export function keptAddress(email: string): string {
  return isAscii(email) ? email : withDomain(email, domainToASCII);
}

/** An address in its form for comparing: as it is kept, without case. */
export function addressKey(email: string): string {
  return nameKey(keptAddress(email));
}

/** An address as it is shown: the domain in its own letters. */
export function shownAddress(email: string): string {
  return /@(?:.*\.)?xn--/i.test(email) ? withDomain(email, domainToUnicode) : email;
}
