import type { Message, Note } from '../../../src/state/world.ts';
import { safeBlock, t } from '../../../src/text/safe.ts';

/** A customer's message of conversation 1, as the desk holds it. */
export function messageOf(id: number, text: string, createdAt: number, more: Partial<Message> = {}): Message {
  return {
    id,
    conversation_id: 1,
    kind: 'contact',
    event: null,
    merged_with: null,
    author: { type: 'contact', id: 5, name: t`Zoë Quinn`, email: t`zoe@customer.example` },
    body_text: safeBlock(text),
    body_html: null,
    truncated: undefined,
    attachments: [],
    to: [],
    cc: [],
    automatic: false,
    created_at: createdAt,
    ...more,
  };
}

/** A note of conversation 1. */
export function noteOf(id: number, agentId: number | null, text: string, createdAt: number): Note {
  return {
    id,
    conversation_id: 1,
    agent_id: agentId,
    details: safeBlock(text),
    attachments: [],
    created_at: createdAt,
  };
}
