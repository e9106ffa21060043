import { join } from 'node:path';
import { createAgent, createAgentToken } from '../../src/center/administration.ts';
import { createCenter } from '../../src/center/center.ts';
import type { TestDatabase } from './test-database.ts';

/** Where `serve` keeps files for a database in a file. */
export const attachmentsOf = (database: TestDatabase): string => join(database.folder, 'attachments');

/** Makes agents who are admins, each with a token: one token alone may not ask often enough. */
export const hire = async (database: TestDatabase, count: number): Promise<{ id: number; token: string }[]> => {
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
};
