import { type SafeText, safeLine, t } from './safe.ts';

/** A rounded number with its thousands separated: `12,480`. */
export function grouped(value: number): SafeText {
  // Intl's tables take 10 ms to load.
  return safeLine(String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** `1 mail`, `12,480 mails`. */
export function counted(count: number, noun: SafeText): SafeText {
  return count === 1 ? t`1 ${noun}` : t`${grouped(count)} ${noun}s`;
}
