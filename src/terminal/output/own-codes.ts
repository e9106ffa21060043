/** A unit that may be a mark: none is in Latin, in the signs of the desk, or in the scripts of China, Japan and Korea. */
const MARK = '[\\u0300-\\u1fff\\u20d0-\\u20ff\\u2c00-\\u33ff\\ua000-\\uabff\\ud7a4-\\uffff]';

/** A control character that is not a tab or line feed, or an escape other than a plain style that no mark follows. */
const FOREIGN = new RegExp(`[\\x00-\\x08\\x0b-\\x1a\\x1c-\\x1f\\x7f-\\x9f]|\\x1b(?!\\[[\\d;]*m(?!${MARK}))`);

/**
 * Whether Ink would leave a text as it is when it removes codes that could harm its layout: it has only styles, and
 * none stands before a possible mark. Ink itself would take the text apart to find that out.
 */
export function hasOwnCodesOnly(text: string): boolean {
  return !FOREIGN.test(text);
}
