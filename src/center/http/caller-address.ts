import { isIP } from 'node:net';
import { createNetworks } from './network.ts';

/**
 * Names the caller of a request, for throttling: `forwarded` is its `X-Forwarded-For`, `peer` the other end of the
 * connection.
 */
export type CallerAddress = (forwarded: string | null, peer: string) => string;

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1` or `[2001:db8::1]:4711` without the port. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

function addressIn(hop: string | undefined): string | undefined {
  const address = withoutPort(hop?.trim() ?? '').replace(/%.*$/, '');
  return isIP(address) ? address : undefined;
}

/** The eight groups of an IPv6 address, as hexadecimal numbers without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

function fromHex(group: string): readonly number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 0xff];
}

/** One subscriber usually has a whole /64 of IPv6, and may change the address within it at will. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const isMapped = groups[5] === 'ffff' && groups.slice(0, 5).every(group => group === '0');
  return isMapped ? groups.slice(6).flatMap(fromHex).join('.') : `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Returns a function that names callers: an IPv4 address, an IPv6 network of 64 bits, or the peer's name if it has no
 * address. A trusted proxy is believed about the address before it: the right-most address in `X-Forwarded-For` that is
 * not a trusted proxy is the caller. The caller wrote everything to the left of it, so that is ignored.
 */
export function createCallerAddress(trustedProxies: readonly string[]): CallerAddress {
  const trusted = createNetworks(trustedProxies);
  return (forwarded, peer) => {
    const hops = forwarded?.split(',') ?? [];
    let address = addressIn(peer) ?? peer;
    while (trusted.has(address)) {
      const hop = addressIn(hops.pop());
      if (hop === undefined) break;
      address = hop;
    }
    return networkOf(address);
  };
}
