import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { discardedIn, lastDiscarded } from '../../../src/state/journal/discard.ts';
import { readPlace } from '../../../src/state/kept/place.ts';
import { putBackInDraft } from '../../../src/state/outbox/written-words.ts';
import { deskPlace, withPlace } from '../../../src/state/place/world-place.ts';
import type { World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { optionsIn, written } from '../../harness/open-box.ts';
import { paste, press as pressOn } from '../../harness/press.ts';
import { conversation, fakeDesk, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };

function open(more: Partial<World> = {}) {
  const { desk, asked } = fakeDesk(sampleWorld(SIZE, { ...more }));
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  const type = (text: string) => paste(desk, text);
  return { desk, asked, press, type, drafts: () => writtenIn(desk.world().drafts) };
}

describe('Esc in a note box', () => {
  test('says that the draft is kept, and where', () => {
    const { desk, press, type } = open();
    press('note.write');
    type('Called her');
    press('esc');
    expect(desk.world().notice).toEqual({
      tone: 'done',
      text: 'Draft of #1042 kept · gd goes on with it',
      short: 'Draft kept · gd',
    });
  });

  test('says nothing if nothing was written', () => {
    const { desk, press } = open();
    press('note.write esc');
    expect(desk.world().notice).toBeNull();
  });
});

describe('a note that is refused while the next one is being written', () => {
  const refused = { name: 'note.add', args: { ids: [1042], details: 'First note.' } };

  test('leaves the box unchanged, and both texts are in the draft', () => {
    const { desk, press, type, drafts } = open();
    press('note.write');
    type('Sec');
    desk.set({ drafts: putBackInDraft(desk.world().drafts, refused, [1042]) });
    type('ond note');
    expect(written(desk)).toMatchObject({ draft: { text: 'Second note' } });
    press('esc');
    expect(drafts()).toEqual({ 'note:1042': 'First note.\n\nSecond note' });
  });

  test('stays a draft when the next one is sent', () => {
    const { desk, asked, press, type, drafts } = open();
    press('note.write');
    type('Second note ');
    desk.set({ drafts: putBackInDraft(desk.world().drafts, refused, [1042]) });
    press('ctrl-d');
    expect(asked.commits).toEqual([{ name: 'note.add', args: { ids: [1042], details: 'Second note' } }]);
    expect(drafts()).toEqual({ 'note:1042': 'First note.' });
  });

  test('is not overwritten by the agent’s own editor', async () => {
    const { desk, press, drafts } = open();
    press('note.write-editor');
    desk.set({ drafts: putBackInDraft(desk.world().drafts, refused, [1042]) });
    await Promise.resolve();
    await expect.poll(drafts).toEqual({ 'note:1042': 'First note.\n\n from the editor' });
    expect(written(desk)).toMatchObject({ draft: { text: 'First note.\n\n from the editor' } });
  });
});

describe('a title', () => {
  test('is a draft while it is written, until it is sent', () => {
    const { asked, press, type, drafts } = open();
    press('conversation.title');
    expect(drafts()).toEqual({});
    type(', again');
    expect(drafts()).toEqual({ 'title:1042': 'Refund for order 7741, again' });
    press('enter');
    expect(asked.commits).toEqual([
      { name: 'conversation.title', args: { ids: [1042], title: 'Refund for order 7741, again' } },
    ]);
    expect(drafts()).toEqual({});
  });

  test('that is given up by Esc is not a draft', () => {
    const { desk, press, type, drafts } = open();
    press('conversation.title');
    type(', again');
    press('esc');
    expect(drafts()).toEqual({});
    expect(desk.world().notice).toBeNull();
  });

  test('that was a draft is offered again, and Esc keeps it', () => {
    const { desk, press, type, drafts } = open({ drafts: new Map([['title:1042', { text: 'Late parcel' }]]) });
    press('conversation.title');
    expect(written(desk)).toMatchObject({ draft: { text: 'Late parcel' } });
    type(' of May');
    press('esc');
    expect(drafts()).toEqual({ 'title:1042': 'Late parcel of May' });
    expect(desk.world().notice?.text).toMatch(/^Draft of #1042 kept/);
  });
});

describe('gd', () => {
  test('tells notes and titles apart, and opens the right box for each', () => {
    const drafts: World['drafts'] = new Map([
      ['note:1042', { text: 'Called her.' }],
      ['title:1031', { text: 'Code' }],
    ]);
    const { desk, press } = open({ drafts });
    press('draft.list 2');
    expect(desk.world().detail.conversationId).toBe(1031);
    expect(written(desk)).toMatchObject({ id: 'conversation.title', targets: [1031], draft: { text: 'Code' } });
  });

  test('continues on the conversation into which its own was merged', () => {
    const drafts: World['drafts'] = new Map([
      ['note:1031', { text: 'Code sent.' }],
      ['note:1042', { text: 'Called her.' }],
    ]);
    const { desk, press, drafts: kept } = open({ drafts });
    const { base } = desk.world();
    const merged = conversation(1031, 'Discount code', { merged_into: 1042 });
    desk.set({ base: { ...base, conversations: base.conversations.with([[1031, merged]]) } });
    press('draft.list 1');
    const draft = { text: 'Code sent.\n\nCalled her.' };
    expect(written(desk)).toMatchObject({ id: 'note.write', targets: [1042], draft });
    expect(kept()).toEqual({ 'note:1042': 'Code sent.\n\nCalled her.' });
  });

  const three: World['drafts'] = new Map([
    ['note:1042', { text: 'Called her.' }],
    ['reply:1031', { text: 'The code', cc: 'carol@carrier.example' }],
    ['title:1041', { text: 'Late' }],
  ]);
  const list = (desk: Desk) => optionsIn(desk).map(({ id, sign }) => [id.replace(/ \d+$/, ' discarded'), sign]);

  test('D discards the marked drafts, or the one at the cursor, without a question, and one z brings them back', () => {
    const { desk, press, drafts } = open({ drafts: three });
    press('draft.list space j space D');
    expect(Object.keys(drafts())).toEqual(['title:1041']);
    expect(list(desk)).toEqual([
      ['title:1041', '1'],
      ['note:1042 discarded', ' '],
      ['reply:1031 discarded', ' '],
    ]);
    expect(desk.world().notice?.text).toBe('Discarded 2 drafts · z brings them back');
    press('esc undo');
    expect(drafts()).toEqual({
      'title:1041': 'Late',
      'note:1042': 'Called her.',
      'reply:1031': 'The code',
      'reply:1031 cc': 'carol@carrier.example',
    });
    expect(desk.world().discarded).toEqual([]);
    press('draft.list D esc');
    expect(Object.keys(drafts())).toEqual(['note:1042', 'reply:1031', 'reply:1031 cc']);
  });

  test('z undoes a change that was made after drafts were discarded first', () => {
    const { desk, press } = open({ drafts: three });
    press('draft.list D esc');
    expect(lastDiscarded(desk.world(), desk.now())).toHaveLength(1);
    const call = { name: 'conversation.archive', args: { ids: [1042] } } as const;
    const inverse = [{ ...call, name: 'conversation.restore' }];
    const calls = [{ ...call, inverse, requests: [] }];
    const made = { id: 'a', at: desk.now() + 1, title: t`a change`, count: 1, calls };
    desk.set({ operations: [{ ...made, state: { kind: 'done' } }] });
    expect(lastDiscarded(desk.world(), desk.now())).toEqual([]);
  });

  test('Enter on a discarded draft brings it back before later words, for a day', () => {
    const { desk, press, drafts } = open({ drafts: three });
    press('draft.list D');
    desk.set({ drafts: new Map([...desk.world().drafts, ['note:1042', { text: 'Again.' }]]) });
    press('down down down enter');
    expect(drafts()).toMatchObject({ 'note:1042': 'Called her.\n\nAgain.' });
    expect(discardedIn({ ...desk.world(), discarded: [{ key: 'note:1', fields: {}, at: 0 }] }, 86_400_000)).toEqual([]);
  });

  test('a discarded draft is in the place of the desk, and so in the next one', () => {
    const { desk, press } = open({ drafts: three });
    press('draft.list D');
    const place = readPlace(JSON.parse(JSON.stringify(deskPlace(desk.world()))))!;
    expect(withPlace(desk.world(), place).discarded).toEqual(desk.world().discarded);
    expect(place.discarded).toMatchObject([{ key: 'note:1042', fields: { text: 'Called her.' } }]);
  });
});
