import { describe, expect, it } from 'vitest';
import { linkAtStart, withMeasurement } from '../../../src/state/world/link.ts';
import type { Link } from '../../../src/terminal/output/link-estimate.ts';
import { createStage } from '../../../src/terminal/output/stage.ts';
import { createEmulator } from '../../harness/emulator.ts';
import { sampled } from '../../harness/full.ts';
import { differences, feed, referenceOf } from './replay.ts';
import { type Desk, deskFrame, topAfter } from './synthetic-desk.ts';
import { createVirtualClock, createVirtualLink, type LinkTraits } from './virtual-link.ts';

const PRESSES = 90;
const PRESS_MS = 1000 / 30;
/** Presses in the time of the first frame at 1,200 bytes a second, and until the rate is measured again after it. */
const FIRST_FRAME_PRESSES = 70;
const START_MS = 10_000;

interface Ride {
  /** From the last press until the last byte of the last state is on the screen. */
  readonly lagMs: number;
  readonly wrong: readonly string[];
  readonly link: Link;
  /** What `auto` takes it for in the end. */
  readonly takenFor: 'fast' | 'slow';
}

const [COLUMNS, ROWS] = [80, 24];

/** A desk on a stage behind the link; `down` presses `j` once. */
function open(traits: LinkTraits, from: number, highlight: Desk['highlight']) {
  const clock = createVirtualClock();
  const wire = createVirtualLink(clock, traits, () => stage.acknowledged());
  let link: Link = { roundTripMs: undefined, bytesPerSecond: undefined };
  let taken = linkAtStart('auto');
  const stage = createStage({
    write: wire.write,
    writeSync: () => {},
    columns: () => COLUMNS,
    rows: () => ROWS,
    color: true,
    pacing: 'acknowledged',
    now: clock.now,
    setTimer: clock.setTimer,
    onLink: measured => {
      link = measured;
      taken = withMeasurement(taken, measured, clock.now());
    },
  });
  let desk: Desk = { columns: COLUMNS, rows: ROWS, at: 0, top: 0, highlight };
  const down = () => {
    desk = { ...desk, at: desk.at + 1, top: topAfter(desk.top, desk.at + 1, ROWS) };
  };
  for (let index = 0; index < from; index++) down();
  stage.stdout.write(deskFrame(desk));
  stage.enter();
  return { clock, wire, stage, down, frame: () => deskFrame(desk), link: () => link, takenFor: () => taken.link };
}

/** `j` held for 3 s, from the given row of the list on. */
async function holdDown(
  traits: LinkTraits,
  from: number,
  highlight: Desk['highlight'],
  startMs = START_MS,
  presses = PRESSES,
): Promise<Ride> {
  const { clock, wire, stage, down, frame, link, takenFor } = open(traits, from, highlight);
  for (let press = 0; press < presses; press++) {
    await clock.runTo(startMs + press * PRESS_MS + traits.roundTripMs / 2);
    down();
    stage.stdout.write(frame());
  }
  await clock.runTo(startMs + 60_000);
  const emulator = createEmulator(COLUMNS, ROWS, () => {});
  await feed(emulator, wire.written());
  const wrong = differences(emulator, await referenceOf(frame(), COLUMNS, ROWS), COLUMNS, ROWS);
  const lagMs = wire.shownAt() - (startMs + (presses - 1) * PRESS_MS);
  return { lagMs, wrong, link: link(), takenFor: takenFor() };
}

describe('j held for three seconds over a slow link', () => {
  it.each([
    { bytesPerSecond: 1200, roundTripMs: 300, highlight: 'marker' as const, within: 1500 },
    { bytesPerSecond: 1200, roundTripMs: 300, highlight: 'bar' as const, within: 1500 },
    { bytesPerSecond: 8000, roundTripMs: 300, highlight: 'marker' as const, within: 850 },
    { bytesPerSecond: 8000, roundTripMs: 300, highlight: 'bar' as const, within: 850 },
  ])(
    'shows the last state $within ms after the last press at the latest ($bytesPerSecond B/s, $highlight)',
    async traits => {
      for (const from of sampled([0, 3, 7, 9, 11, 15, 16, 22])) {
        const { lagMs, wrong } = await holdDown(traits, from, traits.highlight);
        expect(wrong, `from row ${from}`).toEqual([]);
        expect(lagMs, `from row ${from}`).toBeLessThanOrEqual(traits.within);
      }
    },
  );

  it('knows the link from the answers alone', async () => {
    const { link } = await holdDown({ bytesPerSecond: 1200, roundTripMs: 300 }, 0, 'marker');
    expect(link.bytesPerSecond).toBeGreaterThan(1100);
    expect(link.bytesPerSecond).toBeLessThan(1300);
    expect(link.roundTripMs).toBeGreaterThan(299);
    expect(link.roundTripMs).toBeLessThan(360);
  });

  it.each(sampled([300, 600, 1200, 2800]))('is enough to take it for slow at %i B/s', async bytesPerSecond => {
    for (const highlight of ['marker', 'bar'] as const)
      for (const startMs of [200, 2_000, START_MS]) {
        // The first frame takes the link for itself: up to then only one rate is measured.
        const presses = startMs === 200 ? PRESSES + FIRST_FRAME_PRESSES : PRESSES;
        const { takenFor } = await holdDown({ bytesPerSecond, roundTripMs: 300 }, 0, highlight, startMs, presses);
        expect(takenFor, `${highlight}, from ${startMs} ms on`).toBe('slow');
      }
  });

  it.each([8_000, 60_000])('leaves it fast at %i B/s', async bytesPerSecond => {
    expect((await holdDown({ bytesPerSecond, roundTripMs: 300 }, 0, 'bar')).takenFor).toBe('fast');
  });

  it('draws every state at once, and asks no more, on a terminal that answers nothing', async () => {
    const { clock, wire, stage, down, frame } = open({ bytesPerSecond: 100_000, roundTripMs: 20 }, 0, 'bar');
    wire.loseAnswers(Number.POSITIVE_INFINITY);
    await clock.runTo(START_MS);
    down();
    stage.stdout.write(frame());
    await clock.runTo(START_MS + 1000);
    for (let press = 0; press < 20; press++) {
      const before = wire.written().length;
      down();
      stage.stdout.write(frame());
      await clock.runTo(START_MS + 1001 + press);
      expect(wire.written().slice(before), `press ${press}`).not.toBe('');
      expect(wire.written().slice(before)).not.toContain('\x1b[5n');
    }
  });

  it('loses one answer at the cost of one timeout, and no part of the screen', async () => {
    const { clock, wire, stage, down, frame } = open({ bytesPerSecond: 8000, roundTripMs: 100 }, 0, 'bar');
    await clock.runTo(START_MS);
    wire.loseAnswers(1);
    for (let press = 0; press < 20; press++) {
      down();
      stage.stdout.write(frame());
      await clock.runTo(START_MS + press * 100);
    }
    await clock.runTo(START_MS + 2000 + 1200);
    expect(wire.shownAt()).toBeLessThan(START_MS + 2000 + 1000);
    const emulator = createEmulator(COLUMNS, ROWS, () => {});
    await feed(emulator, wire.written());
    expect(differences(emulator, await referenceOf(frame(), COLUMNS, ROWS), COLUMNS, ROWS)).toEqual([]);
  });
});
