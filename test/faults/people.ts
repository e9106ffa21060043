import { join } from 'node:path';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter } from '../harness/center.ts';
import { homeOf } from './serving.ts';
import type { TestDatabase } from './test-database.ts';

/** Where the `serve` of a fault keeps files. */
export function attachmentsOf({ kind, folder }: Pick<TestDatabase, 'kind' | 'folder'>): string {
  return kind === 'sqlite' ? join(folder, 'attachments') : join(homeOf(folder), 'data', 'frontdesk', 'attachments');
}

/** Makes agents who are admins, each with a token: one token alone would reach the rate limit. */
export async function hire(database: TestDatabase, count: number): Promise<{ id: number; token: string }[]> {
  const center = await createCenter({ database: database.location, attachmentsFolder: attachmentsOf(database) });
  try {
    const people: { id: number; token: string }[] = [];
    for (let at = 0; at < count; at += 1) {
      const { id } = await createAgent(center, { name: `Agent ${at}`, email: `a${at}@desk.example`, role: 'admin' });
      people.push({ id, token: await createAgentToken(center, id) });
    }
    return people;
  } finally {
    await center.close();
  }
}
