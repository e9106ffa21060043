export { addressKey, keptAddress } from '../../text/address-form.ts';
export { nameKey } from '../../text/name-key.ts';

/** Replaces lone surrogates and NUL, which both databases refuse or garble. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
