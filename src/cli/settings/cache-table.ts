import { inTable, type Setting } from './setting.ts';
import { wholeNumberValue } from './takes.ts';

/** The settings of a desk's cache of a help center elsewhere, and of reading ahead. */
export const cacheTable = inTable('cache', {
  days: {
    takes: wholeNumberValue(1, 3_650),
    help: 'days for which conversations are kept after you last read them, and for which you can undo your changes',
    default: 30,
  },
  conversations: {
    takes: wholeNumberValue(100, 1_000_000),
    help: 'how many conversations are kept at most',
    default: 100_000,
  },
  megabytes: {
    takes: wholeNumberValue(0, 100_000),
    help: 'how large the file of one help center may grow; 0: nothing is kept',
    default: 200,
  },
  ahead_kilobytes: {
    takes: wholeNumberValue(0, 1_000_000),
    help: 'how much may be read before it is asked for, each time the desk runs',
    default: 512,
  },
  along_kilobytes: {
    takes: wholeNumberValue(1, 1_000_000),
    help: 'how much is read at most to take conversations along',
    default: 4_096,
  },
} as const satisfies Readonly<Record<string, Omit<Setting, 'tables'>>>);

/** The limits of the cache and of reading ahead: the settings file's values, or the defaults. */
export type CacheTold = { readonly [Name in keyof typeof cacheTable]: number };

/** All of them, with the defaults of those that the file does not have. */
export function cacheSettings(told: Partial<CacheTold>): CacheTold {
  const defaults = Object.entries(cacheTable).map(([name, setting]) => [name, setting.default]);
  return { ...(Object.fromEntries(defaults) as CacheTold), ...told };
}
