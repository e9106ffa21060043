import { bound } from '../../src/actions/index.ts';
import { countedClient } from '../../src/cli/desk/counted-client.ts';
import { createClient } from '../../src/client/client.ts';
import { keyNamesOf } from '../../src/keys/help.ts';
import { keyWords } from '../../src/keys/key-words.ts';
import { startTalk, type Talk } from '../../src/lines/talk.ts';
import { createDesk } from '../../src/state/create-desk.ts';
import type { Desk } from '../../src/state/desk.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { openList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import type { Speak } from '../../src/state/world/speak.ts';
import { t } from '../../src/text/safe.ts';
import type { OpenCenter } from '../center/open-center.ts';

/** A desk in lines on a real help center. */
export interface LineDesk {
  readonly desk: Desk;
  readonly talk: Talk;
  /** Types lines, and returns what is said to the last one. */
  type(...lines: readonly string[]): Promise<string>;
  /** All that was said, without prompts. */
  written(): string;
  isLeft(): boolean;
  close(): void;
}

interface Way {
  readonly columns?: number;
  readonly pageLines?: number;
  readonly speak?: Speak;
}

/** Opens a desk in lines as the admin of a help center, on the list of unresolved conversations. */
export async function openLineDesk(
  { tokens, center, clock }: OpenCenter,
  { columns = Number.POSITIVE_INFINITY, pageLines = 20, speak = 'usual' }: Way = {},
): Promise<LineDesk> {
  const { client, isBusy } = countedClient(
    createClient({ baseUrl: 'http://embedded', token: () => tokens.admin, answer: center.answer }),
  );
  let isLeft = false;
  let written = '';
  const desk = createDesk({
    keyNames: keyNamesOf(bound, keyWords),
    bound,
    client,
    center: t`embedded help center`,
    now: () => clock.now,
    elapsed: Date.now,
    newKey: () => crypto.randomUUID(),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    hooks: {
      quit: () => {
        isLeft = true;
      },
      editor: async text => `${text}from the editor`,
    },
  });
  desk.set({ speak });
  await loadPlaces(desk);
  await openList(desk, unresolved);
  const talk = startTalk(desk, {
    bound,
    why: t`Line mode is on: --plain.`,
    write: line => {
      written += `${line}\n`;
    },
    isBusy,
    isAway: () => false,
    pageLines: () => pageLines,
    columns: () => columns,
  });
  await talk.begin();
  const type = async (...lines: readonly string[]): Promise<string> => {
    let before = 0;
    for (const line of lines) {
      before = written.length;
      await talk.take(line);
    }
    return written.slice(before);
  };
  const close = (): void => {
    talk.end();
    desk.stop();
  };
  return { desk, talk, type, written: () => written, isLeft: () => isLeft, close };
}
