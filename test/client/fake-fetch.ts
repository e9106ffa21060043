import { createClient } from '../../src/client/client.ts';

export const baseUrl = 'https://help.example';
export const secret = 'token-of-ana-0123456789';

type Answer = (request: Request) => Response | Promise<Response>;

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });
}

/** A client over a function that answers, and the requests that it was asked. */
export function clientOver(answer: Answer, options: { baseUrl?: string; timeoutMs?: number } = {}) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl,
    token: () => secret,
    fetch: async request => {
      requests.push(request.clone());
      return answer(request);
    },
    ...options,
  });
  return { client, requests };
}

export function conversation(id: unknown, more: object = {}) {
  return {
    id,
    title: 'Refund for order 7741',
    conversation_status_id: 1,
    status: 'open',
    inbox_id: 3,
    assign_to: null,
    disable_rating: false,
    tags: ['vip'],
    contacts: [5],
    requester: { id: 5, name: 'Zoë Quinn', email: 'zoe@customer.example' },
    archived: false,
    merged_into: null,
    message_count: 2,
    note_count: 0,
    preview: 'Hello',
    created_at: '2026-11-20T09:12:00',
    updated_at: '2026-11-20T09:12:00',
    last_message_at: '2026-11-20T09:12:00',
    ...more,
  };
}
