import { passedThrough } from './passthrough.ts';
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
