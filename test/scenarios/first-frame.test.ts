import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { MODES_AT_REST } from '../harness/modes.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage } from './open-desk.ts';

const HOLD = fileURLToPath(new URL('../harness/held-start.ts', import.meta.url));

interface Starter {
  /** A desk that runs. */
  desk(): Promise<Terminal>;
  /** A desk that paints, and then stands still before it is loaded. */
  held(more?: Partial<Held>): Promise<Terminal>;
  /** The file that holds them. */
  readonly gate: string;
  /** Lets the held desks go on. */
  release(): void;
}

interface Held {
  readonly columns: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function starterOf({ environment, database }: Backstage): Starter {
  const gate = join(environment.HOME!, 'gate');
  const open = ({ columns = 100, args = [], env = {} }: Partial<Held>) =>
    openTerminal({
      command: process.execPath,
      args: ['--import', HOLD, launcher, '--database', database, ...args],
      env: { ...environment, HELD_START: gate, ...env },
      columns,
      rows: 24,
    });
  return {
    gate,
    desk: async () => {
      const desk = open({});
      await desk.sees('Unresolved', { within: 30_000 });
      await desk.settled();
      return desk;
    },
    held: async (more = {}) => {
      rmSync(`${gate}.reached`, { force: true });
      writeFileSync(gate, '');
      const desk = open(more);
      await desk.until(() => existsSync(`${gate}.reached`), 'the desk is not asked for', { within: 30_000 });
      await desk.settled(30);
      return desk;
    },
    release: () => rmSync(gate, { force: true }),
  };
}

async function end(desk: Terminal, cause: () => void): Promise<number> {
  const began = performance.now();
  cause();
  const { exitCode } = await desk.exit();
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(desk.modes()).toEqual(MODES_AT_REST);
  return exitCode;
}

test('the last frame is there before the desk, and the desk goes on from it', { timeout: 60_000 }, async () => {
  const backstage = await openBackstage();
  const ids: number[] = [];
  for (const title of ['Refund', '請求書 and a 😀', 'Parcel']) ids.push(await backstage.conversation(title));
  const [refund, invoice, parcel] = ids as [number, number, number];
  const isArchived = async (id: number) =>
    (await backstage.ask<{ archived: boolean }>('GET', `/conversations/${id}`)).archived;
  const { desk, held, release } = starterOf(backstage);

  const first = await desk();
  first.press('cursor.down');
  await first.sees(/^ #2 請求書/m);
  await first.sees('could you help me');
  first.press('conversation.tag');
  await first.sees('Tags of');
  first.press('esc');
  await first.seesNot('Tags of');
  await first.settled();
  const [picture, cursor] = [first.text(), first.cursor()];
  first.press('conversation.tag');
  await first.sees('Tags of');
  first.kill('SIGTERM');
  expect((await first.exit()).exitCode).toBe(143);

  const painted = await held();
  expect(painted.text()).toBe(picture);
  expect(painted.cursor()).toEqual(cursor);
  expect(painted.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true });
  painted.kill('SIGSTOP');
  painted.kill('SIGCONT');
  await painted.settled();
  expect(painted.text()).toBe(picture);
  expect(await end(painted, () => painted.kill('SIGTERM'))).toBe(143);

  const interrupted = await held();
  interrupted.resetBytes();
  interrupted.press('suspend');
  await interrupted.until(() => /\?1049l.*\?1049h/s.test(interrupted.output()), 'It never stopped and went on');
  await interrupted.settled();
  expect(interrupted.text()).toBe(picture);
  expect(await end(interrupted, () => interrupted.press('ctrl-c'))).toBe(130);

  const boxed = await held();
  boxed.press('conversation.archive');
  release();
  await boxed.sees('Tags of');
  await boxed.sees('dropped');
  await boxed.settled();
  boxed.press('esc');
  await boxed.seesNot('Tags of');
  expect(await end(boxed, () => boxed.press('quit-now'))).toBe(0);
  expect(await Promise.all(ids.map(isArchived))).toEqual([false, false, false]);

  const ahead = await held();
  ahead.press('conversation.archive', 'cursor.down');
  ahead.resetBytes();
  release();
  await ahead.sees('Archived #');
  await expect.poll(() => isArchived(invoice)).toBe(true);
  expect(ahead.output()).not.toContain('\x1b[?1049h');
  expect(ahead.output()).not.toContain('\x1b[H\x1b[J');
  await ahead.settled();
  ahead.press('cursor.top');
  await ahead.settled();
  expect(await end(ahead, () => ahead.press('quit-now'))).toBe(0);

  const late = await held();
  const under = late.screen()[late.cursor().y]!.includes('Refund') ? refund : parcel;
  await backstage.ask('POST', `/conversations/${under}/archive`);
  late.press('conversation.archive');
  release();
  await late.sees('dropped');
  await late.settled();
  expect(await isArchived(under === refund ? parcel : refund)).toBe(false);
  expect(await end(late, () => late.press('quit-now'))).toBe(0);
});

test('nothing is painted if it could be of something else, and what goes wrong is told on the ordinary screen', {
  timeout: 60_000,
}, async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund');
  const { desk, held, release, gate } = starterOf(backstage);
  const first = await desk();
  expect(await end(first, () => first.press('quit-now'))).toBe(0);
  const starts: [what: string, more: Partial<Held>][] = [
    ['another size', { columns: 90 }],
    ['other arguments', { args: ['--read-only'] }],
    ['no colours', { env: { NO_COLOR: '1' } }],
    ['a terminal that cannot', { env: { TERM: 'dumb' } }],
    ['the help', { args: ['--help'] }],
  ];
  for (const [what, more] of starts) {
    const other = await held(more);
    expect(other.output(), what).toBe('');
    other.close();
  }
  const same = await held();
  await same.sees('Refund');
  same.close();
  const settings = join(backstage.environment.XDG_CONFIG_HOME!, 'frontdesk');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.toml'), 'layout = "stacked"');
  const told = await held();
  expect(told.output(), 'other settings').toBe('');
  told.close();
  rmSync(join(settings, 'config.toml'));

  const faulty = await held();
  writeFileSync(`${gate}.fault`, '');
  expect(await end(faulty, release)).toBe(1);
  expect(faulty.text()).toContain('a fault at the start');
  rmSync(`${gate}.fault`);

  const broken = await held();
  await broken.sees('Refund');
  writeFileSync(backstage.database, 'no database at all '.repeat(1_000));
  release();
  expect((await broken.exit()).exitCode).toBeGreaterThan(0);
  expect(broken.modes()).toEqual(MODES_AT_REST);
  expect(broken.text()).toContain('frontdesk: ');
  expect(broken.text()).not.toContain('Refund');
});
