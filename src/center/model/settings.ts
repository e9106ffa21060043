import { type DatabaseSettings, defaultDatabase } from '../database/store.ts';

/** The options of an operator; every one has a default. */
export interface CenterSettings extends DatabaseSettings {
  /** The most inboxes, including the built-in ones. */
  readonly inboxLimit: number;
  /** Requests per minute and token. */
  readonly rateLimit: number;
  /** The proxies whose `X-Forwarded-For` is believed: IP addresses and networks such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** Further API keys besides the stored ones, in clear text, such as the one from the environment. */
  readonly apiKeys: readonly string[];
  /** The token of the reader of `/metrics`; absent: there are none. */
  readonly metricsToken?: string;
  /** The cost of a password's hash: scrypt's N as a power of two. Lower only in tests. */
  readonly passwordCost: number;
  /** The most open event streams of one token; a desk needs one. */
  readonly streamsPerToken: number;
  /** The most open event streams of one server. */
  readonly streams: number;
  /** Milliseconds between two signs of life on an event stream. */
  readonly heartbeatMs: number;
  /** Milliseconds between two checks for changes by other processes on the same database. */
  readonly pollMs: number;
  /** How long an agent counts as present after the end of its event stream, in milliseconds. */
  readonly presenceMs: number;
  /** After this many months without anything a contact is erased; 0: never. */
  readonly eraseAfterMonths: number;
  /** A customer’s answer to a conversation that was closed for more days opens a new one; 0: it always reopens the old one. */
  readonly reopenDays: number;
  /** How many events are kept for clients that resume. */
  readonly eventsKept: number;
}

/** The defaults. */
export const defaultSettings: CenterSettings = {
  inboxLimit: 100,
  rateLimit: 3_000,
  trustedProxies: [],
  apiKeys: [],
  passwordCost: 15,
  streamsPerToken: 20,
  streams: 1_000,
  heartbeatMs: 22_000,
  pollMs: 1_000,
  presenceMs: 10_000,
  eraseAfterMonths: 0,
  reopenDays: 0,
  eventsKept: 10_000,
  ...defaultDatabase,
};
