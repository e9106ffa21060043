import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { Desk } from '../../../src/state/desk.ts';
import type { Disk } from '../../../src/state/host.ts';
import { readBeginning } from '../../../src/state/sync/attachments.ts';
import { saveAttachments, stopSaving } from '../../../src/state/sync/save-attachments.ts';
import type { AttachmentSave } from '../../../src/state/world/saving.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { plainDesk } from '../../harness/plain-desk.ts';

/** What the help center does with a request for bytes: the parts that it sends, and then it ends, is cut or hangs. */
interface Turn {
  readonly parts?: readonly string[];
  /** The time before each part, in milliseconds. */
  readonly everyMs?: number;
  readonly ends?: 'end' | 'cut' | 'hang';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

let turns: Turn[];
let ranges: (string | null)[];
let files: Map<string, string>;
let clock: ReturnType<typeof handClock>;
let desk: Desk;

function answerOf(
  { parts = [], everyMs = 0, ends = 'end', status = 200, headers = {} }: Turn,
  signal: AbortSignal,
): Response {
  if (status >= 400) return Response.json({ error: { code: 'not_found', message: 'No such file.' } }, { status });
  const left = [...parts];
  const body = new ReadableStream<Uint8Array>({
    start: controller => signal.addEventListener('abort', () => controller.error(signal.reason)),
    pull: async controller => {
      if (everyMs > 0) await new Promise<void>(resolve => void clock.setTimer(resolve, everyMs));
      const part = left.shift();
      if (part !== undefined) return controller.enqueue(new TextEncoder().encode(part));
      if (ends === 'end') controller.close();
      else if (ends === 'cut') controller.error(new Error('reset'));
      if (ends === 'hang') await new Promise(() => {});
    },
  });
  return new Response(body, { status, headers: { etag: '"v1"', ...headers } });
}

/** A disk that is a map. `whole` by name; an unfinished file is under `part`. */
const disk: Disk = {
  folder: '~/',
  whyNot: async () => undefined,
  begin: async (_folder, name) => {
    files.set('part', '');
    const to = (text: string) => void files.set('part', text);
    return {
      write: async part => {
        if (Buffer.from(part).includes('full')) throw new Error('the disk is full.');
        to(files.get('part') + Buffer.from(part).toString());
      },
      restart: async () => to(''),
      finish: async () => {
        files.set(name, files.get('part')!);
        files.delete('part');
        return { path: `/there/${name}`, name };
      },
      discard: async () => void files.delete('part'),
    };
  },
};

function saving(more: Partial<AttachmentSave> = {}): AttachmentSave {
  return { id: 7, name: t`receipt.pdf`, size: 6, folder: '~/in', ...more };
}

async function turnsOfLoop(): Promise<void> {
  for (let count = 0; count < 40; count += 1) await new Promise(resolve => setImmediate(resolve));
}

/** Lets time pass, a tenth of a second at a time. */
async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    clock.advance(100);
    await turnsOfLoop();
  }
}

function notice() {
  return desk.world().notice?.text;
}

// The first call loads what makes calls, which takes as long as the machine is busy.
beforeAll(async () => {
  const fetch = async () => Response.json({ data: [] });
  await createClient({ baseUrl: 'https://help.example', token: () => 'token', fetch }).inbox.list();
});

beforeEach(() => {
  [turns, ranges, files, clock] = [[], [], new Map(), handClock()];
  const fetch = async (request: Request): Promise<Response> => {
    ranges.push(request.headers.get('range'));
    const turn = turns.shift();
    if (!turn) throw new Error('no link');
    return answerOf(turn, request.signal);
  };
  desk = plainDesk({ clock, fetch, random: () => 0 });
});

