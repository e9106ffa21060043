import { describe, expect, test } from 'vitest';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { boxOf, partIn, textOf } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { talkWith } from '../../lines/talk-with.ts';
import { fakeDesk, inbox, NOW, sampleWorld } from '../../ui/world.ts';

const ID = -NOW - 1;
const ZOE = { name: 'Zoë Quinn', email: 'zoe@customer.example' };

function sending(id: number, name: string) {
  const email = safeLine(`${name.toLowerCase()}@shop.example`);
  return { ...inbox(id, name), emails: [{ id, email, status: 'primary' as const }] };
}

/** A desk with the cursor on a conversation of Zoë Quinn in inbox 1. */
function open(more: Partial<World> = {}, inboxes = [sending(2, 'Billing'), sending(1, 'Support')]) {
  const world = sampleWorld({ columns: 120, rows: 36 }, more);
  const { desk, asked } = fakeDesk({ ...world, base: { ...world.base, inboxes, threads: IdMap.of([]) } });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  const paste = (text: string) => pasteOn(desk, text);
  const part = () => partIn(desk);
  const said = () => desk.world().notice?.text;
  return { desk, asked, press, paste, part, said, drafts: () => writtenIn(desk.world().drafts) };
}

/** As `open`, with the conversation open. */
function openDetail() {
  return open({ pane: 'detail' });
}

/** As `open`, with subject and text written; the keys are in the text. */
function written(more: Partial<World> = {}) {
  const desk = open({ pane: 'detail', ...more });
  desk.press('conversation.create tab tab');
  desk.paste('Your parcel');
  desk.press('tab tab');
  desk.paste('It is here.');
  return desk;
}

describe('a first mail', () => {
  test('from the list proposes the inbox of the conversation at hand alone, and begins in To', () => {
    const { press, part, drafts } = open();
    press('conversation.create');
    expect([part(), drafts()]).toEqual(['to', { [`reply:${ID} inbox`]: '1' }]);
  });

  test('from the detail proposes its customer too, and begins in To, where typing replaces it', () => {
    const { press, part, drafts } = openDetail();
    press('conversation.create');
    expect(part()).toBe('to');
    expect(drafts()).toEqual({
      [`reply:${ID} to`]: 'Zoë Quinn <zoe@customer.example>',
      [`reply:${ID} inbox`]: '1',
    });
    press('m i a');
    expect(drafts()[`reply:${ID} to`]).toBe('mia');
  });

  test('proposes no one in the inboxes, and begins with To', () => {
    const { press, part, drafts } = open({ pane: 'inboxes' });
    press('conversation.create');
    expect([part(), drafts()]).toEqual(['to', { [`reply:${ID} inbox`]: '2' }]);
  });

  test('goes from its head down: To, Cc, subject, inbox, text, buttons', () => {
    const { press, part } = openDetail();
    press('conversation.create');
    const parts = Array.from({ length: 12 }, () => {
      press('tab');
      return part();
    });
    expect(parts).toEqual([
      'cc',
      'subject',
      'inbox',
      'text',
      'files',
      'send',
      'wait',
      'at',
      'close',
      'record',
      'discard',
      'to',
    ]);
  });

  test('is sent by Ctrl-d as one change, which takes its drafts', () => {
    const { press, asked, desk } = written();
    press('ctrl-d');
    const mail = { to: [ZOE], cc: [], title: 'Your parcel', body: 'It is here.', inboxId: 1, deliver: true };
    expect(asked.commits).toEqual([{ name: 'conversation.create', args: { ids: [ID], ...mail } }]);
    expect(desk.world().overlays).toEqual([]);
  });

  test.each([
    ['tab tab tab tab tab tab enter', { deliver: false }],
    [
      'tab tab tab tab tab enter',
      { deliver: true, following: [{ name: 'conversation.status', args: { ids: [ID], conversation_status_id: 2 } }] },
    ],
    ['shift-tab left x ctrl-d', { inboxId: 2 }],
  ])('as its parts say: %s', (keys, args) => {
    const { press, asked } = written();
    press(keys);
    expect(asked.commits).toMatchObject([{ args }]);
  });

  test.each([
    ['conversation.create tab tab tab tab', 'The mail needs a subject.', 'subject'],
    ['conversation.create ctrl-u tab tab tab tab', 'To is empty: the mail needs an address.', 'to'],
  ])('says what is missing, and goes there: %s', (keys, reason, place) => {
    const { press, paste, asked, said, part } = openDetail();
    press(keys);
    paste('It is here.');
    press('ctrl-d');
    expect([said(), part(), asked.commits]).toEqual([reason, place, []]);
  });

  test('that nothing was written in leaves nothing', () => {
    const { press, drafts, said } = openDetail();
    press('conversation.create tab esc');
    expect([drafts(), said()]).toEqual([{}, undefined]);
  });

  test('is kept as a draft, which the list of drafts opens again at the text', () => {
    const { press, desk, said, part } = written();
    press('esc');
    expect(said()).toBe('Draft of a new conversation kept · gd goes on with it');
    press('draft.list');
    expect(desk.world().overlays).toHaveLength(1);
    press('enter');
    expect([boxOf(desk).targets, textOf(desk)?.text]).toEqual([[ID], 'It is here.']);
    expect(part()).toBe('text');
  });

  test('is not sent by Enter on its inbox, which leads on to the text', () => {
    const { press, asked, part } = written();
    press('shift-tab enter');
    expect([part(), asked.commits]).toEqual(['text', []]);
  });

  test('keeps line breaks out of the subject', () => {
    const { press, paste, asked } = openDetail();
    press('conversation.create tab tab');
    paste('Your\r\nBcc: eve@there.example');
    press('tab tab');
    paste('Hi');
    press('ctrl-d');
    expect(asked.commits).toMatchObject([{ args: { title: 'Your Bcc: eve@there.example' } }]);
  });

  test('can only be recorded where no mail goes out', () => {
    const { press, asked, said } = written({ offers: { me: true }, mailOut: { sends: false, missing: ['relay'] } });
    press('ctrl-d');
    expect(said()).toMatch(/^No mail: no relay is set up/);
    press('tab tab tab tab tab tab enter');
    expect(asked.commits).toMatchObject([{ args: { deliver: false } }]);
  });

  test('is off where the help center takes none', () => {
    const { press, desk, said } = open({ offers: { firstMessage: t`This help center takes none.` } });
    press('conversation.create');
    expect([desk.world().overlays, said()]).toEqual([[], 'This help center takes none.']);
  });

  test('is written in lines', async () => {
    const { desk, asked } = openDetail();
    const { type } = talkWith(desk);
    expect(await type('write first')).toContain('To: Zoë Quinn <zoe@customer.example>.');
    expect(await type('~subject Your parcel')).toContain('Subject: Your parcel.');
    expect(await type('~inbox')).toContain('billing@shop.example');
    await type('It is here.');
    await type('~record');
    expect(asked.commits).toMatchObject([{ args: { title: 'Your parcel', inboxId: 2, deliver: false } }]);
  });
});
