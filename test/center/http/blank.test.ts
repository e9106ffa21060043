import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBlank } from '../../../src/contract/blank.ts';
import { makeConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const NOTHING = [
  '\u200b',
  '\u00ad',
  '\u2060',
  '\u3164',
  '\u202e',
  '\u034f',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180e',
  '\u200d',
  '\u2800',
  '\u3000',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufffc',
  '\u{e0041}',
  '\u{1d173}',
  ' \u200b \u00a0\u2062 ',
];
const SOMETHING = ['a', '.', 'é', '한', '\u200bx', '👍🏽', '👩‍💻', '❤️', '\u202eabc', '0'];

describe('a text of which nothing can be seen', () => {
  test.each(NOTHING.map(text => [encodeURI(text), text]))('%s is blank', (_, text) => {
    expect(isBlank(text)).toBe(true);
  });

  test.each(SOMETHING)('%s is not blank', text => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('in a request', () => {
  let desk: OpenCenter;
  beforeEach(async () => {
    desk = await openCenter();
  });
  afterEach(() => desk.close());

  const named = [
    ['POST', '/conversations', 'title', {}],
    ['PUT', '/conversations/1', 'title', {}],
    ['POST', '/conversations/1/tags', 'name', {}],
    ['POST', '/inboxes', 'name', {}],
    ['PUT', '/inboxes/1', 'name', {}],
    ['POST', '/conversation_statuses', 'name', {}],
    ['POST', '/teams', 'name', {}],
    ['POST', '/contacts', 'name', { email: 'z@customer.example' }],
    ['POST', '/agents', 'name', { email: 'z@desk.example', password: 'seven blue lanterns' }],
    ['PUT', '/me', 'name', {}],
    ['POST', '/saved_replies', 'name', { text: 'x' }],
    ['POST', '/saved_replies', 'text', { name: 'x' }],
    ['POST', '/conversations/1/messages', 'body_text', {}],
    ['POST', '/conversations/1/notes', 'details', {}],
  ] as const;

  test.each(named)('%s %s refuses %s of nothing visible', async (method, path, field, more) => {
    await makeConversation(desk);
    for (const text of ['\u200b', '\u00ad \u2060', '\u3164', '\u202e']) {
      const { status, body } = await desk.call(method, path, { body: { ...more, [field]: text } });
      expect([status, body.error?.details?.map((one: { path: string }) => one.path)]).toEqual([422, [field]]);
    }
  });

  test('tags of many conversations are refused by the same rule', async () => {
    const id = await makeConversation(desk);
    const body = { conversation_ids: [id], added_tags: ['vip', '\u200b'] };
    const answer = await desk.call('PUT', '/conversations', { body });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, 'added_tags.1']);
  });
});
