import { expect, test } from 'vitest';
import { faultOf } from '../../src/contract/faults.ts';
import { InboxSave } from '../../src/contract/inbox-body.ts';

const { name, slug, sort, send_autoresponse, autoresponse_text, emails } = InboxSave.entries;
const { email, status } = emails.wrapped.item.entries;

test.each([
  ['a name', name, 'Returns', undefined],
  ['a name of blanks', name, '   ', 'must be 1 to 120 characters long'],
  ['a name of two lines', name, 'a\nb', 'must be one line without control characters'],
  ['a slug with a blank', slug, 'a b', 'must be lower-case words joined by hyphens'],
  ['a long slug', slug, 'a'.repeat(65), 'must be at most 64 characters long'],
  ['a position', sort, '12', undefined],
  ['a position in words', sort, 'first', 'must be a whole number'],
  ['a flag in words', send_autoresponse, 'yes', 'must be true or false'],
  ['a text of two lines', autoresponse_text, 'Hello\nyou', undefined],
  ['an address', email, 'help@shop.example', undefined],
  ['no address', email, 'help', 'must be an email address'],
  ['another status', status, 'third', 'must be one of primary, secondary'],
])('%s', (_name, schema, value, fault) => {
  expect(faultOf(schema, value)).toBe(fault);
});
