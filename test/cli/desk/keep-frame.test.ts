import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimMark, createFrameKeeper } from '../../../src/cli/desk/keep-frame.ts';
import { framePath, readFrame } from '../../../src/cli/first-frame/frame-file.ts';
import { type Witness, witness } from '../../../src/cli/first-frame/witness.ts';
import { emptyWorld } from '../../../src/state/empty-world.ts';
import type { Overlay, World } from '../../../src/state/world.ts';
import { paintingOf } from '../../../src/terminal/output/stage.ts';
import { t } from '../../../src/text/safe.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const WORLD = emptyWorld(0, undefined, keyNames);
const BOX = { overlays: [{} as Overlay] };

function openKeeper(folder = temporaryFolder(), witnesses: () => readonly Witness[] = () => []) {
  const { now, elapsed, setTimer, advance, waiting } = handClock();
  const path = framePath(folder, 'a'.repeat(32));
  let world: World = WORLD;
  let token = { hash: 'ana' };
  const keeper = createFrameKeeper({
    path,
    witnesses,
    keptMs: 1_000,
    token: () => token,
    world: () => world,
    paint: (frame, columns, rows) => paintingOf(frame, columns, rows, { color: true, pacing: 'none' }),
    now,
    elapsed,
    setTimer,
  });
  return {
    draw: (frame: string, change: Partial<World> = {}) => {
      world = { ...world, ...change };
      keeper.drawn(frame, 40, 10);
    },
    signIn: (hash: string) => {
      token = { hash };
    },
    save: keeper.save,
    kept: () => readFrame(path),
    frame: () => readFrame(path)?.frame,
    advance,
    waiting,
  };
}

test('a frame is kept once the agent rests, the next half a minute later, and at the end at once', () => {
  const { draw, save, frame, advance, waiting } = openKeeper();
  draw('one');
  advance(2_900);
  draw('two');
  advance(2_900);
  expect(frame()).toBeUndefined();
  advance(200);
  expect(frame()).toBe('two');
  expect(waiting()).toBe(0);
  draw('three');
  advance(20_000);
  expect(frame()).toBe('two');
  advance(10_000);
  expect(frame()).toBe('three');
  draw('four');
  save();
  expect(frame()).toBe('four');
});

test('a frame that no start would show any more is not kept', () => {
  const folder = temporaryFolder();
  const cover = join(folder, 'cover');
  const { draw, save, frame } = openKeeper(folder, () => [witness(cover, 'contents')]);
  draw('mail');
  writeFileSync(cover, '');
  save();
  expect(frame()).toBeUndefined();
  draw('covered');
  save();
  expect(frame()).toBe('covered');
});

test('a frame with an open box is not kept, but the one before it', () => {
  const { draw, save, frame } = openKeeper();
  draw('list');
  draw('list and a password', BOX);
  save();
  expect(frame()).toBe('list');
  draw('list and a question', BOX);
  save();
  expect(frame()).toBe('list');
});

test('a notice is not kept with its frame', () => {
  const { draw, save, frame } = openKeeper();
  draw('list\nArchived #2', { notice: { tone: 'done', text: t`Archived #2` } });
  save();
  expect(frame()).toBe('list\n');
});

test('a frame belongs to the agent who saw it, and says what a key would act on', () => {
  const { draw, signIn, save, kept } = openKeeper();
  draw('of Ana');
  signIn('bob');
  save();
  expect(kept()).toMatchObject({ token: { hash: 'ana' }, aim: aimMark(WORLD) });
  expect(kept()!.until - kept()!.asOf).toBe(1_000);
  expect(aimMark({ ...WORLD, list: { ...WORLD.list, cursorId: 7 } })).not.toBe(aimMark(WORLD));
  expect(aimMark({ ...WORLD, pane: 'inboxes' })).not.toBe(aimMark(WORLD));
});

test('a folder that cannot be written stops nothing', () => {
  const folder = temporaryFolder();
  const { draw, save, kept } = openKeeper(join(folder, 'file'));
  chmodSync(folder, 0o500);
  draw('one');
  expect(save).not.toThrow();
  chmodSync(folder, 0o700);
  draw('two');
  save();
  expect(kept()?.frame).toBe('two');
});

test('a frame from before an erasure is not kept: the customer may be on it', () => {
  const { draw, save, frame } = openKeeper();
  draw('Zoë');
  draw('Zoë, behind a box', { ...BOX, erased: 1 });
  save();
  expect(frame()).toBeUndefined();
  draw('nobody', { overlays: [] });
  save();
  expect(frame()).toBe('nobody');
});
