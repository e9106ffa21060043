import { join, type SafeText } from '../../text/safe.ts';
import { signs } from '../theme.ts';

/** A horizontal line of so many columns; nothing where there are none. */
export function rule(columns: number): SafeText {
  return join(Array.from({ length: Math.max(0, columns) }, () => signs.rule));
}
