import { expect, onTestFinished, test } from 'vitest';
import { keepGoodLook, keepTrouble } from '../../../src/center/model/mailbox.ts';
import { setMailHome } from '../../../src/center/model/setting.ts';
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
    expect((await desk.call('GET', '/me', { as })).body.data.mail).toEqual({ ...said, signed_out: [] });
});

test('every agent hears which account is signed out since when, until it signs in again', async () => {
  const desk = await openCenter({ mailOut: relay });
  onTestFinished(desk.close);
  const said = async () => (await desk.call('GET', '/me', { as: 'agent' })).body.data;
  const keep = (isSignedOut: boolean) =>
    desk.center.write(work => keepTrouble(work, 'help at imap', { trouble: 'It refuses the password.', isSignedOut }));
  const before = Number((await said()).last_event_id);
  await keep(false);
  expect([(await said()).mail.signed_out, Number((await said()).last_event_id)]).toEqual([[], before]);
  await keep(true);
  await keep(true);
  const { mail, last_event_id } = await said();
  expect(mail.signed_out).toEqual([{ account: 'help at imap', since: expect.stringMatching(/^\d{4}-.*T/) }]);
  expect(Number(last_event_id)).toBe(before + 1);
  await desk.center.write(work => keepGoodLook(work, 'help at imap'));
  expect([(await said()).mail.signed_out, Number((await said()).last_event_id)]).toEqual([[], before + 2]);
});
