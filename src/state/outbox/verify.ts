import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Change, ChangeCall, ChangeOutcome, Checked } from '../changes/change.ts';
import { callIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import { atOnce } from '../changes/send.ts';
import { filled } from '../conversation/filled.ts';
import type { Desk, Read } from '../desk.ts';
import { isFirst } from '../drafts/first-mail.ts';
import { unconfirmed } from '../operations/operation.ts';
import { withConversations } from '../sync/memory.ts';
import type { Conversation, PendingChange } from '../world.ts';
import { asRead } from './confirmed-by-answer.ts';
import { argsForOne } from './journal.ts';

/** Conversations that are read at once. */
const WIDTH = 4;

/**
 * The result of a read about a change: it is done, it is not, or that is open; or the answer did not come from the help
 * center (`unread`).
 */
export type Verdict =
  | { readonly kind: 'done'; readonly outcome: ChangeOutcome }
  | { readonly kind: 'notDone' | 'unknown' }
  | { readonly kind: 'unread'; readonly problem: SafeText };

/** A change that was sent before, or a part of one. */
type SentCall = ChangeCall & Pick<PendingChange, 'attempts'>;

/** Reads whether the effect of a change on these conversations holds already. */
export async function verifyEffect(
  desk: Desk,
  change: Change,
  call: SentCall,
  ids: readonly number[],
): Promise<Verdict> {
  const read = desk.reads.begin(`verify ${call.name} ${ids.join()}`);
  const answer = await attempt(compare(desk, change, call, ids, read));
  read.end();
  if ('error' in answer) return unanswered(desk, answer.error);
  const { value } = answer;
  if (value === 'strange') return { kind: 'unread', problem: t`It was answered with another conversation.` };
  return typeof value === 'string' ? { kind: value } : { kind: 'done', outcome: value };
}

/** Reads about the changes that ask because no answer confirmed them; yields those that are done, while they still ask. */
export async function* foundDone(desk: Desk): AsyncGenerator<{ entry: PendingChange; outcome: ChangeOutcome }> {
  const open = (): readonly PendingChange[] => unconfirmed(desk.world());
  for (const entry of open()) {
    const verdict = await verifyEffect(desk, changeOf(entry.name)!, entry, callIds(entry));
    if (verdict.kind === 'unread') return;
    if (verdict.kind === 'done' && open().includes(entry)) yield { entry, outcome: verdict.outcome };
  }
}

/**
 * Reads the conversations into the base; a server that cannot return them is not the help center. The change is done if
 * its own check says so; without a check, if it would alter none of them.
 */
async function compare(
  desk: Desk,
  change: Change,
  call: SentCall,
  ids: readonly number[],
  read: Read,
): Promise<Checked | 'strange'> {
  const found: Conversation[] = [];
  const known = ids.filter(id => !isFirst(id));
  await atOnce(WIDTH, known, async id => {
    const { data } = await desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal });
    if (data.id === id) found.push(filled(desk.world().base.conversations.get(id), data));
  });
  if (found.length < known.length) return 'strange';
  desk.store.setState(withConversations(desk.world(), found, read));
  const tried = { at: call.attempts?.firstAt, conversations: found };
  if (change.check) {
    const checked = await change.check(desk.client, call.args as never, tried);
    if (typeof checked === 'string') return checked;
    return { ...checked, conversations: checked.conversations.length > 0 ? checked.conversations : found };
  }
  const seen = asRead(desk.world(), found);
  const isDone = ids.every(id => change.apply(seen, argsForOne(call, id) as never) === seen);
  return isDone ? { conversations: found, refused: [] } : 'notDone';
}

/**
 * The meaning of a failed read. The help center's own refusal: it refuses the change too. A refusal in another form
 * may come from a gateway that refuses everything: it counts as the help center's only if the help center returns its
 * list.
 */
async function unanswered(desk: Desk, error: ApiError): Promise<Verdict> {
  const unread: Verdict = { kind: 'unread', problem: error.reason };
  if (error.isTransient) return unread;
  if (error.isRefusal) return { kind: 'notDone' };
  const list = await attempt(desk.client.conversation.list({ query: { limit: 1 } }));
  return 'value' in list ? { kind: 'unknown' } : unread;
}
