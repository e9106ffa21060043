import { describe, expect, test } from 'vitest';
import { commandAction, commandPage, commandRun } from '../../../src/actions/conversation/command.ts';
import { act } from '../../../src/keys/act.ts';
import type { Desk } from '../../../src/state/desk.ts';
import type { CommandEnd } from '../../../src/state/host.ts';
import { createReads } from '../../../src/state/sync/reads.ts';
import type { OwnCommand } from '../../../src/state/world/own-command.ts';
import type { World } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { askedId, written } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, message, note, sampleWorld, thread } from '../../ui/world.ts';

function own(name: string, input: OwnCommand['input'], output: OwnCommand['output']): OwnCommand {
  return { name: safeLine(name), run: `run-${name}`, input, output, keys: [] };
}

const all = [
  own('draft', 'conversation', 'insert'),
  own('translate', 'message', 'page'),
  own('answer', 'draft', 'insert'),
  own('orders', 'customer', 'note'),
  own('ping', 'customer', 'none'),
];

/** A desk with these commands, each of which ends when the test says so. */
function open(more: Partial<World> = {}) {
  const world = sampleWorld({ columns: 100, rows: 30 }, { mailOut: { sends: true, missing: [] } });
  const list = { ...world.list, marks: new Set<number>(), cursorId: 1042 };
  const emails = [{ id: 1, email: safeLine('help@shop.example'), status: 'primary' as const }];
  const inboxes = world.base.inboxes.map(one => ({ ...one, emails }));
  const threads = world.base.threads.with([[1042, thread([message(7, 'Where is it? {title}')], [note(3, 'Called.')])]]);
  const base = { ...world.base, inboxes, threads, savedReplies: [] };
  const fake = fakeDesk({ ...world, list, base, commands: { all, running: null, page: null }, ...more });
  const given: { run: string; stdin: string; signal: AbortSignal }[] = [];
  let finish: (end: CommandEnd) => void = () => undefined;
  const desk: Desk = {
    ...fake.desk,
    reads: createReads(),
    hooks: {
      ...fake.desk.hooks,
      runCommand: (run, stdin, signal) => {
        given.push({ run, stdin, signal });
        return new Promise(resolve => {
          finish = resolve;
        });
      },
    },
  };
  const turn = () => new Promise(resolve => setImmediate(resolve));
  return {
    desk,
    given,
    asked: fake.asked,
    press: (...names: readonly string[]) => pressOn(desk, ...names),
    type: (text: string) =>
      pressOn(desk, ...[...text].map(letter => ({ ' ': 'space', '\n': 'enter' })[letter] ?? letter)),
    start: async (name: string) => {
      act(desk, commandAction(all.find(one => one.name === name)!));
      await turn();
      await turn();
    },
    end: async (output: string, rest: Partial<CommandEnd> = {}) => {
      finish({ output: safeBlock(output), isCut: false, failed: undefined, ...rest });
      await turn();
    },
    said: () => desk.world().notice?.text,
    box: () => written(desk),
    draft: (kind: 'reply' | 'note' = 'reply') => desk.world().drafts.get(`${kind}:1042`)?.text,
  };
}

const MARKED = '‹from draft›\nDear Zoë\n‹end of draft›\n';

describe('a command that writes', () => {
  test('runs in the background, then opens the box of the answer with its marked text, which is not sent', async () => {
    const { start, end, said, box, draft, press, asked, desk } = open();
    await start('draft');
    expect(said()).toBe('Running draft for #1042 · Esc stops it');
    expect(desk.world().overlays).toEqual([]);
    await end('Dear Zoë\n');
    expect(box()).toMatchObject({ id: 'conversation.reply', draft: { text: MARKED, cursor: MARKED.length } });
    expect(draft()).toBe(MARKED);
    press('box.send');
    expect(said()).toBe('Read what draft wrote, and change or accept it: Ctrl-v accepts it.');
    expect(asked.commits).toEqual([]);
  });

  test('lets its text be sent once it is accepted, without filling in a variable', async () => {
    const { start, end, press, asked, draft } = open();
    await start('draft');
    await end('Dear {customer.name}');
    press('box.command', 'enter');
    expect(draft()).toBe('Dear {customer.name}\n');
    press('box.send');
    expect(asked.commits).toMatchObject([{ name: 'message.reply', args: { body: 'Dear {customer.name}' } }]);
  });

  test('lets its text be sent once it is edited', async () => {
    const { start, end, press, asked } = open();
    await start('draft');
    await end('Dear Zoë');
    press('up', 'up', 'end');
    press(',');
    press('down', 'box.send');
    expect(asked.commits).toMatchObject([{ name: 'message.reply', args: { body: 'Dear Zoë,' } }]);
  });

  test('never makes a saved reply of a text that is not accepted', async () => {
    const { start, end, press, said, box } = open({ offers: {} });
    await start('draft');
    await end('{customer.name}');
    press('box.saved', 'up', 'enter');
    expect(said()).toContain('Read what draft wrote');
    expect(box()?.id).toBe('conversation.reply');
  });

  test('writes at the cursor of the open box, or behind the text if the agent has written on', async () => {
    const { start: _, press, type, end, box, given } = open();
    press('conversation.reply');
    type('Hi');
    press('box.command');
    type('answer');
    press('enter');
    await Promise.resolve();
    expect(given).toMatchObject([{ run: 'run-answer', stdin: 'Hi' }]);
    type(' Zoë');
    await end('Hallo');
    const text = 'Hi Zoë\n‹from answer›\nHallo\n‹end of answer›\n';
    expect(box()?.draft).toEqual({ text, cursor: 6 });
  });

  test('whose conversation is left writes into the draft of that one, and says so', async () => {
    const { start, end, press, said, draft, desk } = open({ drafts: new Map([['reply:1042', { text: 'Begun.' }]]) });
    await start('draft');
    press('cursor.down');
    await end('Dear Zoë');
    expect(desk.world().overlays).toEqual([]);
    expect(draft()).toBe(`Begun.\n${MARKED}`);
    expect(said()).toBe('draft wrote into the draft of #1042 · gd goes on with it');
  });

  test('opens nothing under the keys of an agent who reads on', async () => {
    const { start, end, desk, draft } = open({ pane: 'detail' });
    desk.set({ detail: { ...desk.world().detail, conversationId: 1042, entryKey: 'message:7' } });
    await start('draft');
    desk.set({ detail: { ...desk.world().detail, entryKey: 'note:3' } });
    await end('Dear Zoë');
    expect(desk.world().overlays).toEqual([]);
    expect(draft()).toBe(MARKED);
  });

  test('a note writes into a note', async () => {
    const { start, end, box, given, press, said, asked } = open();
    await start('orders');
    expect(JSON.parse(given[0]!.stdin)).toMatchObject({ conversation_id: 1042, email: expect.any(String) });
    await end('2 orders');
    expect(box()).toMatchObject({
      id: 'note.write',
      draft: { text: '‹from orders›\n2 orders\n‹end of orders›\n' },
    });
    press('box.send');
    expect(said()).toContain('Read what orders wrote');
    expect(asked.commits).toEqual([]);
  });
});

