import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../faults/client.ts';
import { startMailServing } from '../../../faults/mail-serving.ts';
import { askQuestions } from '../../../faults/questions.ts';
import { homeOf } from '../../../faults/serving.ts';
import { openTestDatabase } from '../../../faults/test-database.ts';
import { launcher } from '../../../harness/launcher.ts';
import { freePort, whyNoMailServer } from '../../../harness/mail-servers.ts';
import { startPostfix } from '../../../harness/postfix.ts';
import { openRelay } from '../../../harness/relay.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';

const WITHIN = { timeout: 60_000, interval: 100 };

test('answers go out by a Postfix of this machine as it is installed, and again when it is back', {
  timeout: 180_000,
  ...skippedFor(whyNoMailServer('postfix')),
}, async () => {
  const world = await openRelay();
  onTestFinished(() => world.close());
  const [folder, smtpd] = [temporaryFolder(), await freePort()];
  let postfix = await startPostfix(folder, { next: world.port, smtpd });
  onTestFinished(() => postfix.stop());
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  onTestFinished(() => database.close());
  const { ids, tokens } = await askQuestions(database, 2, 1);
  const mail = { keys: { relay: `smtp://localhost:${smtpd}`, send_delay: 0 } };
  const serving = await startMailServing(database, database.folder, mail);
  onTestFinished(() => serving.kill());
  const client = createClient();
  onTestFinished(() => client.close());
  const answer = async (at: number) => {
    const asked = { method: 'POST', path: `/conversations/${ids[at]}/messages`, token: tokens[0]! };
    const body = { body_text: `Grüße an Kunde ${at}.\n.\nFrom hier an beginnt der Dank.`, deliver: true };
    const { status, text } = await client.ask(serving.url, { ...asked, body });
    expect(status, text).toBe(201);
  };
  const states = () =>
    database.query<{ state: string; reply: string }>('select state, reply from outgoing order by id');

  await answer(0);
  await expect.poll(() => world.taken.map(({ to }) => to), WITHIN).toEqual([['c0@customer.example']]);
  const source = world.taken[0]!.source.toString();
  expect(source).toContain('with ESMTPS');
  expect(source).toMatch(/\r\n\r\nGr.*e an Kunde 0\.\r\n\.\r\n From hier an beginnt der Dank\.\r\n/);
  await expect.poll(states, WITHIN).toMatchObject([{ state: 'sent', reply: expect.stringMatching(/^250 2\.0\.0 Ok/) }]);

  await postfix.stop();
  await answer(1);
  const reply = `relay does not answer: nothing listens on port ${smtpd} of localhost`;
  await expect.poll(states, WITHIN).toMatchObject([{ state: 'sent' }, { state: 'queued', reply }]);
  postfix = await startPostfix(folder, { next: world.port, smtpd });
  const env = deskEnvironment(homeOf(database.folder));
  execFileSync(process.execPath, [launcher, 'mail', 'queue', 'retry', '--database', database.location], { env });
  await expect
    .poll(() => world.taken.map(({ to }) => to.join()), WITHIN)
    .toEqual(['c0@customer.example', 'c1@customer.example']);
});
