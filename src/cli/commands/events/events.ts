import type { Client } from '../../../client/client.ts';
import { safeJson } from '../../../text/safe.ts';
import { centerIdentity } from '../../elsewhere/identity.ts';
import { retryWhileBusy, sleepTelling } from '../../elsewhere/patiently.ts';
import { resolveCenter } from '../../elsewhere/resolve.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { encodeFields } from '../../output/encode.ts';
import { type CommandOutput, withOutput } from '../../output/output.ts';
import { writeAndWait } from '../../output/write.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { type CursorFile, openCursorFile } from './cursor-file.ts';
import { Event, type EventCursor, sinceIn } from './event.ts';
import { followNews } from './follow-news.ts';
import { handOver } from './hand-over.ts';
import { createNews, type NewsFlags, type NewsPart, readHistory } from './read-news.ts';

/** `frontdesk events`: prints changes, or runs a command for each; at least once, and in order. */
export function printEvents(shell: Shell, words: readonly string[], flags: NewsFlags): Promise<number> {
  return withOutput(shell, flags, Event, async output => {
    const since = flags.since === undefined ? undefined : sinceIn(flags.since);
    if (flags.exec !== undefined && flags.cursor === undefined)
      throw new ShellError('--exec needs a file for how far it has come: add --cursor FILE.');
    const center = centerIdentity(resolveCenter(shell, flags));
    const file = flags.cursor === undefined ? undefined : await openCursorFile(flags.cursor, center);
    const stop = stopSignal();
    try {
      if (file?.kept && since !== undefined)
        throw new ShellError('--since says where to begin, and the cursor file says it too: remove one of them.');
      const start = file?.kept ?? since ?? (file || flags.follow ? 'now' : 'start');
      const on = { output, file, stop: stop.signal, flags };
      await withClient(shell, flags, ({ client }) => run(on, client, words, start));
      return exitCode.done;
    } finally {
      stop.forget();
      file?.close();
    }
  });
}

/** The tools for reading and handing over. */
interface On {
  readonly output: CommandOutput;
  readonly file: CursorFile | undefined;
  readonly stop: AbortSignal;
  readonly flags: NewsFlags;
}

async function run(
  on: On,
  client: Client,
  words: readonly string[],
  start: EventCursor | 'now' | 'start',
): Promise<void> {
  const { output, file, flags } = on;
  const { shell } = output;
  const news = createNews(shell, client, words, flags);
  const sleep = sleepTelling(shell);
  const stop = new AbortController();
  const signal = AbortSignal.any([on.stop, stop.signal]);
  let at: EventCursor | undefined;
  const reach = (cursor: EventCursor) => {
    at = cursor;
    file?.write(cursor);
  };
  const read = async () => {
    // Kept before the first event is handed over: a file that cannot be written is noticed in time.
    if (!at) reach(typeof start === 'object' ? start : await beginning(client, start));
    for (let isEnd = false; !isEnd && !signal.aborted; ) {
      const next = () => news(at!);
      const part = await (flags.follow ? next() : retryWhileBusy(next, { sleep, signal, isBegun: true }));
      if (!(await handOverAll({ ...on, stop: signal }, part, reach))) return stop.abort();
      if (part.upTo.id > at!.id) reach(part.upTo);
      isEnd = part.isEnd;
    }
  };
  const tell = (sentence: string) => void shell.stderr.write(`frontdesk: ${sentence}\n`);
  await (flags.follow ? followNews(client, { stop: signal, read, tell }) : read());
}

async function beginning(client: Client, at: 'now' | 'start'): Promise<EventCursor> {
  const { upTo } = await readHistory(client);
  return at === 'now' ? upTo : { ...upTo, id: 0 };
}

/** Hands over the events of a part. Returns false if it was stopped, or there is no reader any more. */
async function handOverAll(on: On, { events }: NewsPart, reach: (cursor: EventCursor) => void): Promise<boolean> {
  const { shell, fields, schema } = on.output;
  const { exec, tries } = on.flags;
  const lineOf = (event: Event) => `${safeJson(encodeFields(schema, fields, event))}\n`;
  if (exec === undefined) return writeAndWait(shell.stdout, events.map(([, event]) => lineOf(event)).join(''));
  for (const [cursor, event] of events) {
    if (!(await handOver(shell, event, lineOf(event), { exec, tries, stop: on.stop }))) return false;
    reach(cursor);
  }
  return true;
}

/** Is aborted by SIGTERM or SIGINT, once; a second one ends the process as ever. */
function stopSignal() {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    forget();
  };
  const forget = () => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, stop);
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, stop);
  return { signal: controller.signal, forget };
}
