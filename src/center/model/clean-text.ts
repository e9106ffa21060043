/** A text without NUL, which one of the databases refuses and the other one cuts. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** No lone surrogate and no NUL reaches the database: both databases would refuse or garble them. */
export const cleanText = (text: string): string => withoutNul(text.toWellFormed());
