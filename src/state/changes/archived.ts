import type { Client } from '../../client/client.ts';
import { type Attempt, attempt } from '../calls/attempt.ts';
import type { Conversation } from '../world.ts';
import { sendBulk } from './bulk.ts';
import { bulkKey } from './bulk-key.ts';
import type { ChangeOutcome, SendContext } from './change.ts';
import { onVersion, onVersions } from './condition.ts';
import { joinOutcomes } from './outcome.ts';
import { sendEach } from './send.ts';

/**
 * Archives or restores conversations: several by the mass update, if the help center takes `archived` there. If its
 * answer does not show that it was done, each one is sent alone, and the others of this run too.
 */
export function sendArchived(
  client: Client,
  ids: readonly number[],
  archived: boolean,
  key: string,
  { versions, progress }: SendContext,
): Promise<ChangeOutcome> {
  const call = archived ? client.conversation.archive : client.conversation.restore;
  const sendOne = async (id: number, ownKey: string): Promise<Conversation | null> =>
    (await call({ params: { conversation_id: id }, key: ownKey, ...onVersion(versions, id) })).data;
  if (ids.length === 1 || !client.capabilities.has('massArchive')) return sendEach(ids, key, sendOne, progress);
  return sendBulk(
    ids,
    key,
    async (some, ownKey, told) => {
      if (some.length === 1) return [await sendOne(some[0]!, ownKey)].filter(one => one !== null);
      const sent = await attempt(
        client.conversation.massUpdate({
          body: { conversation_ids: [...some], archived, ...onVersions(versions, some) },
          key: ownKey,
        }),
      );
      const answered = answeredBy(sent);
      const isDone = new Set(answered.filter(one => isShown(one, archived)).map(({ id }) => id));
      const left = some.filter(id => !isDone.has(id));
      if (left.length === 0) return answered;
      const each = await attempt(sendEach(left, bulkKey(ownKey, left), sendOne, told));
      if ('error' in each) throw each.error.asHeard();
      const isLearned = each.value.unsure === undefined && ('error' in sent || answered.length > isDone.size);
      if (isLearned) client.capabilities.noteLack('massArchive');
      return joinOutcomes([{ conversations: answered.filter(({ id }) => isDone.has(id)), refused: [] }, each.value]);
    },
    progress,
  );
}

/** The answer of a mass update. One refused in words that are not the help center's own says only that it failed. */
function answeredBy(sent: Attempt<{ readonly data: readonly Conversation[] }>): readonly Conversation[] {
  if ('value' in sent) return sent.value.data;
  if (!sent.error.isUnclear) throw sent.error;
  return [];
}

/** An answer without the field reads as not archived; a help center that says versions says this too. */
function isShown({ archived, version }: Conversation, wanted: boolean): boolean {
  return archived === wanted && (wanted || version !== null);
}
