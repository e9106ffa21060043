import * as v from 'valibot';
import type { AdministrationReply } from '../state/administration/administer.ts';
import type { Desk } from '../state/desk.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import type { LinePart } from './line-part.ts';
import type { OneLineBox, RestorableInput } from './one-box.ts';
import { say } from './overlay.ts';
import type { Box } from './parts.ts';
import { askBox, type CallResult, type Flow, type Script, send } from './script.ts';

/** How a line of text is sent, and the data that are read again and the notice once that is done. */
interface Sent<Data> extends Omit<OneLineBox<Data>, 'answer'> {
  send(desk: Desk, text: SafeText, data: Data, key: string): Promise<AdministrationReply<unknown>>;
  done(text: SafeText, data: Data): SafeText;
  reread(desk: Desk, text: SafeText): Promise<void> | void;
}

/** A flow that sends one line of text. A refusal leads back to it, with the reason below. */
export function sentLine<Data = undefined>({
  send,
  done,
  reread,
  ...asked
}: Sent<Data> & RestorableInput<Data>): Flow<Data> {
  const text: LinePart<Data> = { ...asked, kind: 'line' };
  const box: Box<Data, { text: LinePart<Data> }> = { ...asked, parts: { text } };
  return {
    ...(asked as Pick<Flow<Data>, 'id' | 'input'>),
    takesText: true,
    *script(data) {
      const { text: typed } = yield* askBox(box, data);
      const words = safeLine(typed.trim());
      return yield* sendOnce(words, (desk, key) => send(desk, words, data, key), {
        done: done(words, data),
        reread: desk => reread(desk, words),
      });
    },
  };
}

/** The end once it is done: `reread` reads the changed data again, then the footer says `done`. */
interface Done {
  readonly done: SafeText;
  reread(desk: Desk): Promise<void> | void;
}

/** Sends what was written, once; the end follows also if the agent has left the box by then. `again`: what tries again. */
export function* sendOnce(
  body: unknown,
  run: (desk: Desk, key: string) => Promise<AdministrationReply<unknown>>,
  end: Done,
  again: SafeText = t`Enter`,
): Script {
  const tell = async (desk: Desk, key: string): Promise<CallResult<null>> => {
    const reply = await run(desk, key);
    if ('value' in reply) return { value: null };
    const { reason, faults, isTransient } = reply;
    return { fault: isTransient ? t`${reason} ${again} tries again.` : reason, faults, isTransient };
  };
  yield* send(body, v.null(), tell, (desk, told) => {
    if ('fault' in told) say(desk, t`Not done: ${told.fault}`);
    else void rereadAndSay(desk, end);
  });
  return desk => void rereadAndSay(desk, end);
}

/** Reads again what was changed, and says so. */
export async function rereadAndSay(desk: Desk, { done, reread }: Done): Promise<void> {
  await reread(desk);
  say(desk, done, 'done');
}
