import { render, Text, useWindowSize } from 'ink';
import { describe, expect, it } from 'vitest';
import { createStage, type Stage, type StageOptions } from '../../../src/terminal/output/stage.ts';
import { createEmulator, type Emulator } from '../../harness/emulator.ts';
import { feed } from './replay.ts';
import { createVirtualClock, settled } from './virtual-link.ts';

interface Setup {
  readonly stage: Stage;
  readonly clock: ReturnType<typeof createVirtualClock>;
  readonly writes: string[];
  readonly emulator: Emulator;
  /** Lets the tty process its input (only with `isSlow`). */
  readonly drain: () => void;
  readonly size: { columns: number; rows: number };
}

function setUp(options: Partial<StageOptions> & { isSlow?: boolean } = {}): Setup {
  const clock = createVirtualClock();
  const size = { columns: 40, rows: 6 };
  const emulator = createEmulator(size.columns, size.rows, () => {});
  const writes: string[] = [];
  let taken: (() => void)[] = [];
  const stage = createStage({
    write(bytes, done) {
      writes.push(bytes);
      emulator.write(bytes);
      if (options.isSlow) taken.push(done);
      else done();
    },
    writeSync(bytes) {
      writes.push(bytes);
      emulator.write(bytes);
    },
    columns: () => size.columns,
    rows: () => size.rows,
    color: true,
    pacing: 'none',
    now: clock.now,
    setTimer: clock.setTimer,
    ...options,
  });
  const drain = () => {
    const callbacks = taken;
    taken = [];
    for (const done of callbacks) done();
  };
  return { stage, clock, writes, emulator, drain, size };
}

async function lines({ emulator }: Setup): Promise<string[]> {
  await feed(emulator, '');
  return emulator.screen().filter(line => line !== '');
}

