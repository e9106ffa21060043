import { bound as real } from '../../src/actions/index.ts';
import type { Bound } from '../../src/keys/keymap.ts';
import { createTalk, type Talk } from '../../src/lines/talk.ts';
import type { Desk } from '../../src/state/desk.ts';
import { t } from '../../src/text/safe.ts';

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
    columns = Number.POSITIVE_INFINITY,
  }: { bound?: Bound; isBusy?: () => boolean; pageLines?: number; columns?: number } = {},
): Talking {
  let written = '';
  const talk = createTalk({
    // No wait is worth it: nothing comes later.
    desk: { ...desk, setTimer: run => clearImmediate.bind(undefined, setImmediate(run)) },
    bound,
    why: t`Line mode is on: --plain.`,
    write: line => {
      written += `${line}\n`;
    },
    pageLines: () => pageLines,
    columns: () => columns,
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
