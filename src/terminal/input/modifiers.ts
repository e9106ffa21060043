import { type Key, plainKey, typedKey } from './key.ts';

/** The modifiers of one key, as CSI sequences number them (xterm, kitty). */
export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  readonly capsLock: boolean;
  /** Super, Hyper or Meta is held: we have no such key. */
  readonly isForeign: boolean;
  /** The key was released (kitty reports it): releases are ignored. */
  readonly isRelease: boolean;
}

/** Reads a modifier parameter: `5` is Ctrl, `5:3` its release, an empty one no modifier. */
export function modifiers(parameter = ''): Modifiers {
  const [value = '', event] = parameter.split(':');
  const bits = Math.max(0, Number(value || 1) - 1);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0,
    ctrl: (bits & 4) !== 0,
    capsLock: (bits & 64) !== 0,
    isForeign: (bits & 0b111000) !== 0,
    isRelease: event === '3',
  };
}

/** The key named by a word, with these modifiers; undefined if we ignore it. */
export function namedKey(name: string, held: Modifiers): Key | undefined {
  if (held.isForeign || held.isRelease) return undefined;
  const shift = held.shift && !SAME_WITH_SHIFT.has(name) ? 'shift-' : '';
  return plainKey(`${held.ctrl ? 'ctrl-' : ''}${held.alt ? 'alt-' : ''}${shift}${name}`);
}

const SAME_WITH_SHIFT = new Set(['esc', 'backspace', 'space']);

/** The names of these keys with Ctrl on every terminal: the rest of the project must see no difference. */
const SAME_WITH_CTRL: Readonly<Record<string, string>> = {
  i: 'tab',
  m: 'enter',
  h: 'backspace',
  '[': 'esc',
  '?': 'backspace',
  '@': 'ctrl-space',
};

/** The key that types `text`, under these modifiers. */
export function printableKey(text: string, held: Modifiers): Key | undefined {
  if (held.isForeign || held.isRelease) return undefined;
  const key = typedKey(text);
  if (key.kind !== 'key' || !(held.ctrl || held.alt)) return key;
  if (!held.ctrl) return plainKey(`alt-${key.name}`);
  const plain = key.name.toLowerCase();
  return plainKey(held.alt ? `ctrl-alt-${plain}` : (SAME_WITH_CTRL[plain] ?? `ctrl-${plain}`));
}

/** The key of one control character (C0 or DEL), as every terminal sends it. */
export function controlKey(char: string): Key {
  const known = CONTROLS[char];
  return plainKey(known ?? `ctrl-${String.fromCharCode(char.charCodeAt(0) | 0x40).toLowerCase()}`);
}

/** LF is not Enter: a terminal sends CR for Enter, and a stray line end must not act. */
const CONTROLS: Readonly<Record<string, string>> = {
  '\0': 'ctrl-space',
  '\b': 'backspace',
  '\t': 'tab',
  '\n': 'ctrl-j',
  '\r': 'enter',
  '\x1b': 'esc',
  '\x7f': 'backspace',
};
