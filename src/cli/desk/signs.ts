import { charsetOf } from '../../terminal/tty.ts';
import type { DeskTold } from '../settings/table.ts';

/** How the desk's signs are drawn, and how ambiguous characters are counted. */
export interface Signs {
  readonly ascii: boolean;
  /** Nothing beyond ASCII, not even in customers' texts. */
  readonly isSevenBit: boolean;
  readonly ambiguous: 1 | 2;
  /** The terminal is asked how wide it draws an ambiguous character; until it answers, one column is assumed. */
  readonly isMeasured: boolean;
}

/** The signs for this terminal. Where ambiguous characters take two columns, the desk's own would: they are ASCII. */
export function signsOf(environment: NodeJS.ProcessEnv, told: Pick<DeskTold, 'ascii' | 'ambiguous'>): Signs {
  const charset = charsetOf(environment);
  const ambiguous = told.ambiguous === 'auto' ? 1 : told.ambiguous;
  const ascii = ambiguous === 2 || (told.ascii ?? charset !== 'unicode');
  return {
    ascii,
    isSevenBit: told.ascii !== false && charset === 'ascii',
    ambiguous,
    isMeasured: told.ambiguous === 'auto' && !ascii,
  };
}
