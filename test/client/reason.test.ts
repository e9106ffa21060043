import { expect, it } from 'vitest';
import { ApiError, type FailureCode } from '../../src/client/api-error.ts';
import { safeLine } from '../../src/text/safe.ts';

function reasonOf(code: FailureCode, message: string, ...details: readonly (readonly [string, string])[]) {
  return new ApiError({
    status: 422,
    code,
    message: safeLine(message),
    details: details.map(([path, fault]) => ({ path: safeLine(path), message: safeLine(fault) })),
  }).reason;
}

it.each([
  ['nothing but its sentence', reasonOf('conflict', 'It is merged.'), 'It is merged.'],
  [
    'the fields at fault in place of a sentence that names none',
    reasonOf('validation_failed', 'One field is wrong.', ['assign_to', 'agent 3 cannot see inbox 2']),
    'assign_to: agent 3 cannot see inbox 2',
  ],
  [
    'what a query has wrong',
    reasonOf('bad_query', 'The query has faults: see the details.', ['sort', 'is unknown']),
    'sort: is unknown',
  ],
  [
    'what the details add to its sentence',
    reasonOf('not_found', 'There is no such thing.', ['conversation_ids.1', 'there is no conversation 7']),
    'There is no such thing (conversation_ids.1: there is no conversation 7)',
  ],
  [
    'nothing twice',
    reasonOf('conflict', 'Conversation 1 was merged into 2. Write to 2.', ['id', '1 was merged into 2']),
    'Conversation 1 was merged into 2. Write to 2.',
  ],
  [
    'three faults and how many more',
    reasonOf('validation_failed', '5 fields are wrong.', ['a', '1'], ['b', '2'], ['', '3'], ['d', '4'], ['e', '6']),
    'a: 1; b: 2; 3 and 2 more',
  ],
])('the reason of a failure is %s', (_what, reason, expected) => {
  expect(reason).toBe(expected);
});
