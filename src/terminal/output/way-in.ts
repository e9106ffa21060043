/** The questions to the terminal on the way in. */
export interface Questions {
  /**
   * Whether to ask the terminal for left and right margins, and whether it marks pastes: only if it ignores questions
   * that it does not know.
   */
  readonly asksTerminal?: boolean | undefined;
  /** Whether to find out, once, how many columns the terminal gives a sign of doubtful width. */
  readonly measuresSigns?: boolean | undefined;
}

/** Without autowrap (?7l), a cluster that a terminal draws wider than we count never reaches the next line. */
const ENTER = '\x1b[?1049h\x1b[?7l\x1b[?2004h';
/**
 * A terminal without an alternate screen (the Linux console) is left empty, not showing the desk. A write that was not
 * finished may have left margins.
 */
export const LEAVE = '\x1b[?2026l\x1b[r\x1b[m\x1b[H\x1b[J\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l';

/** "Do you know mode 69?" It is sent before the screen is cleared: some terminals print its last letter. */
const ASK_FOR_MARGINS = '\x1b[?69$p';
/** "Do you mark pastes now?" A text that is typed ahead is then never taken for one. */
const ASK_FOR_PASTE_MARKS = '\x1b[?2004$p';
/**
 * A sign of doubtful width at the start of line 3, and the question where the cursor stands behind it (`BEHIND_SIGN` in
 * `csi.ts`). Sent before the screen is cleared.
 */
const MEASURE_SIGN = '\x1b[3;1H●\x1b[6n';

/** The sequences that take the terminal, ahead of the first frame, which clears the screen. */
export function wayIn({ asksTerminal = false, measuresSigns = false }: Questions): string {
  return `${ENTER}${asksTerminal ? ASK_FOR_MARGINS + ASK_FOR_PASTE_MARKS : ''}${measuresSigns ? MEASURE_SIGN : ''}`;
}

/**
 * A CR goes to the left margin, if there is one (`AT_MARGIN` in `csi.ts`): some terminals only claim to know the mode.
 */
export const TRY_MARGINS = '\x1b[?69h\x1b[2;9s\x1b[2;5H\r\x1b[6n\x1b[s';
export const DROP_MARGINS = '\x1b[?69l';

/** The modes that the way in and a frame set, and the questions that they ask. */
const MODES = '\\?(?:1049h|7l|2004h|25[hl]|2026[hl]|(?:69|2004)\\$p)|[56]n';
/** Moves of the cursor, erasures, and SGR. */
const DRAWING = '[\\d;]*[A-HJKXdm]';
const DRAWN = new RegExp(`^(?:\\x1b(?:\\[(?:${MODES}|${DRAWING})|[78M])|[\\r\\b\\v]|[^\\0-\\x1f\\x7f-\\x9f])*$`, 'u');

/** Whether these bytes are only those with which a stage draws its first frame: others could do harm. */
export function isDrawn(bytes: string): boolean {
  return DRAWN.test(bytes);
}
