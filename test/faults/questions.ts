import { createConversation } from '../../src/center/model/conversation/write.ts';
import { addEmail } from '../../src/center/model/inbox/email.ts';
import { defaultInboxId } from '../../src/center/model/inbox/read.ts';
import { contactFor } from '../../src/center/model/mail.ts';
import { addMessage } from '../../src/center/model/message/write.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter } from '../harness/center.ts';
import { attachmentsOf } from './people.ts';
import type { TestDatabase } from './test-database.ts';

/** Customers who wait for an answer, and the agents who can give it. */
export interface Questions {
  /** The conversations, each with one question of a customer of its own. */
  readonly ids: readonly number[];
  readonly tokens: readonly string[];
}

/** The address of the customer who asked the question with this number. */
export function askedBy(number: number): string {
  return `c${number}@customer.example`;
}

/** Puts questions into an inbox with an address, without asking the service. One token alone would reach the rate limit. */
export async function askQuestions(database: TestDatabase, count: number, agents = 10): Promise<Questions> {
  const center = await createCenter({ database: database.location, attachmentsFolder: attachmentsOf(database) });
  try {
    const tokens: string[] = [];
    for (let at = 0; at < agents; at += 1) {
      const agent = { name: `Agent ${at}`, email: `a${at}@desk.example`, role: 'admin' } as const;
      tokens.push(await createAgentToken(center, (await createAgent(center, agent)).id));
    }
    const ids = await center.write(async work => {
      const inboxId = await defaultInboxId(work.db);
      await addEmail(work.db, inboxId, { email: 'help@shop.example' });
      const actor = { agentId: null, now: work.now };
      const made: number[] = [];
      for (let at = 0; at < count; at += 1) {
        const contactId = await contactFor(work, { name: `Customer ${at}`, email: askedBy(at) });
        const { id } = await createConversation(
          work,
          { title: `Order ${at}`, inboxId, contactIds: [contactId] },
          actor,
        );
        await addMessage(work, { conversationId: id, kind: 'contact', contactId, bodyText: 'Where is it?' }, actor);
        made.push(id);
      }
      return made;
    });
    return { ids, tokens };
  } finally {
    await center.close();
  }
}
