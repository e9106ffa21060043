import { join, type SafeText } from '../../text/safe.ts';
import { signs } from '../theme.ts';

/** A horizontal line, `columns` wide; nothing if that is 0 or less. */
export function rule(columns: number): SafeText {
  return join(Array.from({ length: Math.max(0, columns) }, () => signs.rule));
}
