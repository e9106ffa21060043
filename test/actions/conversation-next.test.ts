import { expect, test } from 'vitest';
import { conversationNext } from '../../src/actions/conversation-next.ts';
import { safeLine } from '../../src/text/safe.ts';
import { sampleWorld } from '../ui/world.ts';

const world = sampleWorld({ columns: 120, rows: 30 });
const last = world.list.rows.length - 1;
const why = (more: object) =>
  conversationNext.unavailable?.({ ...world, list: { ...world.list, cursorIndex: last, nextCursor: null, ...more } });

test('a list that is not read to its end has no last conversation', () => {
  expect(why({ cursorIndex: last - 1 })).toBeUndefined();
  expect(why({})).toMatch(/last conversation/);
  expect(why({ nextCursor: 'more' })).toMatch(/still being read/);
  expect(why({ nextCursor: 'more', problem: safeLine('The help center did not answer.') })).toMatch(/R tries again/);
});
