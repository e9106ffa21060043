import { trimEnd } from '../text/trim-end.ts';

/**
 * An id of the help center at an address. An address with and without a slash at its end is the same help center: the
 * client sends the same requests.
 */
export function identityOfAddress({ origin, pathname, search }: URL): string {
  return `${origin}${trimEnd(pathname, '/') || '/'}${search}`;
}
