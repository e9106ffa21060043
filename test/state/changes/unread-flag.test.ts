import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { conversationUnread } from '../../../src/state/changes/conversation-unread.ts';

type Read = { readonly unread?: boolean; readonly message_id?: number | null };

/** Bodies that a help center heard when a conversation was marked unread. */
async function bodiesAt(answer: (body: Read) => Response): Promise<readonly Read[]> {
  const bodies: Read[] = [];
  const client = createClient({
    baseUrl: 'http://desk.example',
    token: () => 'token',
    fetch: async request => {
      const body = (await request.json()) as Read;
      bodies.push(body);
      return answer(body);
    },
  });
  await conversationUnread.send(client, { ids: [7], unread: true }, 'key', {
    versions: {},
    progress: () => undefined,
  } as never);
  return bodies;
}
function row(unread: boolean): Response {
  return Response.json({ data: { id: 7, title: 'Refund', unread } });
}
const FLAG = { unread: true };
const OLDER = { message_id: null };

test.each([
  ['that knows the flag hears it alone', () => row(true), [FLAG]],
  ['that refuses the flag hears the older form', (body: Read) => (body.unread ? refusal() : row(true)), [FLAG, OLDER]],
  ['that reads all at a flag it does not know, too', (body: Read) => row(body.unread === undefined), [FLAG, OLDER]],
] as const)('a help center %s', async (_which, answer, heard) => {
  expect(await bodiesAt(answer)).toEqual(heard);
});

function refusal(): Response {
  const error = { code: 'validation_failed', message: 'unread: is not a field.', details: [] };
  return Response.json({ error }, { status: 422 });
}
