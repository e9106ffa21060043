/**
 * What xterm, tmux, screen, mosh, the Linux console, Windows Terminal, kitty and foot all carry out. CSI E, F, a, b and e
 * are missing in mosh, CSI S and T in the Linux console.
 */
const CARRIED_OUT: readonly RegExp[] = [
  /^[\b\t\n\v\r]$/,
  // The cursor is stored and restored (7, 8); one row down or up, where the screen moves at its edge (D, M).
  /^\x1b[78DM]$/,
  // Moves, erasing, and lines that come and go.
  /^\x1b\[\d*[ABCDGdXLM]$/,
  /^\x1b\[(?:\d*;)?\d*[Hr]$/,
  /^\x1b\[[0-3]?[JK]$/,
  // Looks; a code that a terminal lacks changes nothing.
  /^\x1b\[[\d;]*m$/,
  // The cursor is there or not; the last column ends a line or not.
  /^\x1b\[\?(?:7|25)[hl]$/,
  // Questions that all of them answer.
  /^\x1b\[[56]n$/,
];

/** What a terminal ignores that does not know it, and what the screen shows is right nevertheless. */
const IGNORED: readonly RegExp[] = [
  // The alternate screen, marked pastes, a frame at once.
  /^\x1b\[\?(?:1049|2004|2026)[hl]$/,
  // Whether it knows a mode; who it is; what it can. Only asked of a terminal that prints no question.
  /^\x1b\[\?\d+\$p$/,
  /^\x1b\[c$/,
  /^\x1bP\+q[\da-f]+\x1b\\$/,
  // The marks around an answer.
  /^\x1b\]133;[A-D]\x1b\\$/,
  // The bell, notifications and the clipboard, and both through tmux or screen.
  /^\x07$/,
  /^\x1b\](?:9|52|99|777);[^\x00-\x1f]*(?:\x07|\x1b\\)$/,
  /^\x1bP(?:tmux;\x1b)?\x1b\][^\x00-\x06\x08-\x1a\x1c-\x1f]*\x1b\\$/,
];

/** Left and right margins, and what a terminal that has them moves between them. */
const MARGINS_ON = /^\x1b\[\?69h$/;
const MARGINS_OFF = /^\x1b\[\?69l$/;
const WITHIN_MARGINS = /^\x1b\[(?:\d*;)?\d*s$|^\x1b\[\d*[ST]$/;

/** A control function: a string with its end, a CSI, another escape, or a control character. */
const FUNCTION =
  /\x1bP(?:tmux;(?:\x1b\x1b|[^\x1b])*|[^\x1b]*)\x1b\\|\x1bP\x1b\][^\x1b]*\x1b\\|\x1b[\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\x1b[^[\]PX^_]|[\x00-\x1a\x1c-\x1f\x7f-\x9f]/y;

/** A function whose end has not come yet. */
const MAX_BEGUN = 100_000;

/** Hears a program's output, wherever its pieces are cut. */
export interface ControlListener {
  hear(bytes: Uint8Array): void;
  /** The control functions so far that some terminal does not know, each once, as JSON. */
  unknown(): readonly string[];
}

/** A listener from a program's first byte on. */
export function createControlListener(): ControlListener {
  const decoder = new TextDecoder();
  const unknown = new Set<string>();
  let rest = '';
  let hasMargins = false;
  const take = (found: string): void => {
    if (MARGINS_ON.test(found)) hasMargins = true;
    else if (MARGINS_OFF.test(found)) hasMargins = false;
    else if (hasMargins && WITHIN_MARGINS.test(found)) return;
    else if (![...CARRIED_OUT, ...IGNORED].some(form => form.test(found))) unknown.add(JSON.stringify(found));
  };
  return {
    hear: bytes => {
      const text = rest + decoder.decode(bytes, { stream: true });
      let at = nextControl(text, 0);
      while (at < text.length) {
        FUNCTION.lastIndex = at;
        const found = FUNCTION.exec(text)?.[0];
        if (found === undefined && text.length - at < MAX_BEGUN) break;
        take(found ?? text[at]!);
        at = nextControl(text, at + (found?.length ?? 1));
      }
      rest = text.slice(at);
    },
    unknown: () => [...unknown],
  };
}

function nextControl(text: string, from: number): number {
  const control = /[\x00-\x1f\x7f-\x9f]/g;
  control.lastIndex = from;
  return control.exec(text)?.index ?? text.length;
}

/** The control functions in complete output that some terminal does not know. */
export function unknownControlsIn(output: string): readonly string[] {
  const listener = createControlListener();
  listener.hear(Buffer.from(output));
  return listener.unknown();
}
