/** The parts of stdin or stdout that show whether it is a terminal. */
interface MaybeTty {
  readonly isTTY?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the desk can run on a terminal; if not, a sentence with the reason and the remedy. */
export type TerminalCheck = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Whether the desk can run here. If not, `message` gives the reason and the remedy in one line; the exit code is 2. */
export function checkTerminal(env: Environment, stdin: MaybeTty, stdout: MaybeTty): TerminalCheck {
  const missing = !stdin.isTTY ? 'standard input' : !stdout.isTTY ? 'standard output' : undefined;
  if (missing) {
    return no(
      `${missing} is not a terminal. Start it in one (over SSH with "ssh -t"), or see "frontdesk --help" for commands that need none; "frontdesk --plain" works in lines.`,
    );
  }
  const term = env.TERM ?? '';
  if (term !== '' && term !== 'dumb' && term !== 'unknown') return { ok: true };
  const what = term === '' ? 'TERM is not set' : `TERM is "${term}", which cannot move the cursor`;
  return no(`${what}. Set it to what your terminal is, for example TERM=xterm-256color, or use frontdesk --plain.`);
}

function no(reason: string): TerminalCheck {
  return { ok: false, message: `The desk needs a terminal: ${reason}` };
}

/** The terminal's size in cells; a terminal that reports 0x0 counts as 80x24. */
export function terminalSize(stdout: { columns?: number; rows?: number }): { columns: number; rows: number } {
  return { columns: stdout.columns || 80, rows: stdout.rows || 24 };
}

/**
 * How long a lone Esc waits, in ms: `ESCDELAY` as ncurses reads it (0 to 10000), otherwise the setting, otherwise 100.
 */
export function escapeDelayMs(env: Environment, setting = 100): number {
  const asked = env.ESCDELAY ?? '';
  return /^\d{1,5}$/.test(asked) && Number(asked) <= 10_000 ? Number(asked) : setting;
}

/** Whether mosh-server started us or our shell. It sets no variable of its own, but this one for ncurses (mosh 1.4). */
export function isMosh(env: Environment): boolean {
  return Boolean(env.NCURSES_NO_UTF8_ACS);
}

/**
 * Whether a terminal multiplexer or mosh stands between us and the link. Its answers come from itself, so they time
 * nothing.
 */
export function isMultiplexed(env: Environment): boolean {
  return Boolean(env.TMUX || env.STY || env.ZELLIJ) || isMosh(env) || /^(screen|tmux)/.test(env.TERM ?? '');
}

/**
 * Whether the terminal may be asked about its features. A multiplexer has no left and right margins; the Linux console
 * would print the question.
 */
export function asksTerminal(env: Environment): boolean {
  return !isMultiplexed(env) && env.TERM !== 'linux';
}

/** The characters beyond ASCII that may be written: all, customers' texts but none of our signs, or none. */
export type Charset = 'unicode' | 'ascii signs' | 'ascii';

/**
 * The characters that this terminal can display. A locale other than UTF-8 means an 8-bit terminal, which takes some
 * bytes of UTF-8 for controls; without any locale UTF-8 is assumed. The Linux console knows UTF-8, but its fonts lack
 * our signs.
 */
export function charsetOf(env: Environment): Charset {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (locale !== '' && !/utf-?8/i.test(locale)) return 'ascii';
  return env.TERM === 'linux' ? 'ascii signs' : 'unicode';
}
