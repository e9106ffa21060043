/**
 * An input of the agent: one key, or one paste kept whole.
 *
 * `name` is the printable grapheme itself (`j`, `J`, `?`, `é`) or a word: `space enter esc tab backspace delete insert
 * up down left right home end pgup pgdn f1`…`f12`. Modifiers stand before it in the order `ctrl- alt- shift-`
 * (`ctrl-d`, `ctrl-left`, `shift-tab`); Shift with a printable is the printable. Alt is named only if it is bound.
 * `text` is set if the key types something.
 *
 * A paste's lines end with LF. Its text is as it came: it is made safe when it is inserted.
 */
export type Key =
  | { readonly kind: 'key'; readonly name: string; readonly text?: string }
  | { readonly kind: 'paste'; readonly text: string };

/** The key without text that has this name. */
export function plainKey(name: string): Key {
  return { kind: 'key', name };
}

/** The key that types this grapheme. */
export function typedKey(grapheme: string): Key {
  return { kind: 'key', name: grapheme === ' ' ? 'space' : grapheme, text: grapheme };
}
