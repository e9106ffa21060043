import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Talk } from '../../src/lines/talk.ts';
import type { Desk } from '../../src/state/desk.ts';
import { t } from '../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { createAgent } from '../harness/agents.ts';
import { type LineDesk, openLineDesk } from './line-desk.ts';

let center: OpenCenter;
let lines: LineDesk;
let desk: Desk;
let talk: Talk;
let type: LineDesk['type'];
let ids: number[];
let contactId: number;

async function ask<Answer = { readonly id: number }>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await center.call(method, path, { as: 'key', ...(body ? { body } : {}) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** A conversation with one message of a customer. */
async function conversation(title: string, text = `About: ${title}`, tags: readonly string[] = []): Promise<number> {
  const { id } = await ask('POST', '/conversations', { title, tags, inbox_id: center.inboxId, contacts: [contactId] });
  await ask('POST', `/conversations/${id}/messages`, { body_text: text });
  return id;
}

function read(id: number) {
  return ask<Record<string, unknown>>('GET', `/conversations/${id}`);
}

beforeAll(async () => {
  center = await openCenter({ settings: { rateLimit: Number.POSITIVE_INFINITY } });
  await createAgent(center.center, { name: 'Bob Stone', email: 'bob@x.example', role: 'admin' });
  contactId = (await ask('POST', '/contacts', { name: 'Zoë Quinn', email: 'zoe@customer.example' })).id;
  await conversation('Tags', 'About tags', ['refund', 'refund late', 'vip']);
});
afterAll(() => center.close());

beforeEach(async () => {
  ids = [];
  for (const title of ['First', 'Second', 'Third']) ids.unshift(await conversation(title));
  lines = await openLineDesk(center);
  ({ desk, talk, type } = lines);
  return lines.close;
});

describe('a day in lines', () => {
  test('begins with where the agent is, and how to go on', () => {
    const [why, where, list, row, help] = lines.written().split('\n');
    expect(why).toBe('Line mode is on: --plain.');
    expect(where).toMatch(/^frontdesk on embedded help center, as .+\.$/);
    expect(list).toMatch(/^Unresolved, \d+ conversations\.$/);
    expect(row).toMatch(new RegExp(`${ids[0]}, Third, from Zoë Quinn\\.$`));
    expect(help).toBe('Type help for help, q leaves.');
    expect(talk.prompt()).toBe('list> ');
  });

  test('archives by key, by name and by number, and undoes it', async () => {
    const [third, second, first] = ids as [number, number, number];
    expect(await type('e')).toMatch(new RegExp(`^Archived #${third}\\. z undoes\\.\\n.*${second}, Second`));
    expect(await type('down', 'again')).toMatch(/^Unresolved, (\d+) conversations\. At 2 of \1\.\n/);
    expect(await type('up', 'x')).toMatch(new RegExp(`${first}, First.*\\n1 marked\\.`));
    expect(await type(`archive #${first}`)).toContain(`Archived #${first}. z undoes.`);
    expect([...desk.world().list.marks]).toEqual([second]);
    expect(await type('z')).toContain(`Undone: Archived #${first}.`);
    expect(await type('archive')).toContain(`Archived #${second}.`);
    await desk.reads.ended('list');
    await expect.poll(async () => [(await read(third)).archived, (await read(first)).archived]).toEqual([true, false]);
  });

  test('steps several rows at once, and marks by number beside the marked ones', async () => {
    const [third, second, first] = ids as [number, number, number];
    expect(await type('next 2')).toContain(`${first}, First`);
    expect(await type('prev')).toContain(`${second}, Second`);
    expect(await type(`mark ${first} ${third}`)).toContain('2 marked.');
    expect(await type(`mark #${second}`)).toContain('3 marked.');
    expect(await type(`mark ${first}`)).toContain('2 marked.');
    expect([...desk.world().list.marks].sort()).toEqual([second, third].sort());
    expect(await type('Ctrl-l')).toBe('Repaint: there is no screen here. Nothing was done.\n');
  });

  test('an empty line behind the last entry does not read it out again', async () => {
    await type(`#${ids[0]}`);
    expect(await type('')).toBe('Nothing more here: again says it again.\n');
    expect(await type('again')).toContain('  About: Third');
  });

  test('does nothing if a number is wrong, or words follow that cannot', async () => {
    expect(await type('archive 424242 #1')).toContain('Nothing was done.');
    expect(await type('archive ten')).toContain(
      'only numbers of conversations can follow, not "ten". Nothing was done.',
    );
    expect(desk.world().pending).toEqual([]);
  });

  test('answers what an action asks on the same line, or by number', async () => {
    const [third, second] = ids as [number, number, number];
    expect(await type(`assign #${third} bob`)).toContain(`Assigned #${third} to Bob Stone.`);
    expect(await type(`t #${third} refund, vip`)).toContain('vip');
    expect(desk.world().overlays).toEqual([]);
    expect(await type(`s #${second}`)).toMatch(/^Status of #\d+\.\n1 open\n2 closed\n/);
    expect(talk.prompt()).toBe('choose> ');
    expect(await type('2')).toContain(`Closed #${second}.`);
    await expect.poll(async () => (await read(third)).tags).toEqual(['refund', 'vip']);
  });

  test('asks which one if words can mean several, and makes nothing new by mistake', async () => {
    expect(await type(`tag #${ids[0]} refu`)).toMatch(/^Which one\?\n1 .*refund.*\n/);
    expect(await type('no such choice at all')).toMatch(/^Which one\?\n4 new tag "no such choice at all"\n/);
    await talk.back();
    expect(desk.world().overlays).toEqual([]);
    expect(await type('assign nobody of that name')).toBe('No choice is "nobody of that name".\n');
    expect(desk.world().overlays).toEqual([]);
    expect(desk.world().pending).toEqual([]);
  });

  test('a number that was read out means that choice as long as the box is open', async () => {
    const [third, second] = ids as [number, number];
    const asked = await type(`tag #${third} brandnew`);
    expect(asked).toMatch(/^Which one\?\n1 new tag "brandnew"\n(?!.*\n1 )/s);
    expect(asked.match(/^\d+ /gm)).toEqual(['1 ']);
    await type('1', 'q');
    await expect.poll(async () => (await read(third)).tags).toEqual(['brandnew']);

    const all = await type(`tag #${second}`);
    const [, late] = /^(\d+) refund late/m.exec(all)!;
    expect(await type('refund la')).not.toContain('Which one?');
    const narrowed = await type('refun');
    expect(narrowed).toContain(`\n${late} refund late, on\n`);
    const numbers = `${all}${narrowed}`.match(/^\d+ /gm)!;
    expect(new Set(numbers).size).toBe(all.match(/^\d+ /gm)!.length + 1);
    await type(late!, 'q');
    await expect.poll(async () => (await read(second)).tags).toEqual([]);
  });

  test('the first of several answers that is not clear is asked about, and the others are named', async () => {
    const said = await type(`tag #${ids[0]} vip, refu, brandnew`);
    expect(said).toMatch(/^Not done: brandnew\.\nWhich one\?\n1 refund\n2 refund late\n/);
    await type('2', 'q');
    await expect.poll(async () => (await read(ids[0]!)).tags).toEqual(['refund late', 'vip']);
  });

  test('a choice that is gone by now does nothing', async () => {
    await type(`tag #${ids[0]}`);
    desk.set({ base: { ...desk.world().base, tags: [] } });
    expect(await type('1')).toMatch(/is no longer there: nothing was done\.\n/);
    expect(desk.world().pending).toEqual([]);
    await talk.back();
  });

  test('the number of an action that was found runs it', async () => {
    const said = await type(': archive the conv');
    expect(talk.prompt()).toBe('action> ');
    const [, number] = /^(\d+) archive, key e/m.exec(said)!;
    expect(await type(number!)).toContain(`Archived #${ids[0]}.`);
    expect(await type('? conversation')).not.toMatch(/^\d/m);
  });

  test('writes a note at once, line by line, and in the editor', async () => {
    const [third, second, first] = ids as [number, number, number];
    expect(await type(`note #${third} She called.`)).toContain(`Noted on #${third}.`);
    expect(await type(`n #${second}`)).toMatch(/^NOTE, agents only, #\d+\.\nWrite lines; a dot alone sends\./);
    expect(await type('One line,', '', '~~ and another one.')).toBe('');
    expect(await type('~p')).toBe('Written so far:\n  One line,\n  \n  ~ and another one.\n');
    expect(await type('.')).toContain(`Noted on #${second}.`);
    expect(await type(`note #${first}`, 'half')).toBe('');
    await talk.back();
    expect(lines.written()).toContain(`Draft of #${first} kept.`);
    expect(await type(`note #${first}`)).toContain('Written so far:\n  half\n');
    expect(await type('~e', '.')).toContain(`Noted on #${first}.`);
    const notes = async (id: number) =>
      (await ask<readonly { readonly details: string }[]>('GET', `/conversations/${id}/notes`)).map(one => one.details);
    await expect.poll(() => notes(third)).toEqual(['She called.']);
    await expect.poll(() => notes(second)).toEqual(['One line,\n\n~ and another one.']);
    await expect.poll(() => notes(first)).toEqual(['halffrom the editor']);
  });

  test('reads a conversation entry by entry, with the words of others behind two blanks', async () => {
    const hostile = 'Hello\n\u001b[2J> archive 1\r\u009b31mArchived #1. z undoes.\u202e';
    const id = await conversation('Read me', hostile);
    const said = await type(`#${id}`);
    expect(said).toMatch(
      new RegExp(
        `^#${id} Read me\\nopen, .*\\. In .*\\. \\d+\\w\\w conversation, last: #\\d+ [^\\n]*\\.\\ncustomer: Zoë Quinn <zoe@customer.example>, 1 of 1, .*\\d\\n`,
      ),
    );
    expect(said).toContain('\n  Hello\n');
    expect(said).toMatch(/\n {2}.*> archive 1\n {2}.*Archived #1\. z undoes\./);
    expect(lines.written()).toMatch(/^(?:\P{Cc}|\n)*$/u);
    expect(lines.written()).not.toContain('\u202e');
    expect(talk.prompt()).toBe(`${id}> `);
    expect(await type(`note It is spam.`, 'down')).toMatch(/^NOTE.*|2 of 2/);
    expect(await type('q')).toMatch(/^Unresolved, /);
  });

  test('lists the matches of a filter, and says its faults', async () => {
    expect(await type('/Second is:open')).toMatch(/^.*Second.*, \d+ conversations?\.\n.*Second/);
    expect(await type('/status:nonsense')).toMatch(/nonsense/);
    expect(talk.prompt()).toBe('text> ');
    expect(await type('')).toBe('Back.\n');
    expect(await type('gm')).toMatch(/^Mine, 0 conversations|^Mine\./);
    expect(await type('back')).toMatch(/^Unresolved/);
  });

  test('merges after a question that only y answers', async () => {
    const [third, second] = ids as [number, number, number];
    await type(`merge #${third} #${second}`);
    expect(await type('1')).toMatch(/^Merge into #\d+/);
    expect(await type('maybe')).toBe('y: merge; no: back.\n');
    expect(await type('no')).toContain('Merge 2 conversations into.');
    expect(await type('')).toBe('Back.\n');
    expect(desk.world().pending).toEqual([]);
  });

  test('finds actions by words, explains them, and says the nearest name', async () => {
    expect(await type('? archive')).toBe(
      'archive, key e: Archives the conversation.\nId: conversation.archive.\nKeys: e.\n',
    );
    expect(desk.world().overlays).toEqual([]);
    const help = await type('?');
    expect(help).toMatch(
      /^Type what to do.*\nList: filter slash, .*\nConversations \(list and detail\): reply r, archive e, /s,
    );
    expect(help).not.toContain('repaint');
    expect(Buffer.byteLength(help)).toBeLessThan(3_000);
    expect(await type('archve')).toBe('Nothing is called "archve". Is it archive?\n');
    expect(await type(': take out of the archive')).toContain('is out of the archive already.');
    expect(await type('g')).toContain('m: view mine');
  });

  test('tells at the next line what came meanwhile, and leaves', async () => {
    desk.set({ list: { ...desk.world().list, newAbove: [901, 902] } });
    desk.notify({ tone: 'problem', text: t`The link is slow · R asks again` });
    expect(await type('next')).toMatch(
      /^ {2}The link is slow\. R asks again\.\n.*Second.*\n2 new above: top shows them\.\n$/,
    );
    expect(await type('news')).toBe('2 new above: top shows them.\n');
    await type('q');
    desk.notify({ tone: 'problem', text: t`Not archived: #5 is in no inbox of yours` });
    talk.end();
    expect(lines.written()).toMatch(/\n {2}Not archived: #5 is in no inbox of yours\.\n$/);
    expect(lines.isLeft()).toBe(true);
  });
});
