import { describe, expect, it } from 'vitest';
import type { EarlyPainting } from '../../../src/terminal/output/queue.ts';
import { createStage, type PaintingOptions, paintingOf, type Stage } from '../../../src/terminal/output/stage.ts';
import { isDrawn } from '../../../src/terminal/output/way-in.ts';
import { isFull } from '../../harness/full.ts';
import { createRandom } from '../../harness/random.ts';
import { AGREED, DISPUTED, nextFrame, randomFrame } from './random-frames.ts';
import { differences, feed, openEmulator, referenceOf } from './replay.ts';
import { createVirtualClock, settled } from './virtual-link.ts';

const COLUMNS = 50;
const ROWS = 12;
const SEQUENCES = isFull ? 600 : 9;
const PLAIN: PaintingOptions = { color: true, pacing: 'acknowledged', asksTerminal: true, measuresSigns: true };
const FRAME = 'Inboxes  \x1b[1m語 list\x1b[22m\n\x1b[31m● 12\x1b[39m …\n> e\u0301\x1b[53m \x1b[55m';

interface Opened {
  readonly stage: Stage;
  readonly writes: string[];
}

function openStage(options: Partial<PaintingOptions & { columns: number }> = {}): Opened {
  const writes: string[] = [];
  const { columns = COLUMNS, ...drawing } = options;
  const { now, setTimer } = createVirtualClock();
  const write = (bytes: string, done: () => void) => {
    writes.push(bytes);
    done();
  };
  const size = { columns: () => columns, rows: () => ROWS };
  const stage = createStage({ write, writeSync: () => {}, ...size, now, setTimer, ...PLAIN, ...drawing });
  return { stage, writes };
}

function painted(frame: string, options = PLAIN, onTaken: EarlyPainting['onTaken'] = done => done()): EarlyPainting {
  return { ...paintingOf(frame, COLUMNS, ROWS, options), atMs: 0, onTaken };
}

describe('a stage that adopts what the terminal shows already', () => {
  it('writes nothing if its own first frame is the same', async () => {
    const { stage, writes } = openStage();
    stage.stdout.write(FRAME);
    stage.enter(painted(FRAME));
    await settled();
    expect(writes).toEqual([]);
    stage.stdout.write(FRAME.replace('12', '13'));
    await settled();
    expect(writes).toHaveLength(1);
    expect(writes[0]!.length).toBeLessThan(20);
  });

  it('draws what differs and nothing else, with any text and colours, exactly', async () => {
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const random = createRandom(seed);
      const source = { random, glyphs: [...AGREED, ...DISPUTED], columns: COLUMNS, rows: ROWS };
      const options: PaintingOptions = { ...PLAIN, color: seed % 3 > 0, measuresSigns: seed % 2 > 0 };
      const before = randomFrame(source);
      const now = nextFrame(source, before);
      const { stage, writes } = openStage(options);
      stage.stdout.write(now);
      const first = painted(before, options);
      stage.enter(first);
      await settled();
      for (let answer = 0; answer < 5; answer++) stage.acknowledged();
      await settled();
      const emulator = openEmulator(COLUMNS, ROWS);
      await feed(emulator, first.bytes);
      await feed(emulator, writes.join(''));
      const colors = options.color ? now : now.replaceAll(/\x1b\[(?:[349]\d|10\d|[34]8;5;\d+)m/g, '');
      const wanted = await referenceOf(colors, COLUMNS, ROWS);
      expect(differences(emulator, wanted, COLUMNS, ROWS), `seed ${seed}`).toEqual([]);
      expect(isDrawn(first.bytes), `seed ${seed}`).toBe(true);
    }
  });

  it.for([
    ['another size', {}, { columns: COLUMNS - 8 }],
    ['other colours', { color: false }, {}],
    ['other questions', { asksTerminal: false }, {}],
  ] as const)('draws the frame whole after a painting with %s', async ([, before, after]) => {
    const { stage, writes } = openStage(after);
    stage.stdout.write(FRAME);
    stage.enter(painted(FRAME, { ...PLAIN, ...before }));
    await settled();
    expect(writes.join('')).toContain('\x1b[H\x1b[J');
    expect(writes.join('')).not.toContain('\x1b[?1049h');
  });

  it('waits until the terminal has taken the painting', async () => {
    const { stage, writes } = openStage();
    let take = () => {};
    stage.stdout.write(FRAME.replace('12', '13'));
    stage.enter(
      painted(FRAME, PLAIN, done => {
        take = done;
      }),
    );
    await settled();
    expect(writes).toEqual([]);
    take();
    await settled();
    expect(writes).toHaveLength(1);
  });

  it('counts the painting as under way until the terminal has answered', async () => {
    const { stage, writes } = openStage();
    stage.enter(painted(FRAME));
    const changes = Array.from({ length: 9 }, (_, index) => FRAME.replace('list', `${index} `.repeat(20)));
    for (const frame of changes) {
      stage.stdout.write(frame);
      await settled();
    }
    const held = writes.length;
    expect(held).toBeLessThan(changes.length);
    const asked = [FRAME, ...writes].join('').split('\x1b[5n').length;
    for (let answer = 0; answer <= asked + 2; answer++) stage.acknowledged();
    await settled();
    expect(writes.length).toBeGreaterThan(held);
  });

  it('leaves and enters again as any stage', async () => {
    const { stage, writes } = openStage();
    stage.stdout.write(FRAME);
    stage.enter(painted(FRAME));
    await settled();
    stage.leave();
    stage.enter();
    expect(writes.join('')).toContain('\x1b[?1049h');
    expect(writes.join('')).toContain('list');
  });
});

describe('bytes that were kept', () => {
  const { bytes } = paintingOf(FRAME, COLUMNS, ROWS, PLAIN);

  it.for([
    ['a title', '\x1b]0;x\x07'],
    ['the clipboard', '\x1b]52;c;aGk=\x1b\\'],
    ['an 8-bit string', '\x9d52;c;aGk=\x9c'],
    ['a device string', '\x1bPx\x1b\\'],
    ['another mode', '\x1b[?1000h'],
    ['the way out', '\x1b[?1049l'],
    ['a report of the window', '\x1b[21t'],
    ['a key that is set', '\x1b[0;59;"x"p'],
    ['a reset', '\x1bc'],
    ['a bell', '\x07'],
    ['an unfinished sequence', '\x1b['],
  ])('are not painted with %s in them', ([, harm]) => {
    expect(isDrawn(bytes)).toBe(true);
    expect(isDrawn(bytes + harm!)).toBe(false);
    expect(isDrawn(harm + bytes)).toBe(false);
  });
});
