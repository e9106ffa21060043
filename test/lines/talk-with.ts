import { bound as real } from '../../src/actions/index.ts';
import type { Bound } from '../../src/keys/keymap.ts';
import { createTalk, type Talk } from '../../src/lines/talk.ts';
import type { Desk } from '../../src/state/desk.ts';

/** A talk with a desk, and what was said. */
export interface Talking {
  readonly talk: Talk;
  /** Types a line and returns what was said to it. */
  type(line: string): Promise<string>;
  /** All that was said, with the prompts, as it would be written. */
  written(): string;
}

/** Talks with a desk in this process. */
export function talkWith(
  desk: Desk,
  {
    bound = real,
    isBusy = () => false,
    pageLines = 1_000,
  }: { bound?: Bound; isBusy?: () => boolean; pageLines?: number } = {},
): Talking {
  let written = '';
  const talk = createTalk({
    // No wait is worth it: nothing comes later.
    desk: { ...desk, setTimer: run => clearImmediate.bind(undefined, setImmediate(run)) },
    bound,
    write: line => {
      written += `${line}\n`;
    },
    pageLines: () => pageLines,
    isBusy,
    isAway: () => false,
  });
  return {
    talk,
    type: async line => {
      const before = written.length;
      await talk.take(line);
      const said = written.slice(before);
      written += talk.prompt();
      return said;
    },
    written: () => written,
  };
}
