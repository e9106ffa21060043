import { describe, expect, test } from 'vitest';
import { peopleNotice } from '../../../src/state/reply/box.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Message, Note, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { asideIn, askedId, linesIn, partIn, ruleIn, textOf, written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { people } from '../../state/reply/people.ts';
import { conversation, fakeDesk, inbox, message, NOW, note, sampleWorld, thread } from '../../ui/world.ts';

const DAY_MS = 86_400_000;
const SIZE = { columns: 120, rows: 36 };
const support = {
  ...inbox(1, 'Support'),
  emails: [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }],
};
const zoe = { name: 'Zoë Quinn', email: 'zoe@customer.example' };
const bob = { name: '', email: 'bob@partner.example' };
const hello = message(7, 'Hello,\n\nwhere is it?\n\n> old mail', { cc: people('bob@partner.example') });

function setStatus(conversation_status_id: number) {
  return { name: 'conversation.status', args: { ids: [1042], conversation_status_id } };
}

/** A desk with the keys in the list, nothing marked, on a conversation with these messages. */
function open(messages: readonly Message[] = [hello], more: Partial<World> = {}) {
  const world = sampleWorld(SIZE, more);
  const threads = IdMap.of([[1042, thread(messages)]]);
  const { desk, asked } = fakeDesk({ ...world, base: { ...world.base, inboxes: [support], threads } });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  const paste = (text: string) => pasteOn(desk, text);
  const said = () => desk.world().notice?.text;
  return { desk, asked, press, paste, said, drafts: () => writtenIn(desk.world().drafts) };
}

/** As `open`, with a text in the reply box. */
function writing(...given: Parameters<typeof open>) {
  const desk = open(...given);
  desk.press('conversation.reply');
  desk.paste('It is on its way.');
  return desk;
}

