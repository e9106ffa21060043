/** What a fresh help center is opened with, beyond what every run uses. */
export interface FreshSettings {
  readonly inboxLimit?: number;
  readonly rateLimit?: number;
  /** It has a relay, and holds what an agent sends for so long. */
  readonly sendDelayMs?: number;
}

/** A help center under test: how to reach it, and what the suite may do with it beside asking. */
export interface Target {
  /** The help center's own address, without `/api/agent/v1`. */
  readonly baseUrl: string;
  /** An API key: the suite makes its agents, inboxes and conversations with it. */
  readonly apiKey: string;
  /** Part of every name that the suite makes, so that two runs on one help center do not collide. */
  readonly run: string;
  fetch(request: Request): Promise<Response>;
  /** Opens another, empty help center; absent for one elsewhere, and what needs it is skipped there by name. */
  readonly fresh?: (settings?: FreshSettings) => Promise<Target>;
  /** Runs `work` while nothing can be read or written there; absent for one elsewhere. */
  readonly whileStorageFails?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Blocks all writes until the returned function is called; absent for one elsewhere. */
  readonly holdWrites?: () => () => void;
  /** The help center's clock; absent for one elsewhere. */
  readonly clock?: { now(): number; advance(ms: number): void };
  close(): Promise<void>;
}
