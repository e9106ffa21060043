import { describe, expect, test } from 'vitest';
import { actions } from '../../../src/actions/index.ts';
import { reopen } from '../../../src/keys/reopen.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { isWritingInBox } from '../../../src/state/detail/move.ts';
import { discardedIn } from '../../../src/state/journal/discard.ts';
import { readPlace } from '../../../src/state/kept/place.ts';
import { deskPlace } from '../../../src/state/place/world-place.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { askedId, boxOf, linesIn, partIn, ruleIn, textOf, written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { people } from '../../state/reply/people.ts';
import { fakeDesk, inbox, message, NOW, note, sampleWorld, thread } from '../../ui/world.ts';

const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
const hello = message(7, 'Where is it?', { cc: people('bob@partner.example'), side: false as never });

/** A desk with the keys in the list, nothing marked, on a conversation with one message. */
function open(more: Partial<World> = {}) {
  const world = sampleWorld({ columns: 120, rows: 36 }, more);
  const threads = IdMap.of([[1042, thread([hello])]]);
  const inboxes = [{ ...inbox(1, 'Support'), emails }];
  const { desk, asked } = fakeDesk({ ...world, base: { ...world.base, inboxes, threads } });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  return { desk, commits: asked.commits, ...keysOf(desk) };
}

function keysOf(desk: Desk) {
  return { press: (keys: string) => pressOn(desk, ...keys.split(' ')), paste: (text: string) => pasteOn(desk, text) };
}

/** The next desk, after this one was killed: it has JSON, and the drafts. */
function next(desk: Desk, more: Partial<World> = {}) {
  const { boxes } = readPlace(JSON.parse(JSON.stringify(deskPlace(desk.world()))))!;
  const { drafts, list } = desk.world();
  const made = open({ ...more, drafts });
  made.desk.set({ list });
  reopen(made.desk, boxes, actions);
  return made;
}

/** Somebody else notes something on the conversation. */
function noteOn(desk: Desk) {
  const { base } = desk.world();
  const noted = { ...thread([hello]), notes: [note(3, 'I called her.', { agent_id: 2 })] };
  desk.set({ base: { ...base, threads: IdMap.of([[1042, noted]]) } });
}

describe('keys typed ahead in one read', () => {
  test('write and send', () => {
    const { press, commits, desk } = open();
    press('conversation.reply H i ctrl-d');
    expect([commits.map(({ args }) => args), desk.world().overlays]).toMatchObject([[{ ids: [1042], body: 'Hi' }], []]);
  });

  test('answer the question that they lead to', () => {
    const { press, desk, commits } = open();
    desk.set({ list: { ...desk.world().list, marks: new Set([1042, 1041]) } });
    press('conversation.reply H i ctrl-d y');
    expect(commits).toHaveLength(2);
  });
});

describe('the next desk', () => {
  test.each([
    ['conversation.reply H i left', 'text'],
    ['conversation.reply H i shift-tab , x', 'cc'],
    ['conversation.reply H i shift-tab ctrl-x e', 'bcc'],
    ['conversation.reply H i tab tab tab tab 2 h', 'wait'],
    ['message.forward s a m', 'to'],
    ['conversation.create m i a tab tab S u b', 'subject'],
    ['conversation.create m i a tab tab tab T e x t', 'text'],
  ])('has the box of a mail with its parts, after %s', (keys, part) => {
    const { press, desk } = open();
    press(keys);
    const again = next(desk);
    const before = JSON.parse(
      JSON.stringify(boxOf(desk).state, (key, value) => (key === 'isDraft' ? undefined : value)),
    );
    expect(boxOf(again.desk).state).toMatchObject(before);
    expect(partIn(again.desk)).toBe(part);
    expect(again.desk.world().notice).toBeNull();
  });

  test('sends with the time that was typed, once', () => {
    const { press, desk } = open();
    press('conversation.reply H i tab tab tab tab tab 2 h');
    const again = next(desk);
    again.press('enter');
    expect(again.commits).toMatchObject([{ args: { body: 'Hi', sendAt: expect.any(String) } }]);
    expect([again.desk.world().drafts.size, next(again.desk).desk.world().overlays]).toEqual([0, []]);
  });

  test('asks for the name again, and Esc leads back to the mail', () => {
    const me = {
      ...sampleWorld({ columns: 80, rows: 24 }).me!,
      name: safeLine('root'),
      email: safeLine('root@localhost'),
    };
    const { press, desk } = open({ me });
    press('conversation.reply H i ctrl-d A n');
    const again = next(desk, { me });
    expect(written(again.desk)).toMatchObject({ id: 'agent.name', draft: { text: 'An' } });
    expect(ruleIn(again.desk)).toContain('customers would read “root”');
    again.press('esc');
    expect([askedId(again.desk), textOf(again.desk)?.text]).toEqual(['conversation.reply', 'Hi']);
  });

  test('has the mail in place of the question about it, and says so', () => {
    const { press, desk } = open();
    press('conversation.reply H i');
    noteOn(desk);
    press('ctrl-d');
    expect(linesIn(desk)).toEqual([expect.stringContaining('I called her.')]);
    const again = next(desk);
    expect([askedId(again.desk), textOf(again.desk)?.text]).toEqual(['conversation.reply', 'Hi']);
    expect(again.desk.world().notice?.text).toBe('Not open again: Reply · it was not answered, so nothing was done');
  });
});

describe('the question before a mail', () => {
  test('leads back by Esc to the box as it was left, and the agent writes on', () => {
    const { press, desk, commits } = open();
    press('conversation.reply H i');
    noteOn(desk);
    press('shift-tab ctrl-d');
    expect([askedId(desk), isWritingInBox(desk.world())]).toEqual(['mail.question', true]);
    press('esc');
    expect([askedId(desk), partIn(desk), commits]).toEqual(['conversation.reply', 'cc', []]);
    press('ctrl-d e');
    expect([askedId(desk), partIn(desk), textOf(desk)]).toEqual([
      'conversation.reply',
      'text',
      { text: 'Hi', cursor: 2 },
    ]);
    press('! ctrl-d');
    expect(commits).toMatchObject([{ args: { body: 'Hi!' } }]);
  });
});

describe('the last button of a box', () => {
  test.each(['conversation.reply', 'message.forward', 'note.write'] as const)(
    'discards what is written, also by its key, and z brings it back: %s',
    id => {
      for (const keys of ['ctrl-q', 'discard']) {
        const { press, paste, desk } = open();
        press(id);
        while (desk.world().overlays[0]?.state.parts[partIn(desk)!]?.kind !== 'text') press('tab');
        paste('Not this.');
        if (keys === 'ctrl-q') press(keys);
        else {
          while (partIn(desk) !== 'discard') press('tab');
          press('enter');
        }
        expect([desk.world().overlays, writtenIn(desk.world().drafts)]).toEqual([[], {}]);
        expect(discardedIn(desk.world(), NOW)).toMatchObject([{ fields: { text: 'Not this.' } }]);
        expect(desk.world().notice?.text).toBe('Discarded 1 draft · z brings it back');
      }
    },
  );

  test('closes a box without words', () => {
    const { press, desk } = open();
    press('conversation.reply ctrl-q');
    expect([desk.world().overlays, discardedIn(desk.world(), NOW)]).toEqual([[], []]);
  });
});
