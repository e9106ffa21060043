import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Title } from './change.ts';

/** `Archived #12` or `Archived 2 conversations`, with a suffix: ` to Ana Ortiz`. */
export function countedTitle(verb: SafeText, ids: readonly number[], rest: SafeText = t``): Title {
  const what = ids.length === 1 ? t`#${ids[0]!}` : counted(ids.length, t`conversation`);
  return { text: t`${verb} ${what}${rest}`, short: ids.length === 1 ? verb : t`${verb} ${ids.length}` };
}
