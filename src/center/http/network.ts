import { BlockList, isIP } from 'node:net';
import { memoize } from '../model/memoize.ts';

/** A set of IP addresses and networks. */
export interface Networks {
  /** Whether the set contains the address; false for a text that is not an IP address. */
  has(address: string): boolean;
}

interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

function familyOf(address: string): Network['family'] | undefined {
  const version = isIP(address);
  if (version === 4) return 'ipv4';
  return version === 6 ? 'ipv6' : undefined;
}

function parse(text: string): Network | undefined {
  const [, address = '', given] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = familyOf(address);
  if (!family) return undefined;
  const longest = family === 'ipv4' ? 32 : 128;
  const prefix = given === undefined ? longest : Number(given);
  return prefix <= longest ? { address, family, prefix } : undefined;
}

/** Whether the text is an IP address or a network: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
export function isNetwork(text: string): boolean {
  return parse(text) !== undefined;
}

/**
 * Makes the set. An IPv4 address is also found in its IPv6 form (`::ffff:10.0.0.1`). Throws for a text that is not a
 * network.
 */
export function createNetworks(names: readonly string[]): Networks {
  // Most name none, and Node takes a millisecond to load the rest.
  if (names.length === 0) return { has: () => false };
  const list = new BlockList();
  for (const name of names) {
    const network = parse(name);
    if (!network) throw new Error(`${name} is neither an IP address nor a network.`);
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return {
    has: address => {
      const family = familyOf(address);
      return family !== undefined && list.check(address, family);
    },
  };
}

// Made at first use: it takes 3 ms, and a desk on its own file does not need it.
const loopback = memoize(() => createNetworks(['127.0.0.0/8', '::1']));

/**
 * Whether a host is this machine itself: `localhost` or a loopback address, IPv6 also in brackets. No other name is
 * resolved, because its address may change.
 */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || loopback().has(host.replace(/^\[(.*)\]$/, '$1'));
}
