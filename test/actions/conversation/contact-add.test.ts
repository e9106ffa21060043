import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { askedId, boxOf, optionsIn } from '../../harness/open-box.ts';
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

test('without a contact that matches, Enter makes a new one, and Esc leads back to the words', async () => {
  const { desk, find } = withContacts();
  press(desk, 'contact.add');
  find('qqqq');
  await expect.poll(() => askedId(desk)).toBe('contact.choose');
  expect(optionsIn(desk).map(({ label }) => label)).toEqual(['new contact…']);
  press(desk, 'esc');
  find('ana');
  await expect.poll(() => askedId(desk)).toBe('contact.choose');
  expect(optionsIn(desk).map(({ label }) => label)).toEqual(['Ana Torres', 'new contact…']);
  press(desk, 'esc');
  find('qqqq');
  await expect.poll(() => askedId(desk)).toBe('contact.choose');
  press(desk, 'enter');
  expect(boxOf(desk).state.parts.person).toEqual({ kind: 'line', draft: { text: 'qqqq <>', cursor: 6 } });
});