describe('a command that shows', () => {
  test('gets the text of the message, and shows a page', async () => {
    const { start, end, given, desk } = open();
    await start('translate');
    expect(given).toMatchObject([{ run: 'run-translate', stdin: 'Where is it? {title}' }]);
    await end('Wo ist es?\x1b[31m\u202e!');
    expect(askedId(desk)).toBe('command.page');
    expect(rowsOf(desk).join('\n')).toContain('Wo ist es?^[[31m!');
    expect(rowsOf(desk).join('\n')).toContain('translate for #1042');
  });

  test('opens nothing over the agent’s work: the page waits', async () => {
    const { start, end, press, said, desk } = open();
    await start('translate');
    press('cursor.down');
    await end('Wo ist es?', { isCut: true });
    expect(desk.world().overlays).toEqual([]);
    expect(said()).toContain('translate for #1042 (only the beginning of what it printed): its page is there');
    act(desk, commandPage);
    expect(askedId(desk)).toBe('command.page');
  });

  test('with nothing to show only says that it has run', async () => {
    const { start, end, said } = open();
    await start('ping');
    await end('whatever');
    expect(said()).toBe('ping has run for #1042.');
  });
});

describe('a command that runs', () => {
  test('is stopped by Esc, and nothing of it is used', async () => {
    const { start, end, press, given, said, draft, desk } = open();
    await start('draft');
    press('back');
    expect(given[0]!.signal.aborted).toBe(true);
    expect(said()).toBe('Stopped draft: nothing of it was used.');
    await end('Dear Zoë');
    expect(draft()).toBeUndefined();
    expect(desk.world().overlays).toEqual([]);
  });

  test('from a box is stopped by Esc before the box is left', async () => {
    const { press, type, given, box, end, draft } = open();
    press('conversation.reply');
    type('Hi');
    press('box.command');
    type('answer');
    press('enter');
    await Promise.resolve();
    press('esc');
    expect(given[0]!.signal.aborted).toBe(true);
    expect(box()?.draft.text).toBe('Hi');
    await end('Hallo');
    expect(draft()).toBe('Hi');
    press('esc');
    expect(box()).toBeUndefined();
  });

  test('runs alone: another one is refused', async () => {
    const { start, given, said } = open();
    await start('draft');
    await start('ping');
    expect(said()).toBe('draft still runs (0 s): Esc stops it, then start ping.');
    expect(given).toHaveLength(1);
  });

  test.each([
    [
      { failed: safeLine('ended with exit code 1 (it says: no model)') },
      'draft ended with exit code 1 (it says: no model). Nothing of it was used.',
    ],
    [{}, 'draft printed nothing for #1042.'],
  ])('and ends with %j says so, and writes nothing', async (end, said) => {
    const { start, end: finish, said: notice, desk } = open();
    await start('draft');
    await finish('', end);
    expect(notice()).toBe(said);
    expect(desk.world().drafts.size + desk.world().overlays.length).toBe(0);
    expect(desk.world().commands.running).toBeNull();
  });
});

describe('a command that cannot run says why', () => {
  test('without a draft, with several conversations, or on a desk that only reads', async () => {
    const { start, said } = open();
    await start('answer');
    expect(said()).toBe('answer needs a draft in #1042.');
    const world = sampleWorld({ columns: 100, rows: 30 });
    const many = open({ list: { ...world.list, marks: new Set([1042, 1041]) } });
    await many.start('ping');
    expect(many.said()).toBe('ping works on one conversation, not on 2.');
    const readOnly = open({ isReadOnly: true });
    await readOnly.start('draft');
    expect(readOnly.said()).toContain('this desk only reads');
    await readOnly.start('translate');
    expect(readOnly.given).toHaveLength(1);
  });

  test('the list of commands says it beside each', () => {
    const { desk } = open();
    act(desk, commandRun);
    const rows = rowsOf(desk).join('\n');
    expect(rows).toMatch(/draft +into the text/);
    expect(rows).toContain('needs a draft in #1042');
  });
});
