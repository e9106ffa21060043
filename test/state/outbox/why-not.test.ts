import { expect, test } from 'vitest';
import { whyInvalidArgs } from '../../../src/state/outbox/commit.ts';
import { messageFor } from '../../../src/state/reply/recipients.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { conversation, message, sampleWorld, thread } from '../../ui/world.ts';

const LOCAL = -1_796_109_929_181;

test.each([
  ['message.reply', { ids: [1], body: 'x', messageId: null, forward: LOCAL }],
  ['message.reply', { ids: [1], body: 'x', messageId: LOCAL }],
  ['conversation.split', { ids: [1], title: 'x', messageIds: [LOCAL], noteIds: [] }],
  ['conversation.read', { ids: [1], messageId: LOCAL }],
] as const)('%s of a conversation that the help center has not got yet is refused in plain words: %j', (name, args) => {
  expect(whyInvalidArgs(name, args)).toMatch(/: it is on its way to the help center\. Try again once it is there\.$/);
});

test.each([
  ['conversation.title', { ids: [1], title: 'x'.repeat(300) }, 'title must be 1 to 255 characters long.'],
  ['message.reply', { ids: [1], body: 7, messageId: null }, 'body must be text.'],
] as const)('%s names the fault of a field, without the words of a schema', (name, args, words) => {
  expect(whyInvalidArgs(name, args)).toContain(words);
});

test('a mail is never about a message that is on its way', () => {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const ours = { kind: 'agent' } as const;
  const held = thread([message(LOCAL, 'Hello', ours)]);
  const base = {
    ...world.base,
    conversations: IdMap.of([[7, conversation(7, 'One')]]),
    threads: IdMap.of([[7, held]]),
  };
  expect(messageFor({ ...world, base }, 7, true)).toBeUndefined();
  const there = { ...held, messages: [message(5, 'First', ours), ...held.messages] };
  expect(messageFor({ ...world, base: { ...base, threads: IdMap.of([[7, there]]) } }, 7, true)?.id).toBe(5);
});
