import { isMultiplexed } from './tty.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The letters of OSC 133, as shells use them, by what begins there; `end`: the answer is over. */
const LETTERS = { prompt: 'A', typed: 'B', answer: 'C', end: 'D' } as const;
export type AnswerMark = keyof typeof LETTERS;

/** The values of a variable by which a terminal shows that it knows the marks. */
const KNOWN: readonly (readonly [variable: string, value: RegExp])[] = [
  ['TERM', /^(?:xterm-kitty|xterm-ghostty|foot|foot-\w+|wezterm|contour)$/],
  ['TERM_PROGRAM', /^(?:iTerm\.app|WezTerm|vscode|ghostty)$/],
  ['KONSOLE_VERSION', /./],
  ['WT_SESSION', /./],
];

/** Whether the terminal is known to jump from mark to mark. One behind a multiplexer is not: that keeps the text itself. */
export function knowsAnswerMarks(env: Environment): boolean {
  return !isMultiplexed(env) && KNOWN.some(([variable, value]) => value.test(env[variable] ?? ''));
}

/** The bytes of a mark. */
export function answerMark(mark: AnswerMark): string {
  return `\x1b]133;${LETTERS[mark]}\x1b\\`;
}
