import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Host } from '../../../src/state/host.ts';
import { everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { makeContact, makeConversation } from '../../center/conversations.ts';
import { openCenter } from '../../center/open-center.ts';
import { keyNames } from '../../harness/key-names.ts';

/** Letters, signs and line breaks that a cut must not harm. */
export const LONG_TEXT = Array.from(
  { length: 700 },
  (_, at) => `Line ${at}: ça va, 東京 👩‍👩‍👧‍👦 e\u0301\u0323 to the end of it.\r\n`,
).join('');

/**
 * A desk whose link takes so many milliseconds for each request and each kilobyte of its answer, on a clock that only
 * this moves.
 */
export async function openPartsDesk({
  roundTripMs = 300,
  msPerKilobyte = 300,
  texts = [LONG_TEXT],
  hooks = {} as Partial<Host>,
} = {}) {
  const center = await openCenter();
  const id = await makeConversation(center, { contacts: [await makeContact(center, 'Zoë')] });
  for (const body_text of texts)
    await center.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text } });
  const link = { roundTripMs, msPerKilobyte, isUp: true };
  const asked: { readonly path: string; readonly bytes: number }[] = [];
  let elapsed = 0;
  const answer = async (request: Request) => {
    if (!link.isUp) throw new Error('no link');
    const plain = new Request(request);
    plain.headers.delete('accept-encoding');
    const response = await center.center.fetch(plain);
    const text = await response.text();
    elapsed += link.roundTripMs + (text.length / 1_000) * link.msPerKilobyte;
    const { pathname, search } = new URL(request.url);
    asked.push({ path: `${pathname.replace('/api/agent/v1', '')}${search}`, bytes: text.length });
    return new Response(text, { status: response.status, headers: response.headers });
  };
  const desk = createDesk({
    keyNames,
    client: createClient({ baseUrl: 'http://help.example', token: () => center.tokens.admin, fetch: answer }),
    center: safeLine('help.example'),
    now: () => 1_772_366_400_000 + elapsed,
    elapsed: () => elapsed,
    newKey: () => crypto.randomUUID(),
    hooks,
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, Math.min(delayMs, 20));
      return () => clearTimeout(timer);
    },
  });
  desk.set({ viewport: { ...desk.world().viewport, detailRows: 20, detailColumns: 70 } });
  await openList(desk, everything);
  const message = (at = 0) => desk.world().base.threads.get(id)?.messages[at];
  return {
    desk,
    center,
    id,
    link,
    asked,
    message,
    open: () => openConversation(desk, id),
    /** The requests for parts of a message. */
    parts: () => asked.filter(({ path }) => /messages\/\d+\?/.test(path)),
    close: async () => {
      desk.stop();
      await center.close();
    },
  };
}
