import type { Endpoint } from '../../contract/endpoint.ts';
import { readChanged, readConversations } from '../model/conversation/read.ts';
import { conversationEtag } from '../model/etag.ts';
import type { Work } from '../model/work.ts';
import type { Call } from './call.ts';

/** A call that changes conversations. */
export type Calling = Work & Pick<Call<Endpoint>, 'caller'>;

/** The answer of a call that changed one conversation. */
export async function one({ db, caller }: Calling, id: number) {
  const data = await readChanged(db, caller, id);
  return { data, etag: conversationEtag(data) };
}

/** The answer of a call that changed several. */
export async function many({ db, caller }: Calling, ids: readonly number[]) {
  return { data: await readConversations(db, caller, ids), nextCursor: null };
}
