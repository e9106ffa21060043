import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { apiKey, type Serving, startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter } from '../harness/center.ts';
import type { QuickTime } from '../harness/quick-time.ts';
import { letIn, openAgentsMachine, operatorOf, sshUrl } from '../harness/ssh-center.ts';
import { startSshd } from '../harness/sshd.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { openTrainLink, type TrainLink } from '../harness/train-link.ts';
import { openBackstageIn } from './open-desk.ts';

/** How the train's desk calls its help center. */
export type Calls = 'over HTTP' | 'through SSH';

export interface JourneyCenter {
  readonly link: TrainLink;
  /** The help center's address for the desk, and the desk's environment. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly serving: Serving;
  readonly me: { readonly id: number; readonly token: string };
  readonly ana: number;
  /** Asks the help center past the train's line, as its customers' mail does. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** The same as Ana, at a desk of her own. */
  askAsAna(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** A served help center that lives by the quick clock, and the line on which the train's desk reaches it. */
export async function openJourneyCenter(
  folder: string,
  count: number,
  clock: QuickTime & { flags: readonly string[] },
  calls: Calls = 'over HTTP',
): Promise<JourneyCenter> {
  const backstage = await openBackstageIn(folder);
  for (let at = 0; at < count; at += 1) {
    const tags = at % 6 === 0 ? ['refund'] : [];
    await backstage.conversation(`Case ${at} of the journey`, {
      tags,
      name: `Customer ${at % 7}`,
      body: `Message ${at}`,
    });
  }
  await backstage.ask('POST', '/conversation_statuses', { name: 'awaiting reply' });
  await backstage.close();
  const center = await createCenter({ database: backstage.database, attachmentsFolder: join(folder, 'attachments') });
  const me = await createAgent(center, { name: 'Mia Reis', email: 'mia@shop.example', role: 'admin' });
  const ana = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const [token, anasToken] = [await createAgentToken(center, me.id), await createAgentToken(center, ana.id)];
  await center.close();
  const operate = operatorOf(folder, join(folder, 'socket'));
  const serving = await startServing({ location: backstage.database, folder }, clock.flags);
  const machine = join(folder, 'agent');
  const sshd = calls === 'through SSH' ? await startSshd(join(folder, 'sshd')) : undefined;
  const env = sshd ? openAgentsMachine(machine) : deskEnvironment(folder, { FRONTDESK_TOKEN: token });
  if (sshd) await letIn(operate, machine, sshd);
  const link = await openTrainLink(sshd ? `http://127.0.0.1:${sshd.port}` : serving.url);
  return {
    link,
    url: sshd ? sshUrl(Number(new URL(link.url).port)) : link.url,
    env,
    serving,
    me: { id: me.id, token },
    ana: ana.id,
    ask: (method, path, body) => ask(serving.url, apiKey, method, path, body),
    askAsAna: (method, path, body) => ask(serving.url, anasToken, method, path, body),
    close: async () => {
      await link.close();
      await sshd?.stop();
      await serving.kill();
    },
  };
}

async function ask<T>(url: string, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const asked = () => fetch(`${url}/api/agent/v1${path}`, init);
  // Time passes quickly: the help center may just have ended the connection that this one would go over.
  const response = await asked().catch(asked);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text).data) as T;
}
