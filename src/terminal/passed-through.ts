import { isMultiplexed } from './tty.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals stop reading such a sequence after about 100,000 characters. */
const MAX_BYTES = 74_994;

/**
 * The bytes (OSC 52) that put a text on the clipboard of the person's terminal, through tmux or screen if one stands
 * between. Undefined if the text is too long, or if the terminal would print them.
 */
export function clipboardBytes(text: string, env: Environment): string | undefined {
  if (env.TERM === 'linux' || Buffer.byteLength(text) > MAX_BYTES) return undefined;
  const sequence = `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`;
  // tmux takes the plain sequence or the other one, depending on its settings; it cannot be asked which.
  return (env.TMUX ? sequence : '') + passedThrough(sequence, env);
}

/** Whether the terminal is known to leave the clipboard alone: then the text has to be shown. */
export function ignoresClipboard(env: Environment): boolean {
  if (env.TERM === 'linux') return true;
  return !isMultiplexed(env) && (env.TERM_PROGRAM === 'Apple_Terminal' || Boolean(env.VTE_VERSION));
}

/** The ways in which a terminal can ring. The numbers are those of the sequences that show a notification. */
export const BELLS = ['none', 'bell', 'osc9', 'osc99', 'osc777'] as const;
export type BellSequence = (typeof BELLS)[number];

const BEL = '\x07';
/** Nothing of a mail is in it: others may look at the screen, and customers choose their words. */
const WORDS = 'A customer wrote';
const NOTIFICATIONS = {
  osc9: `\x1b]9;frontdesk: ${WORDS}\x1b\\`,
  osc99: `\x1b]99;;frontdesk: ${WORDS}\x1b\\`,
  osc777: `\x1b]777;notify;frontdesk;${WORDS}\x1b\\`,
} as const;

/** The bytes that ring. The Linux console would print a notification, so it gets the bell. */
export function ringBytes(bell: Exclude<BellSequence, 'none'>, env: Environment): string {
  return bell === 'bell' || env.TERM === 'linux' ? BEL : passedThrough(NOTIFICATIONS[bell], env);
}

/** GNU screen drops a longer control string. */
const MAX_SCREEN_STRING = 500;

/** Sequences so that tmux or screen, if one stands between, hands them on to the person's terminal. */
function passedThrough(sequences: string, env: Environment): string {
  if (env.TMUX) return `\x1bPtmux;${sequences.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (!env.STY) return sequences;
  const parts = sequences.match(new RegExp(`[\\s\\S]{1,${MAX_SCREEN_STRING}}`, 'g')) ?? [];
  return parts.map(part => `\x1bP${part}\x1b\\`).join('');
}
