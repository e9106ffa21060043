import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import { described } from '../../src/contract/described.ts';
import { Id, Paragraphs, Timestamp } from '../../src/contract/schema.ts';

const Letter = described({
  id: [Id, 'The letter’s id.'],
  text: [Paragraphs, 'What it says.'],
  sent_at: [v.optional(Timestamp), 'When it was sent.'],
});
const plain = v.object({ id: Id, text: Paragraphs, sent_at: v.optional(Timestamp) });

test('a described object keeps the schema objects of its fields, which a reader of answers compares by identity', () => {
  expect(Letter.type).toBe('object');
  expect(Object.keys(Letter.entries)).toEqual(['id', 'text', 'sent_at']);
  expect(Letter.entries.id).toBe(Id);
  expect(Letter.entries.text).toBe(Paragraphs);
  expect(Letter.entries.sent_at.wrapped).toBe(Timestamp);
});

test('a described object has the types of a plain one, and accepts and refuses the same', () => {
  expectTypeOf<v.InferInput<typeof Letter>>().toEqualTypeOf<v.InferInput<typeof plain>>();
  expectTypeOf<v.InferOutput<typeof Letter>>().toEqualTypeOf<v.InferOutput<typeof plain>>();
  for (const given of [{ id: 1, text: 'Hello' }, { id: 0, text: 'Hello' }, { id: 1, sent_at: 'soon' }, [], 'text']) {
    const [one, other] = [v.safeParse(Letter, given), v.safeParse(plain, given)];
    expect(one.success).toBe(other.success);
    expect(one.issues?.map(({ message }) => message)).toEqual(other.issues?.map(({ message }) => message));
  }
});
