import { cut } from '../../text/cut.ts';
import { safeLine } from '../../text/safe.ts';
import type { CompletionWord } from './completion-request.ts';
import { MAX_OFFERED } from './live-values.ts';

/** The line that lets the shell complete the name of a file itself. No value begins with a colon. */
export const COMPLETE_FILES = ':files';

/** In columns. */
const MAX_HELP = 60;

/**
 * The candidates that begin as typed, a line each: the word, a tab, and its meaning. A word that is unsafe as a line is
 * left out, because it could not be shown as it is; so is one that the command would take for a flag, unless `isValue`
 * is set.
 */
export function candidateLines(
  candidates: readonly CompletionWord[],
  typed: string,
  isValue = false,
): readonly string[] {
  const mayDash = isValue || typed.startsWith('-');
  return candidates
    .filter(({ value }) => value !== '' && value.startsWith(typed))
    .filter(({ value }) => safeLine(value) === value && (mayDash ? !value.startsWith(':') : !/^[-:]/.test(value)))
    .slice(0, MAX_OFFERED)
    .map(({ value, help = '' }) => (help === '' ? value : `${value}\t${cut(safeLine(help), MAX_HELP)}`));
}
