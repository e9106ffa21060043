type Environment = Readonly<Record<string, string | undefined>>;

/** GNU screen drops a longer control string. */
const MAX_SCREEN_STRING = 500;

/** Sequences so that tmux or screen, if one stands between, hands them on to the person's terminal. */
export function passedThrough(sequences: string, env: Environment): string {
  if (env.TMUX) return `\x1bPtmux;${sequences.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (!env.STY) return sequences;
  const parts = sequences.match(new RegExp(`[\\s\\S]{1,${MAX_SCREEN_STRING}}`, 'g')) ?? [];
  return parts.map(part => `\x1bP${part}\x1b\\`).join('');
}
