/** A text without NUL, which one of the databases refuses and the other one cuts. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** No lone surrogate and no NUL reaches the database: both databases would refuse or garble them. */
export function cleanText(text: string): string {
  return withoutNul(text.toWellFormed());
}
