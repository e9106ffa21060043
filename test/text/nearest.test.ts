import { expect, test } from 'vitest';
import { nearest } from '../../src/text/nearest.ts';

test.each([
  ['stauts', 'status'],
  ['INBOX', 'inbox'],
  ['asignee', 'assignee'],
  ['taf', 'tag'],
  ['form', 'from'],
  ['x', undefined],
  ['subject', undefined],
  ['s'.repeat(10_000), undefined],
])('%j means %j', (typed, expected) => {
  expect(nearest(typed, ['status', 'assignee', 'inbox', 'tag', 'is', 'from'])).toBe(expected);
});
