import { type SafeText, safeLine, t } from './safe.ts';

/** `84 kB`: at most three digits before the point. */
export function byteSize(bytes: number): SafeText {
  if (bytes < 1000) return t`${bytes} B`;
  if (bytes < 999_500) return t`${Math.round(bytes / 1000)} kB`;
  return safeLine(`${(bytes / 1_000_000).toFixed(1)} MB`);
}
