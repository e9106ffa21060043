import { describe, expect, test } from 'vitest';
import type { MailData } from '../../../src/state/reply/box.ts';
import { usualRecipients } from '../../../src/state/reply/recipients.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Message } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { boxOf, partIn, textOf } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { talkWith } from '../../lines/talk-with.ts';
import { people } from '../../state/reply/people.ts';
import { fakeDesk, inbox, message, sampleWorld, thread } from '../../ui/world.ts';

const usual = { side: false as Message['side'] };
const aside = { side: true as Message['side'] };
const sam = { type: 'contact' as const, id: 9, name: safeLine('Sam'), email: safeLine('sam@supplier.example') };
const hello = message(7, 'Where is it?', usual);
const question = message(8, 'In stock?', { ...aside, kind: 'agent', to: people('Sam <sam@supplier.example>') });
const answered = message(9, 'In a week.', { ...aside, author: sam });

/** A desk on #1042, whose thread has these messages. */
function open(messages: readonly Message[] = [hello]) {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const inboxes = [{ ...inbox(1, 'Support'), emails }];
  const { desk, asked } = fakeDesk({
    ...world,
    base: { ...world.base, inboxes, threads: IdMap.of([[1042, thread(messages)]]) },
  });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  const select = (id: number) =>
    desk.set({ pane: 'detail', detail: { ...desk.world().detail, entryKey: `message:${id}` } });
  return { desk, asked, press, select, paste: (text: string) => pasteOn(desk, text) };
}

describe('a forward', () => {
  test('begins with To, and goes to the text and the buttons', () => {
    const { desk, press } = open();
    press('message.forward');
    const parts = Array.from({ length: 8 }, () => {
      const part = partIn(desk);
      press('tab');
      return part;
    });
    expect(parts).toEqual(['to', 'cc', 'text', 'files', 'send', 'at', 'discard', 'to']);
  });

  test('sends the customer’s message to those named, also without words', () => {
    const { press, paste, asked } = open();
    press('message.forward');
    paste('sam@supplier.example');
    press('tab tab ctrl-d');
    expect(asked.commits).toEqual([
      {
        name: 'message.reply',
        args: {
          ids: [1042],
          body: '',
          messageId: null,
          forward: 7,
          to: [{ name: '', email: 'sam@supplier.example' }],
          cc: [],
        },
      },
    ]);
  });

  test('of a third party’s answer goes back there, of ours to those who got it', () => {
    for (const id of [8, 9]) {
      const { press, select, asked } = open([hello, question, answered]);
      select(id);
      press('message.forward');
      press('ctrl-d');
      expect(asked.commits).toMatchObject([{ args: { forward: id, to: [{ email: 'sam@supplier.example' }] } }]);
    }
  });

  test('that nothing was written in leaves no draft; otherwise it is kept beside that of an answer', () => {
    const { press, paste, desk } = open();
    press('message.forward esc');
    expect(desk.world().drafts.size).toBe(0);
    press('conversation.reply');
    paste('On its way.');
    press('esc');
    press('message.forward');
    paste('sam@supplier.example');
    press('esc');
    expect(writtenIn(desk.world().drafts)).toEqual({
      'reply:1042': 'On its way.',
      'forward:1042 to': 'sam@supplier.example',
      'forward:1042 message': '7',
    });
  });

  test('goes on with the message that its draft is about', () => {
    const { desk, press, paste, select } = open([hello, message(10, 'And this?', usual)]);
    press('message.forward');
    paste('sam@supplier.example');
    press('esc');
    select(7);
    press('message.forward');
    expect((boxOf(desk).input as MailData).messageId).toBe(10);
  });

  test('is of one conversation, and off where the help center forwards nothing', () => {
    const many = open();
    many.desk.set({ list: { ...many.desk.world().list, marks: new Set([1042, 1041]) } });
    many.press('message.forward');
    expect(many.desk.world().notice?.text).toBe('One message is forwarded at a time: 2 conversations are marked.');
    const old = open([message(7, 'Where is it?')]);
    old.press('message.forward');
    expect(old.desk.world().notice?.text).toBe('This help center forwards no messages.');
  });

  test('is written in lines', async () => {
    const { desk, asked } = open();
    const { type } = talkWith(desk);
    expect(await type('forward 1042')).toContain('not to the customer');
    await type('~to sam@supplier.example');
    await type('In stock?');
    await type('.');
    expect(asked.commits).toMatchObject([{ args: { forward: 7, body: 'In stock?' } }]);
  });
});

describe('an answer to the customer', () => {
  test.each([8, 9])('goes to no third party, also if message %i of theirs is selected', id => {
    const { press, paste, select, asked } = open([hello, question, answered]);
    select(id);
    press('conversation.reply');
    paste('It takes a week.');
    press('ctrl-d');
    expect(asked.commits).toMatchObject([{ args: { messageId: 7, to: [{ email: 'zoe@customer.example' }], cc: [] } }]);
  });

  test('quotes no third party', () => {
    const { desk, press, select } = open([hello, question, answered]);
    select(9);
    press('conversation.reply ctrl-y');
    expect(textOf(desk)?.text).toContain('> Where is it?');
    expect(textOf(desk)?.text).not.toContain('In a week');
  });

  test('has no third party among its usual recipients', () => {
    const { desk } = open([hello, question, answered]);
    expect(JSON.stringify(usualRecipients(desk.world(), 1042, 9))).not.toContain('supplier');
  });
});
