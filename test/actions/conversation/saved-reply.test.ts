import { describe, expect, test } from 'vitest';
import { takeSaved } from '../../../src/actions/conversation/saved-list.ts';
import { putText } from '../../../src/keys/line-keys.ts';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { withFile } from '../../../src/state/drafts/files.ts';
import type { SavedReply, World } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { boxOf, partIn, written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

function saved(id: number, name: string, text: string, more: Partial<SavedReply> = {}): SavedReply {
  return {
    id,
    name: safeLine(name),
    text: safeBlock(text),
    attachments: [],
    inbox_ids: [],
    owner_id: null,
    // As an answer is read that has none.
    actions: { status: undefined, assign_to: undefined } as SavedReply['actions'],
    updated_at: 0,
    version: 1,
    ...more,
  };
}

const label = { id: 7, name: safeLine('label.pdf'), content_type: safeLine('application/pdf'), size: 9 };
const replies: readonly SavedReply[] = [
  saved(1, 'Greeting', 'Dear {customer.first|customer},\n'),
  saved(2, 'Refund', 'the money for {title} is on its way.'),
  saved(3, 'Refund later', 'you get it by {date}.'),
  saved(4, 'Label', 'Here is the label of {inbox.name}, {customer.name}.', {
    attachments: [label] as unknown as SavedReply['attachments'],
  }),
  saved(5, 'Billing alone', 'For Billing.', { inbox_ids: [2] }),
];

/** A desk with these saved replies, whose customer of #1042 is called like this. */
function open(customer = 'Zoë Quint', more: Partial<World> = {}) {
  const world = sampleWorld({ columns: 100, rows: 30 }, { mailOut: { sends: true, missing: [] }, ...more });
  const requester = { id: 4, name: safeLine(customer), email: safeLine('zoe@customer.example') };
  const former = world.base.conversations.get(1042)!;
  const conversations = world.base.conversations.with([[1042, { ...former, requester, inbox_id: 1 }]]);
  const list = { ...world.list, marks: new Set<number>() };
  const emails = [{ id: 1, email: safeLine('help@shop.example'), status: 'primary' as const }];
  const inboxes = world.base.inboxes.map(one => ({ ...one, emails }));
  const base = { ...world.base, inboxes, conversations, savedReplies: replies };
  const { desk, asked } = fakeDesk({ ...world, list, base });
  const press = (...keys: readonly string[]) => pressOn(desk, ...keys);
  const type = (text: string) => press(...[...text].map(letter => ({ ' ': 'space', '\n': 'enter' })[letter] ?? letter));
  const text = () => written(desk)?.draft.text;
  return {
    desk,
    asked,
    press,
    type,
    text,
    said: () => desk.world().notice?.text,
    shown: () => rowsOf(desk).join('\n'),
  };
}

describe('a saved reply from the list', () => {
  test('is found by typing, and its text stands in the box of the answer with the values of the conversation', () => {
    const { desk, press, type, text, shown } = open();
    press('reply.saved');
    expect(shown()).toContain('Greeting');
    expect(shown(), 'the beginning of the one at the cursor').toContain('Dear Zoë,');
    expect(shown(), 'one for another inbox is left out').not.toContain('Billing alone');
    type('refund');
    press('enter');
    expect(text()).toBe('the money for Refund for order 7741 is on its way.');
    expect(desk.world().drafts.get('reply:1042')?.text).toBe(text());
  });

  test('goes behind the text of the draft, and another one behind that', () => {
    const { press, type, text } = open('', { drafts: new Map([['reply:1042', { text: 'Hello. ' }]]) });
    press('reply.saved');
    type('greet');
    press('enter', 'box.saved');
    type('refund l');
    press('enter');
    expect(text()).toMatch(/^Hello\. Dear customer,\nyou get it by \d{1,2} November 2026\.$/);
  });
});

describe('a name behind ; and Tab', () => {
  test.for([
    ['', 0, 'the money for'],
    ['tok1', 4, 'tok1\n\nthe money for'],
    ['Dear Zoë, ', 10, 'Dear Zoë, the money for'],
    ['Dear Zoë,\n', 10, 'Dear Zoë,\nthe money for'],
    ['see below', 4, 'see the money for'],
    ['see below', 3, 'see the money for'],
  ] as const)('does not run into the words around it: in “%s” at %i', ([draft, cursor, begins]) => {
    const desk = open();
    desk.desk.set({ drafts: new Map([['reply:1042', { text: draft }]]) });
    desk.press('conversation.reply');
    putText(desk.desk, boxOf(desk.desk), { draft: { text: draft, cursor } });
    takeSaved(desk.desk, replies[1]!, [1042]);
    expect(desk.text()?.startsWith(begins)).toBe(true);
    expect(desk.text()).toMatch(/way\.( below)?$/);
  });

  test('becomes the text in a reply and in a note, wherever it stands', () => {
    const { press, type, text, said } = open();
    press('conversation.reply');
    type(';greeting');
    press('tab');
    expect(text()).toBe('Dear Zoë,\n');
    type('so ;refundlat');
    press('tab');
    expect(text()).toMatch(/^Dear Zoë,\nso you get it by /);
    press('esc', 'note.write');
    type('said ;gre');
    press('tab');
    expect([text(), said()]).toEqual(['said Dear Zoë,\n', undefined]);
  });

  test('of several that begin so, or of none, shows them; the one that is taken replaces the name', () => {
    const { desk, press, type, text } = open();
    press('conversation.reply');
    type('Now ;ref');
    press('tab');
    expect(boxOf(desk).state.parts.one).toMatchObject({ draft: { text: 'ref' } });
    press('down', 'enter');
    expect(text()).toMatch(/^Now you get it by /);
  });

  test('before they are read, nothing stands where the first of them will', () => {
    const { desk, press, type, shown } = open();
    const { base } = desk.world();
    desk.set({ base: { ...base, savedReplies: null } });
    press('conversation.reply');
    type('Hello ;ref');
    press('tab');
    expect([shown().includes('Reading…'), shown().includes('Save the text')]).toEqual([true, false]);
    desk.set({ base });
    expect(shown()).toMatch(/Refund[\s\S]*Refund later/);
  });

  test('a whole name is that one, though another begins with it; a ; within a word is not a name', () => {
    const { desk, press, type, text } = open();
    press('conversation.reply');
    type(';refund');
    press('tab');
    expect(text()).toBe('the money for Refund for order 7741 is on its way.');
    type(' a;b');
    press('tab');
    expect(partIn(desk)).not.toBe('text');
  });
});

describe('a variable', () => {
  test('without a value stands marked, and the answer is sent once it is replaced', () => {
    const { asked, press, type, text, said } = open('zoe@customer.example');
    press('conversation.reply');
    type(';label');
    press('tab');
    expect(text()).toBe('Here is the label of Support, ‹customer.name›.');
    expect(said()).toContain('‹customer.name›');
    press('ctrl-d');
    expect([asked.commits, said()]).toEqual([[], expect.stringContaining('‹customer.name›')]);
    press('backspace', ...Array(15).fill('backspace'), 'Z', 'ctrl-d');
    expect(asked.commits).toMatchObject([{ name: 'message.reply', args: { body: 'Here is the label of Support, Z' } }]);
  });

  test('in a note holds the note back', () => {
    const { asked, press, type } = open('');
    press('note.write');
    type(';label');
    press('tab', 'ctrl-d');
    expect(asked.commits).toEqual([]);
  });

  test('is not read in a value: hostile names stay as they are, on one line', () => {
    const { asked, press, type, text } = open('{agent.name} ‹customer.name›\u001b[2J\n{x');
    press('conversation.reply');
    type(';label');
    press('tab');
    expect(text()).toBe('Here is the label of Support, {agent.name} <customer.name›^[[2J {x.');
    press('ctrl-d');
    expect(asked.commits).toHaveLength(1);
  });

  test('that the agent types is a text like any other', () => {
    const { desk, asked, press } = open('');
    press('conversation.reply');
    pasteOn(desk, 'Write {customer.name} in your template.');
    press('ctrl-d');
    expect(asked.commits).toMatchObject([{ args: { body: 'Write {customer.name} in your template.' } }]);
  });

  test('in an answer to several is filled in only if it is the same in all of them', () => {
    const { press, type, text } = open();
    press('list.mark', 'cursor.down', 'list.mark', 'reply.saved');
    type('label');
    press('enter');
    expect(text()).toBe('Here is the label of Support, ‹customer.name›.');
  });
});

test('its files go with the answer by their ids: there is nothing to upload', () => {
  const { asked, press, type } = open();
  press('conversation.reply');
  type(';label');
  press('tab', 'ctrl-d');
  expect(asked.commits).toMatchObject([{ args: { files: [{ name: 'label.pdf', attachmentId: 7, isShared: true }] } }]);
});

test('a text becomes a saved reply with its uploaded files, and with variables where values are missing', () => {
  const { desk, press, type, shown } = open('');
  press('conversation.reply');
  type(';label');
  press('tab');
  const copied = { copy: 'c'.repeat(32), name: safeLine('local.pdf'), size: 9 };
  desk.set({ drafts: withFile(desk.world().drafts, 'reply', 1042, copied) });
  press('box.saved');
  type('save the');
  press('enter');
  expect(topOverlay(desk.world())).toMatchObject({
    flow: { id: 'reply.name' },
    input: { text: 'Here is the label of Support, {customer.name}.', attachments: [7], leftOut: 1 },
  });
  expect(shown()).toContain('Without 1 file: only files that were uploaded can be used again');
});

test('the list to edit shows what a reply puts in and does', () => {
  const actions = { status: 'closed', add_tags: ['refund'] } as unknown as SavedReply['actions'];
  const { desk, press, type, shown } = open();
  const { base } = desk.world();
  desk.set({ base: { ...base, savedReplies: [saved(1, 'Refund', 'Dear {customer.first},\nyes.', { actions })] } });
  press('palette');
  type('edit saved');
  press('enter');
  expect(shown()).toContain('Dear {customer.first}, yes. · closed,');
});

test('a draft keeps its text when a colleague changes the saved reply', () => {
  const { desk, press, type, text } = open();
  press('conversation.reply');
  type(';greeting');
  press('tab');
  const { base } = desk.world();
  desk.set({ base: { ...base, savedReplies: [saved(1, 'Greeting', 'Hi!')] } });
  expect(text()).toBe('Dear Zoë,\n');
});
