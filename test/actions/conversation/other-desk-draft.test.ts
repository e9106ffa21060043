import { describe, expect, test } from 'vitest';
import type { DraftKey, World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { written } from '../../harness/open-box.ts';
import { paste, press as pressOn } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

const AT = new Date(2026, 10, 20, 9, 12).getTime();
const KEY = 'note:1042' as const;

function elsewhere(text: string, key: DraftKey = KEY): Pick<World, 'draftsElsewhere'> {
  return { draftsElsewhere: new Map([[key, { fields: { text }, terminal: t`pts/3`, begunAt: AT }]]) };
}

/** A desk beside which another one of the same agent is open. */
function open(more: Partial<World>) {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }, more));
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const beside = {
    ...desk,
    now: () => AT,
    hooks: {
      ...desk.hooks,
      forgetSent: (key: DraftKey) => {
        const sentElsewhere = new Map(desk.world().sentElsewhere);
        sentElsewhere.delete(key);
        desk.set({ sentElsewhere });
      },
    },
  };
  const press = (keys: string) => pressOn(beside, ...keys.split(' '));
  return {
    desk,
    asked,
    press,
    type: (text: string) => paste(beside, text),
    drafts: () => writtenIn(desk.world().drafts),
    notice: () => desk.world().notice?.text,
  };
}

describe('a note that another open desk of mine has begun', () => {
  test('is the beginning of mine, and the box says where it was begun', () => {
    const { desk, press, type, drafts, notice } = open(elsewhere('Called her'));
    press('note.write');
    expect(written(desk)).toMatchObject({ draft: { text: 'Called her', cursor: 10 } });
    expect(notice()).toBe('Begun in your other desk (pts/3, 09:12), which is still open.');
    type(' again');
    press('esc');
    expect(drafts()).toEqual({ [KEY]: 'Called her again' });
  });

  test('stays there alone if I change nothing', () => {
    const { press, drafts, notice } = open(elsewhere('Called her'));
    press('note.write esc');
    expect(drafts()).toEqual({});
    expect(notice()).toBe('The draft stays in your other desk.');
  });

  test('does not replace what I have written on the same conversation, but is mentioned', () => {
    const { desk, press, notice } = open({
      ...elsewhere('Called her'),
      drafts: new Map([[KEY, { text: 'Wrote to her' }]]),
    });
    press('note.write');
    expect(written(desk)).toMatchObject({ draft: { text: 'Wrote to her' } });
    expect(notice()).toBe('Your other desk (pts/3, 09:12) has a draft of it, too.');
  });

  test('is in the list of drafts, with its terminal', () => {
    const { desk, press } = open(elsewhere('Late parcel', 'title:1031'));
    press('draft.list 1');
    expect(written(desk)).toMatchObject({ id: 'conversation.title', targets: [1031], draft: { text: 'Late parcel' } });
  });
});

test('a note whose beginning another desk has sent is sent only when I press the key once more', () => {
  const drafts: World['drafts'] = new Map([[KEY, { text: 'Called her, and more' }]]);
  const { asked, press, notice } = open({ drafts, sentElsewhere: new Map([[KEY, { terminal: t`pts/3`, at: AT }]]) });
  press('note.write ctrl-d');
  expect(notice()).toBe('Not sent: your other desk (pts/3, 09:12) has sent its beginning. Send again for all of it.');
  expect(asked.commits).toEqual([]);
  press('ctrl-d');
  expect(asked.commits).toMatchObject([{ name: 'note.add', args: { details: 'Called her, and more' } }]);
});
