import { ASCII_FORMS } from './ascii-forms.ts';
import type { SafeText } from './safe.ts';
import { graphemes } from './width.ts';

const SIGNS = new RegExp(`[${Object.keys(ASCII_FORMS).join('')}]`, 'gu');

/** A text with our signs in ASCII; if nothing else can be shown (`isSevenBit`), with `?` for every other character. */
export function inAscii(text: SafeText, isSevenBit: boolean): SafeText {
  const signed = text.replace(SIGNS, sign => ASCII_FORMS[sign]!) as SafeText;
  if (!isSevenBit || !/[^ -~\n]/.test(signed)) return signed;
  const shown = graphemes(signed).map(({ text: cluster, width }) =>
    /^[ -~\n]+$/.test(cluster) ? cluster : '?'.repeat(width),
  );
  return shown.join('') as SafeText;
}
