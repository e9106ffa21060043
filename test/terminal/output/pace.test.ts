import { describe, expect, it } from 'vitest';
import { STATUS_REQUEST as REQUEST } from '../../../src/terminal/input/status-report.ts';
import { createPace, type Pace } from '../../../src/terminal/output/pace.ts';

function frameOf(bytes: number): string {
  return 'x'.repeat(bytes);
}

/** An acknowledged pace whose terminal has answered the first requests. */
function answering(): Pace {
  const pace = createPace({ pacing: 'acknowledged' });
  const requests = pace.send(frameOf(100), 0).split(REQUEST).length - 1;
  for (let index = 0; index < requests; index++) pace.answered(10);
  return pace;
}

/** Lets a frame pass in this time, as its two requests report it. */
function passage(pace: Pace, nowMs: number, takesMs: number): void {
  pace.send(frameOf(40), nowMs);
  pace.send(frameOf(120), nowMs + 1);
  pace.answered(nowMs + 100);
  pace.answered(nowMs + 100 + takesMs);
}

/** An acknowledged pace on a link that has proved to carry so much. */
function slowed(bytesPerSecond: number): Pace {
  const pace = answering();
  passage(pace, 1000, (124 / bytesPerSecond) * 1000);
  return pace;
}

describe('an acknowledged pace', () => {
  it('asks at the very start of the first frame, so that the answer need not wait for the frame', () => {
    expect(createPace({ pacing: 'acknowledged' }).send(frameOf(10), 0)).toBe(REQUEST + frameOf(10));
  });

  it('asks once 32 bytes are unasked', () => {
    const pace = answering();
    expect(pace.send(frameOf(31), 20)).toBe(frameOf(31));
    expect(pace.send(frameOf(8), 20)).toBe(frameOf(8) + REQUEST);
    expect(pace.send(frameOf(8), 20)).toBe(frameOf(8));
  });

  it('asks a terminal that answers at once for every 128 bytes only, as a key with a bar needs no answer', () => {
    const pace = createPace({ pacing: 'acknowledged' });
    const requests = pace.send(frameOf(100), 0).split(REQUEST).length - 1;
    for (let index = 0; index < requests; index += 1) pace.answered(4);
    pace.send(frameOf(40), 10);
    pace.answered(14);
    expect(pace.send(frameOf(127), 20)).toBe(frameOf(127));
    expect(pace.send(frameOf(8), 20)).toBe(frameOf(8) + REQUEST);
  });

  it('leaves a typed character at one byte, 199 times in 200', () => {
    const pace = answering();
    const sizes = Array.from({ length: 200 }, () => pace.send('x', 20).length);
    expect(sizes.slice(0, 199).every(size => size === 1)).toBe(true);
    expect(sizes[199]).toBe(1 + REQUEST.length);
  });

  it('is shut while 450 bytes are under way, and opens with the answer', () => {
    const pace = answering();
    pace.send(frameOf(250), 20);
    expect(pace.isOpen(20)).toBe(true);
    pace.send(frameOf(200), 30);
    expect(pace.isOpen(30)).toBe(false);
    pace.answered(40);
    expect(pace.isOpen(40)).toBe(true);
  });

  it('asks twice in a long frame, between two sequences, so that it opens before the last byte is shown', () => {
    const pace = answering();
    const rows = Array.from({ length: 20 }, (_, y) => `\x1b[${y + 1}H${frameOf(60)}`);
    const sent = pace.send(rows.join(''), 20);
    expect(sent.replaceAll(REQUEST, '')).toBe(rows.join(''));
    expect(sent.split(REQUEST)).toHaveLength(3);
    expect(sent.split(REQUEST)[1]!.startsWith('\x1b[')).toBe(true);
    expect(sent.split(REQUEST)[1]!.length).toBeLessThan(450);
    expect(pace.isOpen(20)).toBe(false);
    pace.answered(300);
    expect(pace.isOpen(300)).toBe(true);
  });

  it('asks once in a frame little longer than the window, unless the link is slow or not known yet', () => {
    const asked = (pace: Pace) => pace.send(`\x1b[m${frameOf(100)}`.repeat(6), 5000).split(REQUEST).length - 1;
    expect(asked(answering())).toBe(1);
    expect(asked(slowed(2000))).toBe(2);
    expect(asked(createPace({ pacing: 'acknowledged' }))).toBe(3);
  });

  it('ends if no answer has come 500 ms after the first frame', () => {
    const pace = createPace({ pacing: 'acknowledged' });
    pace.send(frameOf(2000), 0);
    expect(pace.isOpen(400)).toBe(false);
    const due = pace.wakeAt()!;
    expect(due).toBeGreaterThanOrEqual(500);
    expect(due).toBeLessThan(520);
    expect(pace.isOpen(due)).toBe(false);
    expect(pace.isOpen(pace.wakeAt()!)).toBe(true);
    expect(pace.send(frameOf(500), 1000)).toBe(frameOf(500));
    expect(pace.isOpen(1000)).toBe(true);
    expect(pace.maxFrameBytes()).toBe(Number.POSITIVE_INFINITY);
  });

  it('asks again once the first answer has come after all, and knows that it is the first', () => {
    const pace = createPace({ pacing: 'acknowledged' });
    const rows = Array.from({ length: 20 }, (_, y) => `\x1b[${y + 1}H${frameOf(60)}`);
    const requests = pace.send(rows.join(''), 0).split(REQUEST).length - 1;
    pace.isOpen(pace.wakeAt()!);
    expect(pace.isOpen(pace.wakeAt()!)).toBe(true);
    expect(pace.send(frameOf(40), 700)).toBe(frameOf(40));
    pace.answered(900);
    expect(pace.isOpen(900)).toBe(false);
    for (let index = 1; index < requests; index++) pace.answered(1000 + index);
    expect(pace.isOpen(1100)).toBe(true);
    expect(pace.send(frameOf(40), 1100)).toBe(frameOf(40) + REQUEST);
    pace.answered(1400);
    expect(pace.link().roundTripMs).toBe(300);
  });

  it('still counts an answer that came before the busy program looked at the clock', () => {
    const pace = createPace({ pacing: 'acknowledged' });
    pace.send(frameOf(10), 0);
    expect(pace.isOpen(900)).toBe(true);
    pace.answered(905);
    expect(pace.isOpen(2000)).toBe(true);
    expect(pace.send(frameOf(40), 2000)).toBe(frameOf(40) + REQUEST);
  });

  it('loses an answer at the cost of one timeout', () => {
    const pace = answering();
    pace.send(frameOf(450), 1000);
    expect(pace.isOpen(1100)).toBe(false);
    const due = pace.wakeAt()!;
    expect(due).toBeLessThan(3100);
    expect(pace.isOpen(due)).toBe(false);
    expect(pace.isOpen(pace.wakeAt()!)).toBe(true);
    expect(pace.send(frameOf(40), 3100)).toContain(REQUEST);
  });

  it('counts a first frame as lost only if no link of 300 bytes a second could have carried it', () => {
    const pace = createPace({ pacing: 'acknowledged' });
    const requests = pace.send(frameOf(1800), 0).split(REQUEST).length - 1;
    pace.answered(300);
    expect(pace.isOpen(6300)).toBe(false);
    for (let index = 1; index < requests; index++) pace.answered(6310);
    expect(pace.isOpen(6310)).toBe(true);
  });

  it('sends little after a loss, and waits twice as long, for the link may have become slower', () => {
    const pace = slowed(8000);
    expect(pace.maxFrameBytes()).toBe(Number.POSITIVE_INFINITY);
    let nowMs = 2000;
    const waited = [0, 1].map(() => {
      const sentAtMs = nowMs;
      pace.send(frameOf(450), sentAtMs);
      while (!pace.isOpen(nowMs)) nowMs = pace.wakeAt()!;
      return nowMs - sentAtMs;
    });
    expect(waited[1]! / waited[0]!).toBeGreaterThan(1.8);
    expect(pace.maxFrameBytes()).toBeLessThan(200);
    pace.send(frameOf(40), nowMs);
    pace.answered(nowMs + 100);
    expect(pace.maxFrameBytes()).toBe(Number.POSITIVE_INFINITY);
  });

  it('goes by the clock once a terminal that used to answer has lost three answers in a row', () => {
    const pace = answering();
    let nowMs = 1000;
    for (let loss = 0; loss < 3; loss++) {
      pace.send(frameOf(450), nowMs);
      while (!pace.isOpen(nowMs)) nowMs = pace.wakeAt()!;
    }
    expect(pace.send(frameOf(500), nowMs)).toBe(frameOf(500));
    expect(pace.isOpen(nowMs + 20)).toBe(false);
    expect(pace.isOpen(nowMs + 40)).toBe(true);
  });

  it('ignores an answer without a request', () => {
    const pace = answering();
    pace.answered(30);
    pace.send(frameOf(450), 40);
    expect(pace.isOpen(41)).toBe(false);
  });

  it('measures the round trip by small frames on a quiet line, the rate by the two answers to a long one', () => {
    const pace = answering();
    pace.send(frameOf(40), 1000);
    pace.answered(1250);
    expect(pace.link().roundTripMs).toBe(250);
    const sent = pace.send(Array.from({ length: 30 }, () => `\x1b[m${frameOf(40)}`).join(''), 2000);
    const between = Buffer.byteLength(sent.split(REQUEST)[1]!) + REQUEST.length;
    pace.answered(3000);
    pace.answered(3000 + between / 1.2);
    expect(pace.link().bytesPerSecond).toBeCloseTo(1200, 3);
  });

  it('lets frames through in parts once the link has proved slow, whole again once it is fast', () => {
    const pace = answering();
    expect(pace.maxFrameBytes()).toBe(Number.POSITIVE_INFINITY);
    passage(pace, 1000, 100);
    expect(pace.maxFrameBytes()).toBeLessThan(200);
    for (let index = 1; index <= 5; index++) passage(pace, 1000 + index * 1000, 1);
    expect(pace.maxFrameBytes()).toBe(Number.POSITIVE_INFINITY);
  });

  it('awaits nothing from before another program had the terminal', () => {
    const pace = answering();
    pace.send(frameOf(450), 1000);
    pace.reset();
    expect(pace.isOpen(1001)).toBe(true);
  });
});

describe('a timed pace', () => {
  it('lets one frame by every 33 ms, a big one for as long as it takes', () => {
    const pace = createPace({ pacing: 'timed', bytesPerSecond: 1000 });
    expect(pace.isOpen(0)).toBe(true);
    expect(pace.send(frameOf(10), 0)).toBe(frameOf(10));
    expect(pace.isOpen(32)).toBe(false);
    expect(pace.isOpen(33)).toBe(true);
    pace.send(frameOf(2000), 40);
    expect(pace.wakeAt()).toBe(2040);
    expect(pace.isOpen(2039)).toBe(false);
    expect(pace.isOpen(2040)).toBe(true);
  });
});

describe('no pace', () => {
  it('is always open and asks nothing', () => {
    const pace = createPace({ pacing: 'none' });
    expect(pace.send(frameOf(5000), 0)).toBe(frameOf(5000));
    expect(pace.isOpen(0)).toBe(true);
  });
});
