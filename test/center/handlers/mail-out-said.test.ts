import { expect, onTestFinished, test } from 'vitest';
import { setMailHome } from '../../../src/center/model/mail-home.ts';
import { openCenter } from '../open-center.ts';

const relay = { sendDelayMs: 0, ratingDelayMs: 0, publicUrl: null, home: () => 'here' };

test.for([
  ['no relay is set up', undefined, undefined, { sends: false, missing: ['relay'] }],
  ['a relay is set up', relay, undefined, { sends: true, missing: [] }],
  ['the database is where it was', relay, 'here', { sends: true, missing: [] }],
  ['the database is a copy', relay, 'elsewhere', { sends: false, missing: ['resume'] }],
] as const)('a caller hears what is missing for mail to go out if %s', async ([, mailOut, home, said]) => {
  const desk = await openCenter({ mailOut });
  onTestFinished(desk.close);
  if (home !== undefined) await desk.center.write(work => setMailHome(work, home));
  for (const as of ['key', 'agent'] as const)
    expect((await desk.call('GET', '/me', { as })).body.data.mail).toEqual(said);
});
