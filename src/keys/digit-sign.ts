import { type SafeText, t } from '../text/safe.ts';

/** The digit that chooses the option at this index of a picker without a filter line; a blank where none is left. */
export function digitSign(index: number): SafeText {
  return index < 9 ? t`${index + 1}` : t` `;
}
