import type { SafeText } from '../../text/safe.ts';

/** The one line that reports an event, until another replaces it or the agent moves on. */
export interface Notice {
  readonly tone: 'done' | 'problem';
  readonly text: SafeText;
  /** The same in few cells, for a slow link or a narrow screen. */
  readonly short?: SafeText;
  /** It does not belong to the open box: it stays when that closes. */
  readonly sticky?: true;
  /** The problem it is about, if it is to disappear when the problem does. */
  readonly topic?: 'unsent' | 'places' | 'offline' | 'clock' | 'editor' | 'attach';
  /** The conversations whose replies were taken back one after the other, which it names together. */
  readonly takenBack?: readonly number[];
  /** It promises something about a change, and disappears when the promise no longer holds. */
  readonly promise?: NoticePromise;
}
/**
 * A change by key, and the state in which the promise of a notice about it holds; `takeBack`: as long as `z` can take
 * its reply back.
 */
export interface NoticePromise {
  readonly key: string;
  readonly state: 'held' | 'sending' | 'asks' | 'refused' | 'takeBack';
  /** It promises that Enter lists the conversations that were refused. */
  readonly isListed?: true;
}
