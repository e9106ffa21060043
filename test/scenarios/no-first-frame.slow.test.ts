import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODES_AT_REST } from '../harness/modes.ts';
import { end, type Held, starterOf } from './held-desk.ts';
import { openBackstage } from './open-desk.ts';

test('nothing is painted if it could be of something else, and faults are told on the ordinary screen', async () => {
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
