import type { OpenBox } from '../../src/state/world/open-box.ts';

/** An open box of an answer, as far as the state knows of it. */
export function replyBoxOn(...targets: number[]): OpenBox {
  const text = { kind: 'text', draft: { text: '', cursor: 0 }, heldAs: `reply:${targets[0] ?? 0}` } as const;
  return {
    kind: 'box',
    self: Symbol('reply'),
    flow: { id: 'conversation.reply' },
    targets,
    input: { part: 'text', messageId: null },
    steps: [],
    asked: undefined,
    state: { at: 'text', parts: { text } },
  };
}
