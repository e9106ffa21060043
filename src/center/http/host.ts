import { isIPv6 } from 'node:net';
import { isLoopback } from './network.ts';

/** A host in the form in which hosts are compared, without its port; undefined for a text that is not a host. */
function nameIn(host: string): string | undefined {
  const address = `http://${host}/`;
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(host) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, '');
}

function nameOf(host: string): string | undefined {
  return nameIn(isIPv6(host) ? `[${host}]` : host);
}

/** Whether a text is a host name or an address, without a port. */
export function isHost(text: string): boolean {
  return nameOf(text) !== undefined && (isIPv6(text) || !/:\d*$/.test(text));
}

/** Makes the test whether a `Host` is served: this machine's own names, and the given ones. */
export function createServedHosts(names: readonly string[]): (host: string) => boolean {
  const served = new Set(names.map(nameOf));
  return host => {
    const name = nameIn(host);
    return name !== undefined && (served.has(name) || isLoopback(name));
  };
}
