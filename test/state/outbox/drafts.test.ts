import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  draftKey,
  draftParts,
  rewritten,
  wholeDraft,
  withoutWords,
  withWords,
} from '../../../src/state/outbox/drafts.ts';
import type { Drafts } from '../../../src/state/world.ts';

const note = draftKey('note', 1);
const title = draftKey('title', 1);
const none: Drafts = new Map();
function draft(text: string): Drafts {
  return new Map([[note, text]]);
}
const words = fc
  .array(fc.constantFrom('call', 'her', 'back ', '\n', '\n\n', ' / '), { maxLength: 5 })
  .map(all => all.join(''));

describe('words that come back to a draft', () => {
  it('stand before what was begun since, with a blank line between', () => {
    expect(withWords(draft('Next'), note, 'Called her.').get(note)).toBe('Called her.\n\nNext');
    expect(withWords(new Map([[title, 'New']]), title, 'Old').get(title)).toBe('Old / New');
  });

  it('come once, even if they are returned several times', () => {
    const once = withWords(draft('Next'), note, 'Called her.');
    expect(withWords(once, note, 'Called her.')).toBe(once);
    expect(withWords(draft('Called her. Twice.'), note, 'Called her.').get(note)).toMatch(/^Called her\.\n\n/);
  });

  it('belong to their own conversation and kind', () => {
    const drafts = withWords(withWords(withWords(none, note, 'a'), title, 'b'), draftKey('note', 2), 'c');
    expect([...drafts]).toEqual([
      ['note:1', 'a'],
      ['title:1', 'b'],
      ['note:2', 'c'],
    ]);
    expect(draftParts('title:27')).toEqual({ kind: 'title', id: 27 });
  });

  it('are a reply of which the recipients are a part, and join theirs', () => {
    const to = draftKey('reply-to', 1);
    const drafts = withWords(new Map([[to, 'bob@partner.example']]), to, 'zoe@customer.example');
    expect(drafts.get(to)).toBe('zoe@customer.example, bob@partner.example');
    expect([to, draftKey('reply', 1), note].map(wholeDraft)).toEqual(['reply:1', 'reply:1', 'note:1']);
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
    expect(withoutWords(draft(held), note, 'Called her.').get(note)).toBe(left);
  });

  it('can be returned and removed again, and the draft is as it was', () => {
    fc.assert(
      fc.property(words, words, (held, given) => {
        const drafts = held.trim() === '' ? none : draft(held.trimEnd());
        const back = withWords(drafts, note, given);
        if (back !== drafts) expect([...withoutWords(back, note, given)]).toEqual([...drafts]);
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
          if (index === when) drafts = withWords(drafts, note, 'RESCUED');
          drafts = rewritten(drafts, note, box, text);
          box = text;
          const expected = [...(index >= when ? ['RESCUED'] : []), ...(box.trim() === '' ? [] : [box])].join('\n\n');
          expect(drafts.get(note) ?? '').toBe(expected);
        }
      }),
    );
  });
});
