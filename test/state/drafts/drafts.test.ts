import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftKey, draftParts, rewritten, withoutWords, withWords } from '../../../src/state/drafts/drafts.ts';
import type { Drafts } from '../../../src/state/world.ts';
import { writtenIn } from '../../harness/drafts.ts';

const note = draftKey('note', 1);
const title = draftKey('title', 1);
const none: Drafts = new Map();
function draft(text: string): Drafts {
  return new Map([[note, { text }]]);
}
const called = [note, 'text', 'Called her.'] as const;
const words = fc
  .array(fc.constantFrom('call', 'her', 'back ', '\n', '\n\n', ' / '), { maxLength: 5 })
  .map(all => all.join(''));

describe('words that come back to a draft', () => {
  it('stand before later words, with a blank line between', () => {
    expect(withWords(draft('Next'), called).get(note)?.text).toBe('Called her.\n\nNext');
    expect(withWords(new Map([[title, { text: 'New' }]]), [title, 'text', 'Old']).get(title)?.text).toBe('Old / New');
  });

  it('come once, even if they are returned several times', () => {
    const once = withWords(draft('Next'), called);
    expect(withWords(once, called)).toBe(once);
    expect(withWords(draft('Called her. Twice.'), called).get(note)?.text).toMatch(/^Called her\.\n\n/);
  });

  it('belong to their own conversation and kind', () => {
    const back = [
      [note, 'text', 'a'] as const,
      [title, 'text', 'b'] as const,
      [draftKey('note', 2), 'text', 'c'] as const,
    ];
    expect(writtenIn(back.reduce(withWords, none))).toEqual({ 'note:1': 'a', 'title:1': 'b', 'note:2': 'c' });
    expect(draftParts('title:27')).toEqual({ kind: 'title', id: 27 });
  });

  it('join those of their own field: people with a comma, files line by line', () => {
    const reply = draftKey('reply', 1);
    const drafts: Drafts = new Map([[reply, { text: 'Hello', to: 'bob@partner.example', files: 'a' }]]);
    const back = [[reply, 'to', 'zoe@customer.example'] as const, [reply, 'files', 'b'] as const];
    expect(back.reduce(withWords, drafts).get(reply)).toEqual({
      text: 'Hello',
      to: 'zoe@customer.example, bob@partner.example',
      files: 'b\na',
    });
  });
});

describe('words that are in a change', () => {
  it.each([
    ['Called her.', undefined],
    ['Called her.  ', undefined],
    ['Called her.\n\nNext', 'Next'],
    ['Before\n\nCalled her.', 'Before'],
    ['Before\n\nCalled her.\n\nNext', 'Before\n\nNext'],
    ['Called her. Twice.', 'Called her. Twice.'],
    ['She said: Called her.', 'She said: Called her.'],
  ])('leave the draft %j as %j', (held, left) => {
    expect(withoutWords(draft(held), called).get(note)?.text).toBe(left);
  });

  it('can be returned and removed again, and the draft is as it was', () => {
    fc.assert(
      fc.property(words, words, (held, given) => {
        const drafts = held.trim() === '' ? none : draft(held.trimEnd());
        const back = withWords(drafts, [note, 'text', given]);
        if (back !== drafts) expect([...withoutWords(back, [note, 'text', given])]).toEqual([...drafts]);
      }),
    );
  });
});

describe('a box that changes its text', () => {
  it('leaves the words before it unchanged, to the last letter', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.nat(5), (texts, when) => {
        let drafts = none;
        let box = '';
        for (const [index, text] of texts.entries()) {
          if (index === when) drafts = withWords(drafts, [note, 'text', 'RESCUED']);
          drafts = rewritten(drafts, [note, 'text', text], box);
          box = text;
          const expected = [...(index >= when ? ['RESCUED'] : []), ...(box.trim() === '' ? [] : [box])].join('\n\n');
          expect(drafts.get(note)?.text ?? '').toBe(expected);
        }
      }),
    );
  });
});
