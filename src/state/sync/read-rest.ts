import type { SafeText } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import { unfinished } from '../detail/rest.ts';
import type { Message } from '../world.ts';
import { firstLength, messageIn, PARTS, readPart } from './parts.ts';

/** How far reading has come, in characters; `of` is null if the help center does not say it. */
export interface Progress {
  readonly read: number;
  readonly of: number | null;
}

/**
 * Reads what is missing of these messages of a loaded thread, by default of all. Resolves with the reason if that was
 * not possible; what came before stays.
 */
export async function readRest(
  desk: Desk,
  conversationId: number,
  options: { readonly signal: AbortSignal; readonly ids?: readonly number[]; readonly tell?: (p: Progress) => void },
): Promise<SafeText | undefined> {
  const { signal, ids, tell } = options;
  const thread = desk.world().base.threads.get(conversationId);
  const wanted = thread ? unfinished(thread).filter(({ id }) => ids === undefined || ids.includes(id)) : [];
  const lengths = firstLength();
  const isLeft = ({ id }: Message): boolean => messageIn(desk, conversationId, id)?.truncated === true;
  for (const message of wanted)
    while (isLeft(message) && !signal.aborted) {
      tell?.(progressOf(wanted.map(({ id }) => messageIn(desk, conversationId, id) ?? message)));
      const missing = await readPart(desk, conversationId, message.id, { signal, isBackground: false, lengths });
      if (missing) return missing.reason;
    }
  return undefined;
}

/** Reads one more part of a message of the open conversation, and tells if that was not possible. */
export async function readOn(desk: Desk, conversationId: number, messageId: number): Promise<void> {
  const known = messageIn(desk, conversationId, messageId);
  const setLoading = (loading: boolean): void => {
    const { detail } = desk.world();
    if (detail.conversationId === conversationId) desk.set({ detail: { ...detail, loading } });
  };
  setLoading(true);
  // It may be on its way already.
  await desk.reads.ended(PARTS);
  if (messageIn(desk, conversationId, messageId)?.body_text === known?.body_text) {
    const read = desk.reads.begin(PARTS);
    const options = { signal: read.signal, isBackground: false, lengths: firstLength() };
    const missing = await readPart(desk, conversationId, messageId, options);
    if (missing && read.isCurrent()) desk.notify({ tone: 'problem', text: missing.reason });
    read.end();
  }
  setLoading(false);
}

function progressOf(messages: readonly Message[]): Progress {
  const lengths = messages.map(({ truncated, body_text, body_length }) =>
    truncated ? (body_length ?? null) : body_text.length,
  );
  const read = messages.reduce((sum, { body_end, body_text }) => sum + (body_end ?? body_text.length), 0);
  return { read, of: lengths.includes(null) ? null : lengths.reduce((sum: number, one) => sum + one!, 0) };
}
