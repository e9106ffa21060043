import { afterEach, describe, expect, it } from 'vitest';
import { followParts, readRest } from '../../../src/state/sync/body-chunks.ts';
import { loadEarlier, rereadThread } from '../../../src/state/sync/thread.ts';
import { lines, safeBlock } from '../../../src/text/safe.ts';
import { eventually } from '../../harness/eventually.ts';
import { LONG_TEXT, openPartsDesk } from './parts-desk.ts';

type Bench = Awaited<ReturnType<typeof openPartsDesk>>;

const WHOLE = safeBlock(LONG_TEXT);
/** Longer than a list shows of a message. */
const VERY_LONG = `${'word '.repeat(60)}\n`.repeat(1_000);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(options?: Parameters<typeof openPartsDesk>[0]): Promise<Bench> {
  const bench = await openPartsDesk(options);
  ends.push(bench.close);
  return bench;
}

function follow({ desk }: Bench): void {
  ends.push(followParts(desk));
}

/** Scrolls to the end of what is read. */
function scrollDown({ desk }: Bench): void {
  const top = desk.detailLines().length - 20;
  desk.set({ detail: { ...desk.world().detail, top }, pane: 'detail' });
}

describe('over a slow link', () => {
  it('the beginning of a long message comes alone, and says how much there is', async () => {
    const bench = await open();
    await bench.open();
    const message = bench.message()!;
    expect(message).toMatchObject({ truncated: true, body_length: [...LONG_TEXT].length });
    expect(WHOLE.startsWith(message.body_text)).toBe(true);
    const { bytes } = bench.asked.find(({ path }) => path.includes('/messages?'))!;
    expect(bytes).toBeLessThan(9_000);
    const line = bench.desk.detailLines().find(({ role }) => role === 'rest');
    expect([line?.text, line?.right]).toEqual([expect.stringMatching(/^… \d+ kB more$/), 'Enter reads on']);
  });

  it('nothing more is read before the agent comes near its end, and then part by part', async () => {
    const bench = await open();
    follow(bench);
    await bench.open();
    bench.desk.set({ pane: 'detail' });
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(bench.parts()).toEqual([]);
    const before = bench.message()!.body_text.length;
    scrollDown(bench);
    await eventually(() => expect(bench.message()!.body_text.length).toBeGreaterThan(before));
    const [first] = bench.parts();
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(bench.parts()).toEqual([first]);
    expect(first!.path).toContain('body_limit=8192');
    expect(WHOLE.startsWith(bench.message()!.body_text)).toBe(true);
  });

  it('the lines in view stay when the rest of an earlier message comes', async () => {
    const bench = await open({ texts: [LONG_TEXT, 'Short.\n'.repeat(60)] });
    await bench.open();
    const inView = () => bench.desk.detailLines().slice(bench.desk.world().detail.top).slice(0, 20);
    scrollDown(bench);
    const before = inView().map(({ text }) => text);
    await readRest(bench.desk, bench.id, { signal: new AbortController().signal });
    expect(bench.message()!.body_text).toBe(WHOLE);
    expect(inView().map(({ text }) => text)).toEqual(before);
  });

  it('reading goes on where the link broke, and a reread loses nothing of it', async () => {
    const bench = await open();
    follow(bench);
    await bench.open();
    scrollDown(bench);
    await eventually(() => expect(bench.parts()).toHaveLength(1));
    await eventually(() => expect(bench.message()!.body_end).toBeGreaterThan(8_000));
    bench.link.isUp = false;
    scrollDown(bench);
    await new Promise(resolve => setTimeout(resolve, 80));
    const end = bench.message()!.body_end!;
    bench.link.isUp = true;
    await rereadThread(bench.desk, bench.id);
    expect(bench.message()!.body_end).toBeGreaterThanOrEqual(end);
    await eventually(() => expect(bench.message()!.body_end).toBeGreaterThan(end));
    expect(bench.parts().map(({ path }) => Number(/body_from=(\d+)/.exec(path)![1]))).toEqual(
      [...new Set(bench.parts().map(({ path }) => Number(/body_from=(\d+)/.exec(path)![1])))].toSorted((a, b) => a - b),
    );
  });

  it('a page holds few messages, and the earlier ones are read as before', async () => {
    const bench = await open({ texts: Array.from({ length: 30 }, (_, at) => `Message ${at}`) });
    await bench.open();
    expect(bench.desk.world().base.threads.get(bench.id)!.messages).toHaveLength(20);
    await loadEarlier(bench.desk);
    expect(bench.desk.world().base.threads.get(bench.id)!.messages).toHaveLength(30);
  });

  it('the rest is the whole text, in parts that grow with the pace of the link', async () => {
    const bench = await open({ roundTripMs: 500, msPerKilobyte: 5 });
    await bench.open();
    const told: number[] = [];
    const tell = ({ read }: { readonly read: number }): void => void told.push(read);
    await readRest(bench.desk, bench.id, { signal: new AbortController().signal, tell });
    expect(bench.message()).toMatchObject({ body_text: WHOLE, truncated: undefined, body_end: undefined });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(bench.parts().length).toBeLessThan(5);
    expect(lines(bench.message()!.body_text).at(-2)).toContain('Line 699');
  });
});

it('over a quick link the whole is read at once, without the agent', async () => {
  const bench = await open({ roundTripMs: 1, msPerKilobyte: 0, texts: [VERY_LONG] });
  follow(bench);
  await bench.open();
  await eventually(() => expect(bench.message()!.truncated).toBeUndefined());
  expect(bench.message()!.body_text).toBe(VERY_LONG);
  expect(bench.parts().length).toBeLessThan(4);
});
