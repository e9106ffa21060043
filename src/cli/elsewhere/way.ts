import { type Fetch, overNetwork } from '../../client/over-http.ts';
import { isThroughSsh } from './address.ts';
import type { PlaceElsewhere } from './resolve.ts';
import { createTunnel, type TunnelOptions } from './tunnel.ts';

/** How requests reach a help center elsewhere: the address that they name, and their carrier. */
export interface WayThere {
  readonly baseUrl: string;
  readonly fetch: Fetch;
}

/** The way of a command to a place: through SSH, which may ask at a terminal, or over the network. */
export function wayTo({ url, connectCommand }: Pick<PlaceElsewhere, 'url' | 'connectCommand'>): WayThere {
  if (!isThroughSsh(url)) return { baseUrl: url, fetch: overNetwork };
  return throughSsh(url, { connectCommand, mayAsk: process.stdin.isTTY && process.stdout.isTTY });
}

/** The way through SSH. `mayAsk`: nothing else uses the terminal. */
export function throughSsh(url: string, options: TunnelOptions): WayThere {
  return { baseUrl: `http://${new URL(url).host}`, fetch: createTunnel(url, options) };
}
