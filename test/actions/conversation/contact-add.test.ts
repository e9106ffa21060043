import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { paste, press } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

const CONTACTS = [{ id: 5, name: 'Ana Torres', email: 'ana@customer.example' }];

/** A desk on a help center that has one contact. */
function withContacts() {
  const fetch = async (request: Request) => {
    const words = new URL(request.url).searchParams.get('q') ?? '';
    const data = CONTACTS.filter(({ name }) => name.toLowerCase().includes(words));
    return Response.json({ data, meta: { next_cursor: null } });
  };
  const client = createClient({ baseUrl: 'http://center.example', token: () => undefined, fetch });
  const desk = { ...fakeDesk(sampleWorld({ columns: 120, rows: 30 })).desk, client };
  const find = (words: string) => {
    press(desk, 'ctrl-u');
    paste(desk, words);
    press(desk, 'enter');
  };
  return { desk, find };
}

test('the message that no contact was found disappears once one is found', async () => {
  const { desk, find } = withContacts();
  press(desk, 'contact.add');
  find('qqqq');
  await expect.poll(() => desk.world().notice?.text).toBe('No contact matches · Enter again makes a new one');
  find('ana');
  await expect.poll(() => topOverlay(desk.world())).toMatchObject({ kind: 'picker', data: { contacts: [{ id: 5 }] } });
  expect(desk.world().notice).toBeNull();
});
