import { type SafeText, safeLine, t } from './safe.ts';

/** A rounded number with its thousands separated: `12,480`. */
export function grouped(value: number): SafeText {
  // Intl's tables take 10 ms to load.
  const whole = String(Math.round(value));
  return whole.length < 4 ? safeLine(whole) : safeLine(whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** A larger number says no more than this one and a plus. */
const MAX_COUNT = 9_999;

/** A number in few cells: `312`, `9999+` from 10,000 on; with a plus, too, if there are more. */
export function countText(number: number, isMore = false): SafeText {
  return safeLine(number > MAX_COUNT ? `${MAX_COUNT}+` : isMore ? `${number}+` : String(number));
}

/** `1 mail`, `12,480 mails`. */
export function counted(count: number, noun: SafeText): SafeText {
  return count === 1 ? t`1 ${noun}` : t`${grouped(count)} ${noun}s`;
}

const ENDINGS = ['th', 'st', 'nd', 'rd'];

/** `1st`, `2nd`, `11th`, `1,021st`. */
export function ordinal(value: number): SafeText {
  const isTeen = value % 100 > 10 && value % 100 < 20;
  return t`${grouped(value)}${safeLine((isTeen ? undefined : ENDINGS[value % 10]) ?? 'th')}`;
}
