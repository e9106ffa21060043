import { type SafeText, safeLine, t } from './safe.ts';

/** A rounded number with its thousands separated: `12,480`. */
export function grouped(value: number): SafeText {
  const whole = Math.round(value);
  // Intl's tables take 10 ms to load, and most numbers need none of them.
  return safeLine(Math.abs(whole) < 1_000 ? String(whole) : whole.toLocaleString('en'));
}

/** `1 mail`, `12,480 mails`. */
export function counted(count: number, noun: SafeText): SafeText {
  return count === 1 ? t`1 ${noun}` : t`${grouped(count)} ${noun}s`;
}
