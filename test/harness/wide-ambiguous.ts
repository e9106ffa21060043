import type { IUnicodeVersionProvider } from '@xterm/headless';
import stringWidth from 'string-width';

/** A terminal of East Asia: characters of doubtful width take two cells. */
export const WIDE_AMBIGUOUS: IUnicodeVersionProvider = {
  version: 'wide ambiguous',
  wcwidth: point => Math.min(2, stringWidth(String.fromCodePoint(point), { ambiguousIsNarrow: false })) as 0 | 1 | 2,
  charProperties(point, before) {
    const columns = this.wcwidth(point);
    const joins = columns === 0 && before !== 0;
    return ((joins ? (before >> 1) & 3 : columns) << 1) | (joins ? 1 : 0);
  },
};
