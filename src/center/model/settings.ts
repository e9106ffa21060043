import { type DatabaseSettings, defaultDatabase } from '../database/settings.ts';

/** What an operator may set; every one has a default. */
export interface CenterSettings extends DatabaseSettings {
  /** How many inboxes there may be, built-in ones included. */
  readonly inboxLimit: number;
  /** Requests a minute and token. */
  readonly rateLimit: number;
  /** The proxies whose `X-Forwarded-For` is believed: IP addresses and networks such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** More API keys than the stored ones, in clear text, such as the one from the environment. */
  readonly apiKeys: readonly string[];
  /** Cost of a password's hash: scrypt's N as a power of two. Lower only in tests. */
  readonly passwordCost: number;
  /** Event streams that one token may have open at once; a desk needs one. */
  readonly streamsPerToken: number;
  /** Event streams that one server has open at once. */
  readonly streams: number;
  /** Milliseconds between two signs of life on an event stream. */
  readonly heartbeatMs: number;
  /** Milliseconds between two looks for what other processes on the same database changed. */
  readonly pollMs: number;
  /** How many events are kept for those who resume. */
  readonly eventsKept: number;
}

/** What holds where the operator says nothing. */
export const defaultSettings: CenterSettings = {
  inboxLimit: 100,
  rateLimit: 3_000,
  trustedProxies: [],
  apiKeys: [],
  passwordCost: 15,
  streamsPerToken: 20,
  streams: 1_000,
  heartbeatMs: 25_000,
  pollMs: 1_000,
  eventsKept: 10_000,
  ...defaultDatabase,
};
