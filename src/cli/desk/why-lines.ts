import type { OptionValueSource } from 'commander';
import { type SafeText, t } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';

const FLAG = t`Line mode is on: --plain.`;
const DUMB = t`Line mode is on: TERM is dumb.`;

/** The sentence for each other place that can set the flag. */
const ELSEWHERE: Readonly<Record<string, SafeText>> = {
  env: t`Line mode is on: ACCESSIBLE is set. --no-plain shows the screen.`,
  config: t`Line mode is on: the setting plain. --no-plain shows the screen.`,
};

/** The flag `plain`, and the place that set it. */
interface PlainFlag {
  readonly plain: boolean | undefined;
  readonly source: OptionValueSource | undefined;
}

/**
 * Why the desk speaks in lines, as the sentence that it begins with; undefined if it draws a screen. A dumb terminal gets
 * lines unless a flag or a setting forbids them.
 */
export function whyLines(
  { plain, source }: PlainFlag,
  { environment, stdin, stdout }: Pick<Shell, 'environment' | 'stdin' | 'stdout'>,
): SafeText | undefined {
  if (plain === true) return ELSEWHERE[source ?? ''] ?? FLAG;
  const isDumb = environment.TERM === 'dumb' && stdin.isTTY && stdout.isTTY;
  return plain === undefined && isDumb ? DUMB : undefined;
}