describe('the stage', () => {
  it('writes nothing before it is entered, then the newest frame only', async () => {
    const setup = setUp();
    setup.stage.show('old');
    setup.stage.stdout.write('new');
    await settled();
    expect(setup.writes).toEqual([]);
    setup.stage.enter();
    expect(setup.writes).toHaveLength(1);
    expect(await lines(setup)).toEqual(['new']);
    expect(setup.emulator.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true, cursorShown: false });
  });

  it('leaves the terminal as it was, at once and only once', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('\x1b[1mframe\x1b[53m \x1b[55m');
    setup.stage.leave();
    const before = setup.writes.length;
    setup.stage.leave();
    setup.stage.show('after');
    await settled();
    expect(setup.writes).toHaveLength(before);
    await feed(setup.emulator, 'x');
    expect(setup.emulator.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: false, cursorShown: true });
    expect(setup.emulator.cell(0, 0)).toMatchObject({ char: 'x', bold: false });
  });

  it('draws the newest frame whole when it is entered again', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('frame');
    setup.stage.leave();
    setup.stage.enter();
    expect(await lines(setup)).toEqual(['frame']);
    expect(setup.emulator.modes().alternateScreen).toBe(true);
  });

  it('parks the cursor at the marked cell and hides it if no cell is marked', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('one\ntwo\x1b[53m \x1b[55m');
    await lines(setup);
    expect(setup.emulator.cursor()).toEqual({ x: 3, y: 1, visible: true });
    expect(setup.emulator.cell(3, 1).overline).toBe(false);
    setup.stage.show('one\ntwo');
    await lines(setup);
    expect(setup.emulator.cursor().visible).toBe(false);
    expect(setup.writes.at(-1)).toBe('\x1b[?25l');
  });

  it('keeps frames back until the tty has taken the one before, then draws the newest', async () => {
    const setup = setUp({ isSlow: true });
    setup.stage.enter();
    setup.stage.show('one');
    setup.stage.show('two');
    setup.stage.show('three');
    expect(setup.writes).toHaveLength(1);
    let isIdle = false;
    void setup.stage.idle().then(() => {
      isIdle = true;
    });
    setup.drain();
    await settled();
    expect(setup.writes).toHaveLength(2);
    expect(isIdle).toBe(false);
    setup.drain();
    await settled();
    expect(isIdle).toBe(true);
    expect(setup.writes).toHaveLength(2);
    expect(await lines(setup)).toEqual(['three']);
  });

  it('calls back every write, the empty one by which Ink waits too, and draws no frame for that', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('frame');
    const before = setup.writes.length;
    await new Promise<void>(resolve => void setup.stage.stdout.write('', () => resolve()));
    await new Promise<void>(resolve => void setup.stage.stdout.write('', 'utf8', () => resolve()));
    expect(setup.writes).toHaveLength(before);
    setup.stage.leave();
    await new Promise<void>(resolve => void setup.stage.stdout.write('late', () => resolve()));
    expect(await lines(setup)).toEqual([]);
  });

  it('passes modes on that are not its own', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('frame');
    setup.stage.stdout.write('\x1b[>1u\x1b[?25h\x1b[?1049h');
    setup.stage.stdout.write('\x1b[?25l');
    await settled();
    expect(setup.writes.at(-1)).toBe('\x1b[>1u');
    expect(await lines(setup)).toEqual(['frame']);
  });

  it('writes nothing while another program has the tty, and all of the newest frame after that', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('one\ntwo');
    setup.stage.leave();
    const before = setup.writes.length;
    setup.stage.show('one\nthree');
    setup.stage.repaint();
    await setup.stage.idle();
    expect(setup.writes).toHaveLength(before);
    await feed(setup.emulator, '\x1b[2J\x1b[Hrubbish of an editor');
    setup.stage.enter();
    expect(await lines(setup)).toEqual(['one', 'three']);
  });

  it('repaints what a stray program has spoilt', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.show('one\ntwo');
    await feed(setup.emulator, '\x1b[31m\x1b[3;3Hwall: going down');
    setup.stage.repaint();
    expect(await lines(setup)).toEqual(['one', 'two']);
    expect(setup.emulator.cell(0, 0).foreground).toBe('default');
  });

  it('takes a tty without a size for 80x24', () => {
    const { stage } = setUp({ columns: () => 0, rows: () => 0 });
    expect([stage.stdout.columns, stage.stdout.rows]).toEqual([80, 24]);
  });

  it('drops unwanted colours, and keeps bold and inverse', async () => {
    const setup = setUp({ color: false });
    setup.stage.enter();
    setup.stage.show('\x1b[1;31;44ma\x1b[0;7mb');
    await lines(setup);
    expect(setup.emulator.cell(0, 0)).toMatchObject({ bold: true, foreground: 'default', background: 'default' });
    expect(setup.emulator.cell(1, 0)).toMatchObject({ inverse: true });
  });

  it('synchronises a long write and no short one', () => {
    const setup = setUp({ columns: () => 120, rows: () => 40 });
    setup.stage.enter();
    setup.stage.show(Array.from({ length: 40 }, () => 'x'.repeat(100)).join('\n'));
    expect(setup.writes.at(-1)).toContain('\x1b[?2026h');
    expect(setup.writes.at(-1)!.endsWith('\x1b[?2026l')).toBe(true);
    setup.stage.show(Array.from({ length: 39 }, () => 'x'.repeat(100)).join('\n'));
    expect(setup.writes.at(-1)).not.toContain('2026');
  });

  it('counts what it writes, by frame, by minute and over all', async () => {
    const { stage, clock, writes } = setUp();
    stage.enter();
    stage.show('one');
    await clock.runTo(61_000);
    stage.show('one more');
    const total = writes.reduce((sum, bytes) => sum + bytes.length, 0);
    const last = writes.at(-1)!.length;
    expect(stage.meter()).toEqual({
      totalBytes: total,
      lastMinuteBytes: last,
      lastFrameBytes: last,
      frames: 2,
      keys: [],
    });
  });

  it('counts the bytes up to the next key for a key, and remembers the last ten', () => {
    const { stage, writes } = setUp();
    stage.enter();
    stage.show('one');
    writes.length = 0;
    stage.pressed(['j']);
    stage.show('two');
    stage.show('three');
    const bytes = writes.reduce((sum, written) => sum + written.length, 0);
    stage.pressed(['x', 'x']);
    expect(stage.meter().keys).toEqual([
      { names: ['j'], bytes },
      { names: ['x', 'x'], bytes: 0 },
    ]);
    for (let count = 0; count < 20; count++) stage.pressed([String(count)]);
    expect(stage.meter().keys.map(({ names }) => names[0])).toEqual('10 11 12 13 14 15 16 17 18 19'.split(' '));
  });
});

