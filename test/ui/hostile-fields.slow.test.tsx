import { afterAll, describe, expect, test } from 'vitest';
import { createDecode } from '../../src/client/decode.ts';
import { contract } from '../../src/contract/index.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Conversation, Inbox, Message, Note, Thread, World } from '../../src/state/world.ts';
import { createScreen } from '../../src/terminal/output/screen.ts';
import { safeLine } from '../../src/text/safe.ts';
import { createEmulator, type Emulator } from '../harness/emulator.ts';
import { isFull } from '../harness/full.ts';
import { CLUSTERS, PAYLOADS } from '../harness/payloads.ts';
import { createRandom, pick } from '../harness/random.ts';
import { strangersIn } from '../harness/terminal-language.ts';
import { feed, seen } from '../terminal/output/replay.ts';
import { draw } from './screen.tsx';
import { conversation, fakeDesk, inbox, message, note, sampleWorld, thread } from './world.ts';

const ROWS = 16;
/** Every width from 20 to 200, or those at which the layout changes and a few between. */
const WIDTHS = isFull ? Array.from({ length: 181 }, (_, index) => 20 + index) : [39, 80, 140];
const TRIES = isFull ? 40 : 2;
const random = createRandom(20_251_120);
const decode = createDecode();

type Put = (world: World, raw: string) => World;

function conversationWith(raw: (text: string) => object): Put {
  return (world, text) => {
    const plain = conversation(1042, 'Refund', { last_message_at: 0 });
    const { created_at: _, updated_at: __, last_message_at: ___, ...rest } = plain;
    const read = decode(contract.conversation.get.answer, { ...rest, ...raw(text) }) as Conversation;
    const conversations = new Map([...world.base.conversations.values()].map(each => [each.id, each] as const));
    conversations.set(1042, { ...plain, ...read, created_at: plain.created_at, updated_at: 0, last_message_at: 0 });
    return { ...world, base: { ...world.base, conversations: IdMap.of([...conversations]) } };
  };
}

function threadWith(make: (raw: string) => Thread): Put {
  return (world, raw) => ({ ...world, base: { ...world.base, threads: IdMap.of([[1042, make(raw)] as const]) } });
}

function readMessage(more: object): Message {
  return decode(contract.message.get.answer, { ...message(1, 'Hello'), created_at: null, ...more }) as Message;
}
function readNote(more: object): Note {
  return decode(contract.note.list.answer, { ...note(2, 'Hello'), created_at: null, ...more }) as Note;
}
function readInbox(more: object): Inbox {
  return {
    ...inbox(1, 'Support', 3),
    ...(decode(contract.inbox.get.answer, { ...inbox(1, 'Support', 3), ...more }) as Inbox),
  };
}

function inContacts(world: World): World {
  return { ...world, detail: { ...world.detail, section: 'contacts' } };
}
function peopleWith(raw: (text: string) => object): Put {
  const put = conversationWith(raw);
  return (world, text) => inContacts(put(world, text));
}

/** Every field that others fill, as it is read from an answer of the help center. */
const FIELDS: Readonly<Record<string, Put>> = {
  title: conversationWith(title => ({ title })),
  'name of a requester': conversationWith(name => ({ requester: { id: 5, name, email: 'a@b.example' } })),
  'address of who asks': conversationWith(email => ({ requester: { id: 5, name: 'Zoe', email } })),
  tag: conversationWith(tag => ({ tags: ['refund', tag, 'vip'] })),
  status: conversationWith(status => ({ status })),
  'name of an inbox': (world, name) => ({
    ...world,
    base: { ...world.base, inboxes: [readInbox({ name }), ...world.base.inboxes.slice(1)] },
  }),
  'name of an agent': (world, name) => ({
    ...world,
    base: {
      ...world.base,
      agents: [{ ...world.base.agents[0]!, name: safeLine(name) }, ...world.base.agents.slice(1)],
    },
  }),
  'body of a message': threadWith(body_text => thread([readMessage({ body_text })])),
  'author of a message': threadWith(name =>
    thread([readMessage({ author: { type: 'contact', id: 5, name, email: null } }), message(3, 'Bye')]),
  ),
  'name of a file': threadWith(name =>
    thread([readMessage({ attachments: [{ id: 1, name, content_type: 'text/plain', size: 7 }] }), message(3, 'Bye')]),
  ),
  'name of a file within the text': threadWith(name =>
    thread([
      readMessage({ attachments: [{ id: 1, name, content_type: 'image/png', size: 7, inline: true }] }),
      message(3, 'Bye'),
    ]),
  ),
  'body of a note': threadWith(details => thread([message(1, 'Hello')], [readNote({ details })])),
  'name of a participant': peopleWith(name => ({ participants: [{ name, email: 'a@b.example' }] })),
  'title of another conversation': (world, title) => {
    const none = { contacts: [], requesterId: 1042, total: 2, etag: null, problem: null };
    const row = decode(contract.conversation.get.answer, { ...conversation(7, title), created_at: null });
    const others = [{ ...(row as Conversation), last_message_at: 0 }, conversation(8, 'Bye')];
    const held = { ...thread([]), people: { ...none, others } };
    return inContacts({ ...world, base: { ...world.base, threads: IdMap.of([[1042, held] as const]) } });
  },
  'reason of a refusal': (world, raw) => ({ ...world, notice: { tone: 'problem', text: safeLine(raw) } }),
  'reason of a departure': (world, raw) => ({
    ...world,
    list: { ...world.list, gone: new Map([[1042, safeLine(raw)]]) },
  }),
};

