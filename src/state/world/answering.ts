import type { SafeText } from '../../text/safe.ts';

/** The places to which the desk can go after a reply. */
export const AFTER_SENDING = ['stay', 'next', 'list'] as const;

/** How the desk goes on after a reply, as the agent's settings say. */
export interface Answering {
  /** The name of the status that `send and close` sets. */
  readonly afterReply: SafeText;
  /** Where the desk goes; a queue goes on by itself. */
  readonly afterSending: (typeof AFTER_SENDING)[number];
  /** A conversation without an agent becomes the agent's own. */
  readonly assignsOnReply: boolean;
}
