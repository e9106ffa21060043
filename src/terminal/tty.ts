/** What the rest must know of stdin or stdout to see that it is a terminal. */
interface MaybeTty {
  readonly isTTY?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the desk can run on a terminal; if not, the sentence that says why and what to do. */
export type TerminalCheck = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Can the desk run here at all? If not, `message` says in one line why and what to do; the exit code is then 2. */
export function checkTerminal(env: Environment, stdin: MaybeTty, stdout: MaybeTty): TerminalCheck {
  const missing = !stdin.isTTY ? 'standard input' : !stdout.isTTY ? 'standard output' : undefined;
  if (missing) {
    return no(
      `${missing} is not a terminal. Start it in one (over SSH with "ssh -t"), or see "frontdesk --help" for commands that need none.`,
    );
  }
  const term = env.TERM ?? '';
  if (term !== '' && term !== 'dumb' && term !== 'unknown') return { ok: true };
  const what = term === '' ? 'TERM is not set' : `TERM is "${term}", which cannot move the cursor`;
  return no(`${what}. Set it to what your terminal is, for example TERM=xterm-256color.`);
}

function no(reason: string): TerminalCheck {
  return { ok: false, message: `The desk needs a terminal: ${reason}` };
}

/** The terminal's size in cells; one that does not know its own size (0x0) counts as 80x24. */
export function terminalSize(stdout: { columns?: number; rows?: number }): { columns: number; rows: number } {
  return { columns: stdout.columns || 80, rows: stdout.rows || 24 };
}

/**
 * How long a lone Esc waits, in ms: `ESCDELAY` as ncurses reads it (0 to 10000), else what the settings say, else 100.
 */
export function escapeDelayMs(env: Environment, setting = 100): number {
  const asked = env.ESCDELAY ?? '';
  return /^\d{1,5}$/.test(asked) && Number(asked) <= 10_000 ? Number(asked) : setting;
}

/** Does a terminal multiplexer stand between us and the link? It answers by itself, so its answers time nothing. */
export function isMultiplexed(env: Environment): boolean {
  return Boolean(env.TMUX || env.STY || env.ZELLIJ) || /^(screen|tmux)/.test(env.TERM ?? '');
}

/**
 * May the terminal be asked for left and right margins? A multiplexer has none of its own; the Linux console takes the
 * question for text.
 */
export function asksForMargins(env: Environment): boolean {
  return !isMultiplexed(env) && env.TERM !== 'linux';
}

/** What may be written beyond ASCII: all of it, customers' texts but no signs of our own, or nothing. */
export type Charset = 'unicode' | 'ascii signs' | 'ascii';

/**
 * What this terminal can be trusted with. A locale that is not UTF-8 belongs to a terminal of 8 bits, which takes some
 * bytes of UTF-8 for controls; where no locale is named at all, terminals of today are UTF-8. The Linux console knows
 * UTF-8, but its fonts lack the signs.
 */
export function charsetOf(env: Environment): Charset {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (locale !== '' && !/utf-?8/i.test(locale)) return 'ascii';
  return env.TERM === 'linux' ? 'ascii signs' : 'unicode';
}
