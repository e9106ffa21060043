import { type SafeText, safeLine } from '../text/safe.ts';

/** What went wrong, in the words of whatever was thrown. */
export function reasonOf(problem: unknown): SafeText {
  return safeLine(problem instanceof Error ? problem.message : String(problem));
}
