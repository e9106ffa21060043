/** A text without NUL: one of the databases refuses it, and the other one cuts the text there. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** Removes lone surrogates and NUL, which both databases refuse or garble. */
export function cleanText(text: string): string {
  return withoutNul(text.toWellFormed());
}