describe('an attachment', () => {
  test('is saved, and the notice says where and how much came', async () => {
    turns = [{ parts: ['abc', 'def'] }];
    saveAttachments(desk, disk, [saving()]);
    await turnsOfLoop();
    expect([...files]).toEqual([['receipt.pdf', 'abcdef']]);
    expect(notice()).toBe('Saved receipt.pdf (6 B) in ~/in');
    expect(desk.world().saving).toEqual([]);
  });

  test('that is cut goes on where it was', async () => {
    const headers = { 'content-range': 'bytes 3-5/6' };
    turns = [
      { parts: ['abc'], ends: 'cut' },
      { parts: ['def'], status: 206, headers },
    ];
    saveAttachments(desk, disk, [saving()]);
    await turnsOfLoop();
    expect(files.get('receipt.pdf')).toBeUndefined();
    await wait(1_000);
    expect(ranges).toEqual([null, 'bytes=3-']);
    expect([...files]).toEqual([['receipt.pdf', 'abcdef']]);
  });

  test.for([
    ['the help center sends it whole', { parts: ['ABCDEF'] }],
    [
      'the rest begins at another byte',
      { parts: ['ABCDEF'], status: 206, headers: { 'content-range': 'bytes 0-5/6' } },
    ],
  ] as const)('that is cut starts again if %s', async ([, second]) => {
    turns = [{ parts: ['abc'], ends: 'cut' }, second];
    saveAttachments(desk, disk, [saving()]);
    await wait(1_100);
    expect([...files]).toEqual([['receipt.pdf', 'ABCDEF']]);
  });

  test('that ends before its announced length counts as cut', async () => {
    turns = [{ parts: ['abc'], headers: { 'content-length': '6' } }];
    saveAttachments(desk, disk, [saving()]);
    await turnsOfLoop();
    expect([...files.keys()]).toEqual(['part']);
  });

  test('falls silent, and is asked for again after half a minute', async () => {
    turns = [{ parts: ['abc'], ends: 'hang' }, { parts: ['abcdef'] }];
    saveAttachments(desk, disk, [saving()]);
    await wait(31_500);
    expect([...files]).toEqual([['receipt.pdf', 'abcdef']]);
  });

  test('is given up if nothing comes any more, leaves nothing behind, and the notice says so', async () => {
    turns = [{ parts: ['abc'], ends: 'cut' }];
    saveAttachments(desk, disk, [saving()]);
    await wait(120_000);
    expect(files.size).toBe(0);
    expect(ranges).toHaveLength(6);
    expect(notice()).toBe('Not saved: receipt.pdf · help.example does not answer. Nothing of it was left behind.');
  });

  test('that the help center refuses is not asked for again, and its own reason is said', async () => {
    turns = [{ status: 404 }];
    saveAttachments(desk, disk, [saving()]);
    await wait(200);
    expect(ranges).toHaveLength(1);
    expect(notice()).toBe('Not saved: receipt.pdf · No such file. Nothing of it was left behind.');
  });

  test('is not given out by a help center without this call, and the next key says so', async () => {
    turns = [{ status: 405 }, { status: 405 }];
    saveAttachments(desk, disk, [saving()]);
    await wait(200);
    expect(notice()).toContain('This help center does not give out attachments.');
    expect(desk.world().offers['attachment.content']).toBe('This help center does not give out attachments.');
  });

  test('that the disk does not take is given up at once', async () => {
    turns = [{ parts: ['abc', 'full'] }];
    saveAttachments(desk, disk, [saving()]);
    await wait(200);
    expect(files.size).toBe(0);
    expect(notice()).toContain('the disk is full.');
  });

  test.for([
    [3, 'Saved receipt.pdf (6 B) in ~/in'],
    [null, 'Saved receipt.pdf (6 B) in ~/in'],
    [84_000, 'Saved receipt.pdf in ~/in, but only 6 B of 84 kB came from the help center.'],
  ] as const)('whose size is said to be %s is counted as it came', async ([size, said]) => {
    turns = [{ parts: ['abcdef'] }];
    saveAttachments(desk, disk, [saving({ size })]);
    await turnsOfLoop();
    expect(notice()).toBe(said);
  });
});

test('several are saved one after the other; one that fails does not stop the others', async () => {
  turns = [{ parts: ['abc'] }, { status: 404 }, { parts: ['def'] }];
  const names = ['a.pdf', 'b.pdf', 'c.pdf'].map(safeLine);
  saveAttachments(
    desk,
    disk,
    names.map((name, index) => saving({ id: index + 1, name, size: 3 })),
  );
  await wait(200);
  expect([...files.keys()]).toEqual(['a.pdf', 'c.pdf']);
  expect(notice()).toBe(
    'Not saved: b.pdf · No such file. Nothing of it was left behind. · Saved 2 attachments (6 B) in ~/in',
  );
});

test('one that is asked for twice is saved once', async () => {
  turns = [{ parts: ['abcdef'] }];
  saveAttachments(desk, disk, [saving(), saving()].slice(0, 1));
  saveAttachments(desk, disk, [saving()]);
  await wait(200);
  expect(ranges).toHaveLength(1);
});

describe('the progress', () => {
  const slowly = (): Turn => ({ parts: Array.from({ length: 60 }, () => 'x'.repeat(1_000)), everyMs: 200 });

  test.for([
    ['fast', 1_000],
    ['slow', 5_000],
  ] as const)('on a %s link is said after a moment, and then at most every %i ms', async ([link, everyMs]) => {
    turns = [slowly()];
    desk.set({ link });
    const told: number[] = [];
    desk.store.subscribe((world, former) => {
      if (world.notice !== former.notice) told.push(clock.elapsed());
    });
    saveAttachments(desk, disk, [saving({ size: 60_000 })]);
    await wait(300);
    expect(notice()).toBe('Saving receipt.pdf');
    await wait(11_000);
    expect(notice()).toMatch(/^Saving receipt\.pdf {2}\d\d kB of 60 kB · :stop$/);
    const gaps = told.slice(1).map((at, index) => at - told[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(everyMs);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(everyMs + 200);
  });

  test('never hides what the agent’s own deeds say', async () => {
    turns = [slowly()];
    saveAttachments(desk, disk, [saving()]);
    desk.notify({ tone: 'done', text: t`Archived #1042 · z undoes` });
    await wait(2_000);
    expect(notice()).toBe('Archived #1042 · z undoes');
  });
});

test('nothing is left of a file that the agent stops, and one that is asked for at once afterwards is saved', async () => {
  turns = [{ parts: ['abc'], ends: 'hang' }, { parts: ['abcdef'] }];
  saveAttachments(desk, disk, [saving(), saving({ id: 8 })]);
  await turnsOfLoop();
  stopSaving(desk);
  expect(desk.world().saving).toEqual([]);
  await turnsOfLoop();
  expect([files.size, notice()]).toEqual([0, undefined]);
  stopSaving(desk);
  saveAttachments(desk, disk, [saving({ id: 9 })]);
  await turnsOfLoop();
  expect([...files.keys()]).toEqual(['receipt.pdf']);
});

test('the beginning of a large one is read and no more; of two the last one asked for', async () => {
  turns = [{ parts: ['abc', 'def', 'ghi'], ends: 'hang' }, { parts: ['abcd'] }];
  const first = readBeginning(desk, 7, 5);
  await turnsOfLoop();
  expect(await first).toEqual({ bytes: Buffer.from('abcde'), isWhole: false });
  expect(await readBeginning(desk, 7, 5)).toEqual({ bytes: Buffer.from('abcd'), isWhole: true });
});