describe('Ctrl-d', () => {
  test('sends it to those that the box shows, closes the box and takes the draft', () => {
    const { asked, press, desk, drafts } = writing();
    press('ctrl-d');
    expect(asked.commits).toEqual([
      {
        name: 'message.reply',
        args: { ids: [1042], body: 'It is on its way.', messageId: 7, to: [zoe], cc: [bob] },
      },
    ]);
    expect(desk.world().overlays).toEqual([]);
    expect(drafts()).toEqual({});
  });

  test.each(['home', 'tab', 'tab tab', 'shift-tab', 'shift-tab shift-tab'])('sends from any part: %s', keys => {
    const { asked, press, desk } = writing();
    press(keys);
    press('ctrl-d');
    expect([asked.commits.length, desk.world().overlays]).toEqual([1, []]);
  });

  test('answers the selected message', () => {
    const ours = message(8, 'Sorry', { kind: 'agent', to: people('dan@new.example') });
    const { asked, press, desk, paste } = open([hello, ours]);
    desk.set({ pane: 'detail', detail: { ...desk.world().detail, entryKey: 'message:8' } });
    press('conversation.reply');
    paste('One more thing.');
    press('ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({ messageId: 8, to: [{ email: 'dan@new.example' }], cc: [] });
  });
});

describe('Tab goes from the text', () => {
  test('down to the buttons, to To, Cc and back', () => {
    const { desk, press } = writing();
    const parts = Array.from({ length: 10 }, () => {
      press('tab');
      return partIn(desk);
    });
    expect(parts).toEqual(['files', 'send', 'save', 'wait', 'at', 'close', 'discard', 'to', 'cc', 'text']);
    press('shift-tab');
    expect(partIn(desk)).toBe('cc');
  });

  test('to To, where Ctrl-y takes a Reply-To of another domain, as the head says', () => {
    const { desk, asked, press, said } = writing([message(7, 'Hi', { reply_to: people('team@partner.example') })]);
    press('shift-tab shift-tab');
    expect([partIn(desk), asideIn(desk)]).toEqual(['to', 'Ctrl-y answers to its Reply-To: team@partner.example']);
    press('ctrl-y');
    expect(asideIn(desk)).toMatch(/^From /);
    press('ctrl-y');
    expect(said()).toBe('There is no Reply-To to take.');
    press('ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({ to: [{ email: 'team@partner.example' }] });
  });

  test('to Send, which Enter presses', () => {
    const { asked, press } = writing();
    press('tab tab enter');
    expect(asked.commits).toHaveLength(1);
    expect(asked.commits[0]?.args).not.toHaveProperty('following');
  });

  test.each(['tab tab tab tab tab tab enter', 'box.close'])(
    'to Send and close, which also sets the status: %s',
    keys => {
      const { asked, press } = writing();
      press(keys);
      expect(asked.commits[0]?.args).toMatchObject({ following: [setStatus(2)] });
    },
  );

  test('to the status that the settings name, if there is one', () => {
    const { asked, press } = writing([hello], { afterReply: safeLine('Waiting') });
    press('box.close');
    expect(asked.commits[0]?.args).toMatchObject({ following: [setStatus(3)] });
  });

  test.each([
    ['box.wait', NOW + 3 * DAY_MS],
    ['tab tab tab tab enter', NOW + 3 * DAY_MS],
    ['tab tab tab tab 2 h enter', NOW + 2 * 3_600_000],
    ['tab tab tab tab 2 h backspace backspace r e p l y enter', null],
  ])('to Send and wait, which also puts it off: %s', (keys, until) => {
    const { asked, press, desk } = writing();
    press(keys);
    const { following } = asked.commits[0]!.args as { following: [{ args: { snooze: { until: string | null } } }] };
    const { snooze } = following[0].args;
    expect([asked.commits.length, desk.world().overlays]).toEqual([1, []]);
    // A day named without a time is its morning.
    if (until === null) expect(snooze).toEqual({ until: null, keep: false });
    else expect(Math.abs(Date.parse(snooze.until!) - until)).toBeLessThan(DAY_MS / 2);
  });

  test('to Send at, where the time is said back while it is typed, and has to be one to come', () => {
    const { asked, press, desk, said } = writing();
    const back = () => asideIn(desk);
    press('tab tab tab tab tab');
    expect(back()).toMatch(/^goes out .* 09:00$/);
    press('n o enter');
    expect([back(), asked.commits]).toEqual([said(), []]);
    press('backspace backspace r e p l y enter');
    expect([said(), asked.commits]).toEqual(['Type a time in the future, such as tomorrow 9.', []]);
    press('ctrl-u 2 h enter');
    const sendAt = new Date(NOW + 2 * 3_600_000).toISOString().replace('.000', '');
    expect(asked.commits).toMatchObject([{ name: 'message.reply', args: { sendAt } }]);
  });

  test('past Send at, if the help center cannot', () => {
    const { press, desk } = writing([hello], { offers: { sendAt: safeLine('It cannot.') } });
    press('tab tab tab tab tab');
    expect(partIn(desk)).toBe('close');
  });

  test.each(['tab tab', 'tab tab tab tab tab tab'])('to a button, where nothing is typed into the mail: %s', keys => {
    const { desk, asked, press, paste, said } = writing();
    press(`${keys} X backspace space`);
    paste('pasted');
    expect(textOf(desk)?.text).toBe('It is on its way.');
    expect(said()).toBe('Enter presses the button · Tab goes on');
    expect(asked.commits).toEqual([]);
  });

  test.each(['typed', 'pasted'])('to the files, where a path that is %s is asked for', how => {
    const { desk, press, paste, drafts } = writing();
    press('tab');
    if (how === 'typed') press('~ / a');
    else paste('~/a');
    expect(written(desk)).toMatchObject({ id: 'file.attach', draft: { text: '~/a', cursor: 3 } });
    expect(drafts()).toEqual({ 'reply:1042': 'It is on its way.' });
  });
});

test.each(['', 'tab', 'shift-tab'])('Ctrl-t asks for a file from any part of the box: %s', keys => {
  const { desk, press } = writing();
  if (keys !== '') press(keys);
  press('ctrl-t ~ / a');
  expect(written(desk)).toMatchObject({ id: 'file.attach', draft: { text: '~/a' } });
  press('esc');
  expect(textOf(desk)?.text).toBe('It is on its way.');
});

describe('the recipients', () => {
  test('can be changed, and are kept with the draft', () => {
    const { asked, press, paste, drafts } = writing();
    press('shift-tab');
    paste(', Carol <carol@carrier.example>');
    expect(drafts()).toMatchObject({ 'reply:1042 cc': 'bob@partner.example, Carol <carol@carrier.example>' });
    press('esc conversation.reply ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({ cc: [bob, { name: 'Carol', email: 'carol@carrier.example' }] });
    expect(drafts()).toEqual({});
  });

  test('that were all taken out of Cc stay out, also after the box was closed', () => {
    const { asked, press } = writing();
    press('shift-tab ctrl-u esc conversation.reply ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({ to: [zoe], cc: [] });
  });

  test('get a hidden copy after Ctrl-x asks for it; Tab passes it then, and it is kept with the draft', () => {
    const { desk, asked, press, paste, drafts } = writing();
    press('shift-tab');
    expect(peopleNotice(desk.world(), { kind: 'reply', id: 1042, messageId: 7 }, 'cc')).toBe('Ctrl-x adds Bcc');
    press('ctrl-x');
    paste('Eve <eve@there.example>, bob@partner.example');
    press('esc conversation.reply shift-tab');
    expect(partIn(desk)).toBe('bcc');
    expect(drafts()).toMatchObject({ 'reply:1042 bcc': 'Eve <eve@there.example>, bob@partner.example' });
    press('ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({
      to: [zoe],
      cc: [bob],
      bcc: [{ name: 'Eve', email: 'eve@there.example' }],
    });
    expect(drafts()).toEqual({});
  });

  test('leave Bcc out of the way of Tab while it is empty', () => {
    const { desk, press } = writing();
    press('shift-tab ctrl-x tab');
    expect(partIn(desk)).toBe('text');
    press('shift-tab');
    expect(partIn(desk)).toBe('cc');
  });

  test('are not a draft if they are as usual again', () => {
    const { press, drafts } = writing();
    press('shift-tab x backspace');
    expect(drafts()).toEqual({ 'reply:1042': 'It is on its way.' });
  });

  test('asks about messages of colleagues behind the box; y sends, e goes on writing', () => {
    const { desk, asked, press } = writing();
    const author = { type: 'agent' as const, id: 2, name: safeLine('Bob'), email: null };
    const read = (messages: Message[], notes: Note[]) =>
      desk.set({ base: { ...desk.world().base, threads: IdMap.of([[1042, { ...thread(messages), notes }]]) } });
    const lines = () => linesIn(desk);
    read([hello], [note(3, 'Do not answer, I called her.', { agent_id: 2 })]);
    press('ctrl-d');
    expect([asked.commits, lines()]).toEqual([[], [expect.stringContaining('noted since: “Do not answer, I called')]]);
    press('e');
    expect([asked.commits, askedId(desk)]).toEqual([[], 'conversation.reply']);
    read([hello, message(9, 'It is lost.', { kind: 'agent', author })], [note(3, 'Do not answer, I called her.')]);
    press('ctrl-d');
    expect([asked.commits, lines()]).toEqual([[], ['Bob answered since: “It is lost.”']]);
    press('y');
    expect([asked.commits.length, desk.world().overlays]).toEqual([1, []]);
  });

  test.each([
    ['asks nothing about what was read to its end behind the box', 1, 1],
    ['asks about it where the end did not come into view', 400, 0],
  ])('%s', (_, lines, commits) => {
    const { desk, asked, press } = writing();
    const line = { key: null, kind: 'text' as const, text: safeLine('x'), time: null };
    Object.assign(desk, { detailLines: () => Array.from({ length: lines }, () => line) });
    const known = { ...thread([hello]), notes: [note(3, 'Do not answer.', { agent_id: 2 })] };
    const { base, detail } = desk.world();
    desk.set({ base: { ...base, threads: IdMap.of([[1042, known]]) }, detail: { ...detail, conversationId: 1042 } });
    press('pgdn');
    press('ctrl-d');
    expect(asked.commits).toHaveLength(commits);
  });

  test('asks nothing about the agent’s own notes and answers elsewhere', () => {
    const { desk, asked, press } = writing();
    const author = { type: 'agent' as const, id: 1, name: safeLine('Ana Ortiz'), email: null };
    const own = { ...thread([hello, message(9, 'Mine', { kind: 'agent', author })]), notes: [note(3, 'Mine')] };
    desk.set({ base: { ...desk.world().base, threads: IdMap.of([[1042, own]]) } });
    press('ctrl-d');
    expect(asked.commits).toHaveLength(1);
  });

  test('of many says of which conversation a colleague wrote', () => {
    const { desk, press, paste } = open();
    desk.set({ list: { ...desk.world().list, marks: new Set([1042, 1041]) } });
    press('conversation.reply');
    paste('Hello all');
    const { base } = desk.world();
    const row = base.conversations.get(1041)!;
    const more = { ...row, note_count: (row.note_count ?? 0) + 1 };
    desk.set({ base: { ...base, conversations: base.conversations.with([[1041, more]]) } });
    press('ctrl-d');
    expect(linesIn(desk)[0]).toBe('#1041: Somebody noted since.');
  });

  test.each([
    ['was read before', [hello]],
    ['is read while the agent writes', []],
  ])('do not change when the customer writes again, if the first mail %s', (_, messages) => {
    const { desk, asked, press } = open(messages);
    const read = (...now: Message[]) =>
      desk.set({ base: { ...desk.world().base, threads: IdMap.of([[1042, thread(now)]]) } });
    press('conversation.reply h');
    read(hello);
    press('i');
    const author = { ...hello.author, name: safeLine('Eve'), email: safeLine('eve@other.example') };
    read(hello, message(9, 'Me too', { author }));
    press('ctrl-d');
    // The agent may want to say something else now.
    expect(asked.commits).toEqual([]);
    expect(linesIn(desk)).toEqual(['The customer wrote since: “Me too”']);
    press('y');
    expect(asked.commits[0]?.args).toMatchObject({ messageId: 7, to: [zoe] });
  });

  test.each([
    ['shift-tab shift-tab ctrl-u tab tab ctrl-d', 'To is empty: the mail needs an address.', 'to'],
    ['shift-tab shift-tab ctrl-u x y tab tab tab tab enter', '“xy” is not an email address.', 'to'],
    ['shift-tab , x y tab ctrl-d', '“xy” is not an email address.', 'cc'],
  ])('that are wrong are not sent to, and have the keys: %s', (keys, words, part) => {
    const { asked, press, said, desk } = writing();
    press(keys);
    expect(said()).toBe(words);
    expect(asked.commits).toEqual([]);
    expect(partIn(desk)).toBe(part);
  });

  test('beyond ten are asked about, and y sends', () => {
    const { asked, press, paste, desk } = writing();
    press('shift-tab');
    paste(Array.from({ length: 10 }, (_, index) => `, ${index}@other.example`).join(''));
    press('ctrl-d');
    expect(asked.commits).toEqual([]);
    expect(askedId(desk)).toBe('mail.question');
    press('esc');
    expect(textOf(desk)?.text).toBe('It is on its way.');
    press('ctrl-d y');
    expect(asked.commits).toHaveLength(1);
    expect(desk.world().overlays).toEqual([]);
  });

  test('beyond fifty are refused before anything is sent', () => {
    const { asked, press, paste, said } = writing();
    press('shift-tab shift-tab');
    paste(Array.from({ length: 51 }, (_, index) => `, ${index}@other.example`).join(''));
    press('ctrl-d');
    expect(said()).toBe('A mail goes to at most 50 people, and this one to 53.');
    expect(asked.commits).toEqual([]);
  });
});

describe('Esc', () => {
  test('keeps the draft, and says where', () => {
    const { press, said, drafts, desk } = writing();
    press('esc');
    expect(said()).toBe('Draft of #1042 kept · gd goes on with it');
    expect(drafts()).toEqual({ 'reply:1042': 'It is on its way.' });
    press('draft.list enter');
    expect([askedId(desk), textOf(desk)?.text]).toEqual(['conversation.reply', 'It is on its way.']);
  });

  test('keeps recipients that were changed before anything was written', () => {
    const { press, drafts, said } = open();
    press('conversation.reply shift-tab shift-tab ctrl-u esc');
    expect(drafts()).toEqual({ 'reply:1042 to': '–' });
    expect(said()).toBe('Draft of #1042 kept · gd goes on with it');
  });
});

describe('a reply that another open desk of mine has begun', () => {
  const begun = { terminal: safeLine('pts/3'), begunAt: NOW };
  const draftsElsewhere: World['draftsElsewhere'] = new Map([
    ['reply:1042', { ...begun, fields: { text: 'It is late', cc: 'carol@carrier.example' } }],
  ]);

  test('comes with its recipients', () => {
    const { asked, press } = open([hello], { draftsElsewhere });
    press('conversation.reply ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({ body: 'It is late', cc: [{ email: 'carol@carrier.example' }] });
  });

  test('stays there alone if I change nothing', () => {
    const { press, drafts, said } = open([hello], { draftsElsewhere });
    press('conversation.reply esc');
    expect(drafts()).toEqual({});
    expect(said()).toBe('The draft stays in your other desk.');
  });

  test('gives no recipients to one that I have begun myself', () => {
    const { asked, press } = open([hello], { draftsElsewhere, drafts: new Map([['reply:1042', { text: 'Mine' }]]) });
    press('conversation.reply ctrl-d');
    expect(asked.commits[0]?.args).toMatchObject({ body: 'Mine', cc: [bob] });
  });
});

test('Ctrl-y quotes the writer’s own words where the cursor is', () => {
  const { desk, press } = open();
  press('conversation.reply h i ctrl-y');
  const { text } = textOf(desk)!;
  expect(text).toMatch(/^hi\nZoë Quinn on .*:\n> Hello,\n>\n> where is it\?\n\n$/);
  expect(desk.world().drafts.get('reply:1042')?.text).toBe(text);
});

test('Ctrl-g edits the text in the agent’s editor', async () => {
  const { desk, press } = writing();
  press('ctrl-g');
  await Promise.resolve();
  await Promise.resolve();
  expect(textOf(desk)?.text).toBe('It is on its way. from the editor');
});

test('nothing is sent that was not written', () => {
  const { asked, press, said } = open();
  press('conversation.reply space enter tab tab enter');
  expect(said()).toBe('Nothing is written yet: nothing was sent.');
  expect(asked.commits).toEqual([]);
});

describe('r says in one line what is missing', () => {
  test.each<[string, Partial<World>, RegExp]>([
    ['if nothing sends mail', { offers: { me: true }, mailOut: { sends: false, missing: ['relay'] } as never }, /gM/],
    ['if the desk only reads', { isReadOnly: true }, /only reads/],
  ])('%s', (_, more, words) => {
    const { press, said, desk } = open([hello], more);
    press('conversation.reply');
    expect(said()).toMatch(words);
    expect(desk.world().overlays).toEqual([]);
  });
});

test('a reply to marked conversations is one message to each, asked with y', () => {
  const { desk, asked, press, paste } = open();
  const conversations = IdMap.of([1042, 1041].map(id => [id, conversation(id, 'Late')] as const));
  desk.set({
    base: { ...desk.world().base, conversations },
    list: { ...desk.world().list, marks: new Set([1042, 1041]) },
  });
  press('conversation.reply');
  paste('Sorry for the delay.');
  press('ctrl-d');
  expect(asked.commits).toEqual([]);
  press('enter ctrl-d space');
  expect(asked.commits).toEqual([]);
  press('y');
  expect(asked.commits.map(({ args }) => args)).toEqual(
    [1042, 1041].map(id => ({ ids: [id], body: 'Sorry for the delay.', messageId: null })),
  );
});

test('a draft to one customer that would go to several is pointed out, and its recipients end with it', () => {
  const drafts: World['drafts'] = new Map([['reply:1042', { text: 'Dear Zoë', cc: 'carol@carrier.example' }]]);
  const { desk, asked, press, said, drafts: left } = open([hello], { drafts });
  desk.set({ list: { ...desk.world().list, marks: new Set([1042, 1041]) } });
  press('conversation.reply');
  expect(said()).toBe('Your draft to #1042 is in the box: it goes to all of them.');
  press('ctrl-d y');
  expect(asked.commits).toHaveLength(2);
  expect(asked.commits[0]?.args).not.toHaveProperty('cc');
  expect(left()).toEqual({});
});

test('an agent who has but the name of the system’s user is asked for another before the first reply leaves', async () => {
  const me = { ...sampleWorld(SIZE).me!, name: safeLine('root'), email: safeLine('root@localhost') };
  const { desk, asked, press } = writing([hello], { me });
  const names: unknown[] = [];
  const updateMe = async ({ body }: { body: unknown }) => {
    names.push(body);
    return { data: { agent: {} } };
  };
  Object.assign(desk, { client: { ...desk.client, session: { ...desk.client.session, updateMe } } });
  press('ctrl-d');
  expect(asked.commits).toEqual([]);
  expect(ruleIn(desk)).toBe('Not sent yet: customers would read “root”. Write your name, then send again.');
  expect(written(desk)).toMatchObject({ id: 'agent.name', draft: { text: '' } });
  press('A n a enter');
  await expect.poll(() => desk.world().me?.name).toBe('Ana');
  expect(names).toEqual([{ name: 'Ana' }]);
  expect(textOf(desk)?.text).toBe('It is on its way.');
  press('ctrl-d');
  expect(asked.commits).toHaveLength(1);
});