/** Harmless texts of every length of a field: the cells where two of them differ are the field's box. */
const INERT = [
  ...Array.from({ length: 16 }, (_, length) => 'abcdefghijklmnop'.slice(0, length)),
  'q'.repeat(25),
  'r'.repeat(70),
  's t '.repeat(300),
  'u'.repeat(1_200),
  // Over a text of many bytes the bar of the cursor's row ends earlier.
  'ж'.repeat(70),
  'ก้'.repeat(70),
];
/** An address stands behind these names, and never out of sight: it may be at every column. */
const NAMES_WITH_ADDRESS = ['name of a requester', 'author of a message', 'name of a participant'];
const INERT_NAMES = Array.from({ length: isFull ? 75 : 13 }, (_, index) => 'v'.repeat(1 + index * (isFull ? 1 : 6)));
/** What follows a text of many lines moves with it. */
const INERT_LINES = Array.from({ length: ROWS }, (_, index) => `${index}\n`.repeat(index));

function hostile(): string {
  return Array.from({ length: 1 + Math.floor(random() * 5) }, () => `w${pick(random, PAYLOADS)}`).join('');
}

/** A screen of one size on which worlds are drawn one after the other, as on a terminal. */
function openScreen(columns: number) {
  const bare = sampleWorld({ columns, rows: ROWS });
  const { desk } = fakeDesk(bare);
  const drawn = draw(desk);
  const emulator = createEmulator(columns, ROWS, () => {});
  // As the desk sets it when it takes the terminal: a cluster that is drawn wider than counted ends with its row.
  emulator.write(Buffer.from('\x1b[?7l'), () => {});
  const stage = createScreen(columns, ROWS, { color: true });
  const show = async (world: World): Promise<string[]> => {
    desk.store.setState(world);
    await drawn.settle();
    stage.forget();
    const bytes = stage.draw(drawn.raw());
    expect(strangersIn(Buffer.from(bytes)).slice(0, 3)).toEqual([]);
    await feed(emulator, bytes);
    return cellsOf(emulator, columns);
  };
  const end = () => {
    drawn.end();
    emulator.dispose();
  };
  return { bare, show, end };
}

function cellsOf(emulator: Emulator, columns: number): string[] {
  return Array.from({ length: columns * ROWS }, (_, at) => seen(emulator, at % columns, Math.floor(at / columns)));
}

describe.each(WIDTHS)('at %i columns a hostile text leaves all cells outside its field as they are', columns => {
  const screen = openScreen(columns);
  afterAll(screen.end);

  test.for(Object.entries(FIELDS))('%s', async ([name, put]) => {
    const inert: string[][] = [];
    const more = name.startsWith('body') ? INERT_LINES : NAMES_WITH_ADDRESS.includes(name) ? INERT_NAMES : [];
    for (const text of [...INERT, ...more]) inert.push(await screen.show(put(screen.bare, text)));
    const [first, ...others] = inert as [string[], ...string[][]];
    const outside = first.flatMap((cell, at) => (others.every(other => other[at] === cell) ? [at] : []));
    const tries = [CLUSTERS.join(''), CLUSTERS.toReversed().join(''), ...Array.from({ length: TRIES }, hostile)];
    for (const text of tries) {
      const cells = await screen.show(put(screen.bare, text));
      const moved = outside
        .filter(at => cells[at] !== first[at])
        .map(at => `${at % columns},${Math.floor(at / columns)}: ${cells[at]} instead of ${first[at]}`);
      expect({ text, moved: moved.slice(0, 4) }).toEqual({ text, moved: [] });
    }
  });
});

test('the box of a field is not the whole screen, so that there is something to compare', async () => {
  const screen = openScreen(120);
  const [short, long] = [
    await screen.show(FIELDS.title!(screen.bare, 'a')),
    await screen.show(FIELDS.title!(screen.bare, 'b'.repeat(300))),
  ];
  const changed = short.filter((cell, at) => cell !== long[at]).length;
  expect(changed).toBeGreaterThan(45);
  expect(changed).toBeLessThan(110);
  screen.end();
});
