import { join } from 'node:path';
import { createApiKey } from '../../src/center/auth/administration.ts';
import type { Center } from '../../src/center/center.ts';
import { listen } from '../../src/center/http/listen.ts';
import { createCenter } from '../harness/center.ts';
import { copyCenter } from '../harness/copied-center.ts';

/** What becomes of the desk's changes: they are done, refused by a service in trouble, or done without an answer. */
export type Gate = 'open' | 'in trouble' | 'without answers';

/** A help center with one conversation, for one life of a desk. */
export interface LifeCenter {
  readonly database: string;
  readonly token: string;
  readonly conversationId: number;
  /** Its address, while `gate` decides what becomes of changes. */
  readonly url: string;
  gate: Gate;
  /** The notes on the conversation, oldest first. */
  notes(): Promise<string[]>;
  close(): Promise<void>;
}

/** The common beginning of all help centers of a run: a file to copy, and its callers. */
export interface Furnished {
  readonly database: string;
  readonly token: string;
  readonly conversationId: number;
}

function openIn(folder: string, database: string): Promise<Center> {
  return createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
}

/** Makes the one conversation, in a file of `folder`. */
export async function furnish(folder: string): Promise<Furnished> {
  const database = join(folder, 'furnished.db');
  const center = await openIn(folder, database);
  const { token } = await createApiKey(center, 'life');
  const body = JSON.stringify({ title: 'Refund for order 7741' });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const request = new Request('http://center/api/agent/v1/conversations', { method: 'POST', headers, body });
  const { data } = (await (await center.fetch(request)).json()) as { data: { id: number } };
  await center.close();
  return { database, token, conversationId: data.id };
}

/** A separate help center in `folder`, listening on this machine. */
export async function openLifeCenter(furnished: Furnished, folder: string): Promise<LifeCenter> {
  const { token, conversationId } = furnished;
  const database = join(folder, 'center.db');
  copyCenter(furnished.database, database);
  const center = await openIn(folder, database);
  const answer: Center['answer'] = async (request, address) => {
    const isChange = request.method !== 'GET';
    if (isChange && life.gate === 'in trouble') return inTrouble();
    const given = await center.answer(request, address);
    return isChange && life.gate === 'without answers' ? inTrouble() : given;
  };
  const listening = await listen({ ...center, answer }, { host: '127.0.0.1', port: 0 });
  const life: LifeCenter = {
    database,
    token,
    conversationId,
    url: listening.url,
    gate: 'open',
    notes: () => notesOf(center, furnished),
    close: async () => {
      await listening.close();
      await center.close();
    },
  };
  return life;
}

function inTrouble() {
  return Response.json({ error: { code: 'unavailable', message: 'The service is in trouble.' } }, { status: 503 });
}

async function notesOf(center: Center, { conversationId, token }: Furnished): Promise<string[]> {
  const url = `http://center/api/agent/v1/conversations/${conversationId}/notes?limit=200`;
  const answer = await center.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }));
  const { data } = (await answer.json()) as { data: { details: string }[] };
  return data.map(({ details }) => details);
}
