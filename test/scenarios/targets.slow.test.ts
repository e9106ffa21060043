import { expect, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { administer, filled, goDownTo, make, press, scene } from './administration.ts';
import { openDesk } from './open-desk.ts';

test('a target is set with the arithmetic of an example in sight, and its conversations say when they are due', async () => {
  const backstage = await scene();
  const [inbox_id] = await make(backstage, 'Returns');
  const id = await backstage.conversation('A late parcel', { inbox_id: inbox_id! });
  const desk = await openDesk(backstage, { columns: 120, rows: 34 });
  await desk.seesNot('due 2 hours');
  await administer(desk);
  await goDownTo(desk, 'Returns');
  await press(desk, 'enter');
  await filled(desk, 'Working hours', 'Mon-Fri 09:00-17:3');
  await desk.sees('must be hours such as Mon-Fri 09:00-17:30');
  await press(desk, 'end', 'ctrl-u');
  await filled(desk, 'Answer within', '121');
  await desk.sees('A mail of Fri 17:00 is due Fri 19:01');
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Returns');
  await press(desk, 'esc');
  desk.press('refresh');
  await desk.sees(/due 2 h/);

  const database = ['--database', backstage.database];
  const listed = (...words: string[]) => backstage.shell('conversations', 'list', ...words, ...database);
  expect(listed('due:3h')).toContain('A late parcel');
  expect(listed('due:1h')).not.toContain('A late parcel');
  expect(listed('is:late')).not.toContain('A late parcel');
  const { stdout } = await runShell(['--plain', ...database], {
    env: backstage.environment,
    input: 'filter is:due sort:due',
  });
  expect(stdout).toContain(`${id}, A late parcel`);
  expect(stdout).toContain('due 2 h');
});
