import type { Talk } from '../../lines/talk.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent } from '../../state/operations/operation.ts';
import type { LineWindow } from './line-window.ts';

/** How long the end of the input waits for changes that are on their way. */
const LAST_SENT_MS = 5_000;
const LOOK_MS = 20;

/** The typed lines, in their order. */
export interface LineQueue {
  start(): Promise<void>;
  line(line: string): void;
  end(): void;
  interrupt(): void;
}

interface Asking {
  /** The prompt is visible. */
  readonly hasPrompt: boolean;
  /** Asks for a line that is not shown; rejects if that is interrupted. */
  readonly askSecret: (question: string) => Promise<string>;
}

/** Gives lines to the talk one after the other, with a prompt before each if it is visible. */
export function takeInTurn(desk: Desk, talk: Talk, window: LineWindow, { hasPrompt, askSecret }: Asking): LineQueue {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  let isLeaving = false;
  let isOver = false;
  const prompt = (): void => {
    if (!hasPrompt || waiting > 0 || isOver) return;
    if (talk.isSecret()) next(secret);
    else {
      window.mark('prompt');
      window.write(talk.prompt());
      window.mark('typed');
    }
  };
  const answer = async (line: string): Promise<void> => {
    window.mark('answer');
    await talk.take(line);
    window.mark('end');
  };
  /** A secret is asked for apart: the terminal itself echoes every line. */
  const secret = async (): Promise<void> => {
    const typed = await window.lend(() => askSecret(talk.prompt())).catch(() => undefined);
    await (typed === undefined ? talk.back() : answer(typed));
  };
  const next = (step: () => Promise<unknown>): void => {
    waiting += 1;
    last = last
      .then(step)
      .then(() => {
        waiting -= 1;
        prompt();
      })
      .catch(window.fail);
  };
  return {
    start: async () => {
      await talk.begin();
      prompt();
    },
    line: line => {
      isLeaving = false;
      next(() => answer(line));
    },
    end: () => {
      isOver = true;
      // The line of the prompt was never ended.
      if (hasPrompt) window.write('\n');
      next(async () => {
        await sent(desk);
        talk.end();
        desk.hooks.quit(0);
      });
    },
    interrupt: () => {
      window.write('\n');
      next(async () => {
        if (await talk.back()) return;
        if (isLeaving) desk.hooks.quit(0);
        isLeaving = true;
        window.write('Ctrl-C again leaves; what is written and unsent is kept.\n');
      });
    },
  };
}

/** Waits a while for changes that are on their way; all others are kept. */
async function sent(desk: Desk): Promise<void> {
  const until = desk.elapsed() + LAST_SENT_MS;
  const isSending = () =>
    madeByAgent(desk.world().pending).some(({ state }) => state === 'sending' || state === 'waiting');
  while (desk.world().offline === null && isSending() && desk.elapsed() < until)
    await new Promise<void>(resolve => {
      desk.setTimer(resolve, LOOK_MS);
    });
}
