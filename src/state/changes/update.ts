import type { Client } from '../../client/client.ts';
import type { Snooze } from '../conversation/later.ts';
import { sendBulk } from './bulk.ts';
import type { ChangeOutcome, SendContext } from './change.ts';
import { onVersion, onVersions } from './condition.ts';

/** The fields that one conversation's update and the mass update share. */
interface Fields {
  readonly conversation_status_id?: number;
  readonly inbox_id?: number;
  readonly undo?: boolean;
  readonly assign_to?: number | null;
  readonly snooze?: Snooze | null;
}

/** Sets the same fields: of one conversation by its own address, of several by the mass update. */
export function sendUpdate(
  client: Client,
  ids: readonly number[],
  fields: Fields,
  key: string,
  { progress, versions }: SendContext,
): Promise<ChangeOutcome> {
  return sendBulk(
    ids,
    key,
    async (some, ownKey) => {
      if (some.length > 1)
        return (
          await client.conversation.massUpdate({
            body: { conversation_ids: [...some], ...fields, ...onVersions(versions, some) },
            key: ownKey,
          })
        ).data;
      const params = { conversation_id: some[0]! };
      const condition = onVersion(versions, some[0]!);
      const one = await client.conversation.update({ params, body: fields, key: ownKey, ...condition });
      return one.data ? [one.data] : [];
    },
    progress,
  );
}