describe('left and right margins', () => {
  const page = (from: number) =>
    Array.from({ length: 6 }, (_, y) => `${'list'.padEnd(12)}│ ${String.fromCharCode(87 + from + y).repeat(20)}`).join(
      '\n',
    );

  it('are asked for before anything is drawn, and none of their bytes is sent without an answer', () => {
    const { stage, writes } = setUp({ asksTerminal: true });
    stage.enter();
    for (const from of [10, 11, 12, 20]) stage.show(page(from));
    stage.leave();
    expect(writes[0]).toMatch(/^(?:\x1b\[\?\d+[hl])+\x1b\[\?69\$p\x1b\[\?2004\$p(?:\x1b\[m\x1b\[H\x1b\[J|$)/);
    expect(writes.join('').replace('\x1b[?69$p', '')).not.toMatch(/\?69|\x1b\[[\d;]*[sST]/);
  });

  it('are not used if the terminal only claims them; the trial leaves the cursor in its place', async () => {
    const { stage, writes, emulator } = setUp({ asksTerminal: true });
    stage.enter();
    stage.show(`${page(10)}\x1b[53m \x1b[55m`);
    await feed(emulator, '');
    const parked = emulator.cursor();
    stage.margins('known');
    await feed(emulator, '');
    expect(emulator.cursor()).toEqual(parked);
    const before = writes.length;
    for (const from of [11, 12]) stage.show(page(from));
    stage.leave();
    expect(writes.slice(before).join('')).not.toMatch(/\x1b\[[\d;]*[sST]/);
  });

  it('are neither asked for nor used if the terminal may not be asked, for any answer', () => {
    const { stage, writes } = setUp();
    stage.enter();
    for (const state of ['known', 'proven'] as const) stage.margins(state);
    for (const from of [10, 11]) stage.show(page(from));
    stage.leave();
    expect(writes.join('')).not.toMatch(/\?69|\x1b\[[\d;]*[sST]/);
  });

  it('scroll a pane once the terminal has said that it has them, and are given back', () => {
    const { stage, writes } = setUp({ asksTerminal: true });
    stage.enter();
    stage.show(page(10));
    stage.margins('known');
    expect(writes.at(-1)).toMatch(/^\x1b\[\?69h\x1b\[2;9s\x1b\[2;5H\r\x1b\[6n\x1b\[s/);
    stage.margins('proven');
    stage.show(page(11));
    expect(writes.at(-1)).toMatch(/^\x1b\[1;6r\x1b\[\d+;\d+s\x1b\[S\x1b\[s\x1b\[r/);
    stage.leave();
    expect(writes.at(-1)).toContain('\x1b[?69l');
    stage.enter();
    stage.show(page(12));
    expect(writes.slice(-2).join('')).toContain('\x1b[?69h\x1b[s\x1b[r');
  });
});

describe('a change of size', () => {
  it('is drawn once, when it has come to rest', async () => {
    const setup = setUp();
    const { stage, size, clock, emulator, writes } = setup;
    let told = 0;
    stage.stdout.on('resize', () => {
      told++;
      stage.stdout.write(`${stage.stdout.columns} first`);
      clock.setTimer(() => stage.stdout.write(`${stage.stdout.columns} second`), 5);
    });
    stage.enter();
    stage.show('40 wide');
    const before = writes.length;
    for (const columns of [39, 35, 30]) {
      size.columns = columns;
      emulator.resize(columns, size.rows);
      stage.resized();
      await clock.runTo(clock.now() + 30);
    }
    expect(writes).toHaveLength(before);
    await clock.runTo(clock.now() + 100);
    expect(told).toBe(1);
    expect(writes).toHaveLength(before + 1);
    expect(await lines(setup)).toEqual(['30 second']);
  });

  it('is noticed on coming back if it happened while another program had the terminal', async () => {
    const setup = setUp();
    setup.stage.enter();
    setup.stage.leave();
    setup.size.columns = 20;
    setup.emulator.resize(20, 6);
    setup.stage.stdout.on('resize', () => setup.stage.stdout.write('20 wide'));
    setup.stage.enter();
    expect(await lines(setup)).toEqual(['20 wide']);
  });
});

function App({ text }: { readonly text: string }) {
  const { columns } = useWindowSize();
  return <Text>{`${text} at ${columns}`}</Text>;
}

describe('Ink on the stage', () => {
  const options = (stage: Stage) => ({
    stdout: stage.stdout,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
  });

  it('draws, redraws for the bytes that differ, follows the size and comes to its end', async () => {
    const setup = setUp();
    const { stage, size, clock, writes } = setup;
    stage.enter();
    const ink = render(<App text="hello" />, options(stage));
    await settled();
    expect(await lines(setup)).toEqual(['hello at 40']);
    ink.rerender(<App text="hallo" />);
    await settled();
    expect(writes.at(-1)!.length).toBeLessThan(8);
    expect(await lines(setup)).toEqual(['hallo at 40']);
    size.columns = 30;
    setup.emulator.resize(30, 6);
    stage.resized();
    await clock.runTo(clock.now() + 50);
    await settled();
    await clock.runTo(clock.now() + 50);
    expect(await lines(setup)).toEqual(['hallo at 30']);
    ink.unmount();
    await ink.waitUntilExit();
    expect(await lines(setup)).toEqual(['hallo at 30']);
    stage.leave();
    expect(await lines(setup)).toEqual([]);
  });

  it('comes to its end while nothing can be written', async () => {
    const { stage } = setUp({ isSlow: true });
    stage.enter();
    const ink = render(<App text="hello" />, options(stage));
    ink.unmount();
    await ink.waitUntilExit();
    expect(stage.meter().frames).toBeLessThan(2);
  });
});
