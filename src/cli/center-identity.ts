import { trimEnd } from '../text/trim-end.ts';

/**
 * An id of the help center at an address. An address with and without a slash at its end is the same help center: the
 * client sends the same requests.
 */
export function identityOfAddress({ protocol, origin, host, pathname, search }: URL): string {
  // The user of an ssh:// address is the service there, and its agents are known by their keys.
  const there = origin === 'null' ? `${protocol}//${host}` : origin;
  return `${there}${trimEnd(pathname, '/') || '/'}${search}`;
}
