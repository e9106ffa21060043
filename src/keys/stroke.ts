/** Input from the terminal: one key by its name (`terminal/input/key.ts`), or one paste kept whole. */
export type Stroke =
  | { readonly kind: 'key'; readonly name: string; readonly text?: string }
  | { readonly kind: 'paste'; readonly text: string };

/** A stroke that is a key. */
export type KeyStroke = Extract<Stroke, { kind: 'key' }>;
