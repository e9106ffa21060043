/**
 * A CR goes to the left margin, if there is one (`AT_MARGIN` in `csi.ts`): some terminals only claim to know the mode.
 */
export const TRY_MARGINS = '\x1b[?69h\x1b[2;9s\x1b[2;5H\r\x1b[6n\x1b[s';
export const DROP_MARGINS = '\x1b[?69l';
