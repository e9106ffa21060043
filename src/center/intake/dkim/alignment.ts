import { domainToASCII } from 'node:url';
import { getAlignment } from 'mailauth/lib/tools.js';

/**
 * How a signing domain stands to that of From: the same; a parent of it; one of the same organisation (RFC 9989, by the
 * public suffix list); another one.
 */
export type Alignment = 'same' | 'parent' | 'organisation' | 'none';

/** Characters that no domain has. `domainToASCII` would leave some of them out, or end the domain there. */
const NO_DOMAIN = /[^\p{L}\p{M}\p{N}._-]/u;

/** A domain in lower case and in A-labels; empty for other texts. */
function canonical(domain: string): string {
  return NO_DOMAIN.test(domain) ? '' : domainToASCII(domain).replace(/\.$/, '');
}

/** A public suffix, such as `co.uk`, speaks for no domain below it. */
export function alignmentOf(fromDomain: string, signingDomain: string): Alignment {
  const [from, by] = [canonical(fromDomain), canonical(signingDomain)];
  if (from === '' || by === '') return 'none';
  if (from === by) return 'same';
  if (getAlignment(from, [by]) === false) return 'none';
  return from.endsWith(`.${by}`) ? 'parent' : 'organisation';
}
