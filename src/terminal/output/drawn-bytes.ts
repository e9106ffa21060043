/** The modes that the way in and a frame set, and the questions that they ask. */
const MODES = '\\?(?:1049h|7l|2004h|25[hl]|2026[hl]|(?:69|2004)\\$p)|[56]n';
/** Moves of the cursor, erasures, and SGR. */
const DRAWING = '[\\d;]*[A-HJKXdm]';
const DRAWN = new RegExp(`^(?:\\x1b(?:\\[(?:${MODES}|${DRAWING})|[78M])|[\\r\\b\\v]|[^\\0-\\x1f\\x7f-\\x9f])*$`, 'u');

/** Whether these bytes are only those with which a stage draws its first frame: others could do harm. */
export function isDrawn(bytes: string): boolean {
  return DRAWN.test(bytes);
}
