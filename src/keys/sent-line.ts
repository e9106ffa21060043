import * as v from 'valibot';
import type { Reply } from '../state/administration/administer.ts';
import type { Desk } from '../state/desk.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import type { Kept, OneLine } from './one-box.ts';
import { say } from './overlay.ts';
import type { Box, LinePart } from './parts.ts';
import { ask, type Flow, type Script, send, type Told } from './script.ts';

/** How a line of text is sent, and the data that are read again and the notice once that is done. */
interface Sent<Data> extends Omit<OneLine<Data>, 'answer'> {
  send(desk: Desk, text: SafeText, data: Data, key: string): Promise<Reply<unknown>>;
  done(text: SafeText, data: Data): SafeText;
  reread(desk: Desk, text: SafeText): Promise<void> | void;
}

/** A flow that sends one line of text. A refusal leads back to it, with the reason below. */
export function sentLine<Data = undefined>({ send, done, reread, ...asked }: Sent<Data> & Kept<Data>): Flow<Data> {
  const text: LinePart<Data> = { ...asked, kind: 'line' };
  const box: Box<Data, { text: LinePart<Data> }> = { ...asked, parts: { text } };
  return {
    ...(asked as Pick<Flow<Data>, 'id' | 'input'>),
    takesText: true,
    *script(data) {
      const { text: typed } = yield* ask(box, data);
      const words = safeLine(typed.trim());
      return yield* sendOnce(words, (desk, key) => send(desk, words, data, key), {
        done: done(words, data),
        reread: desk => reread(desk, words),
      });
    },
  };
}

/**
 * Sends what was written, once. What it changes is read again before the footer says that it is done, also if the agent
 * has left the box by then.
 */
export function* sendOnce(
  body: unknown,
  run: (desk: Desk, key: string) => Promise<Reply<unknown>>,
  { done, reread }: { readonly done: SafeText; reread(desk: Desk): Promise<void> | void },
): Script {
  const end = async (desk: Desk): Promise<void> => {
    await reread(desk);
    say(desk, done, 'done');
  };
  const tell = async (desk: Desk, key: string): Promise<Told<null>> => {
    const reply = await run(desk, key);
    if ('value' in reply) return { value: null };
    const { reason, isTransient } = reply;
    return { fault: isTransient ? t`${reason} Enter tries again.` : reason, isTransient };
  };
  yield* send(body, v.null(), tell, (desk, told) => {
    if ('fault' in told) say(desk, t`Not done: ${told.fault}`);
    else void end(desk);
  });
  return desk => void end(desk);
}
