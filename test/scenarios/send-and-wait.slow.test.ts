import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRelay } from '../harness/relay.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { openBackstage, openDesk } from './open-desk.ts';

/** A desk on a help center whose mail goes to a relay of this process, with mails of these customers. */
async function open(...names: readonly string[]) {
  const relay = await openRelay();
  onTestFinished(() => relay.close());
  const backstage = await openBackstage();
  await backstage.ask('POST', '/inboxes/1/emails', { email: 'support@shop.example' });
  const config = join(temporaryFolder(), 'config.toml');
  const mail = `database = "${backstage.database}"\nrelay = "smtp://localhost:${relay.port}"\nsend_delay = 8`;
  writeFileSync(config, `[mail]\n${mail}\n`);
  for (const name of names) await backstage.conversation(`Order of ${name}`, { name });
  const desk = await openDesk(backstage, { env: { FRONTDESK_CONFIG: config } });
  await desk.sees(`#${names.length} Order`);
  desk.press(':');
  desk.type('your name');
  await desk.sees('> your name');
  desk.press('enter');
  const messages = (id: number) =>
    backstage.ask<{ kind: string; delivery: { state: string; at: string | null } | null }[]>(
      'GET',
      `/conversations/${id}/messages`,
    );
  const snoozed = async (id: number) =>
    (await backstage.ask<{ snoozed?: unknown }>('GET', `/conversations/${id}`)).snoozed;
  return { backstage, relay, desk, messages, snoozed };
}

async function name(desk: Awaited<ReturnType<typeof open>>['desk']) {
  await desk.sees('Your name, as customers see it');
  desk.press('ctrl-u');
  desk.type('Ana Ortiz');
  await desk.sees('│ Ana Ortiz ');
  desk.press('enter');
  await desk.sees('Your answers are from Ana Ortiz');
}

test('three keys answer, wait and go on; z takes the answer and the waiting back as one', async () => {
  const { desk, messages, snoozed, relay } = await open('Zoe', 'Ruth', 'Can');
  await name(desk);
  // An answer, the wait, and the next one.
  desk.press('conversation.reply');
  await desk.sees('REPLY · goes to the customer');
  desk.type('Is it the blue one?');
  desk.press('ctrl-r');
  await desk.sees(/Replied to #3, then: put off until \w{3} .* 09:00/);
  desk.press('cursor.bottom');
  await desk.sees('#1 Order of Zoe');
  await expect.poll(() => snoozed(3)).toMatchObject({ keep: false });
  expect((await messages(3)).at(-1)).toMatchObject({ kind: 'agent', delivery: { state: 'held' } });
  desk.press('undo');
  await desk.sees('Took back the reply to #3');
  await expect.poll(async () => [await snoozed(3), (await messages(3)).length]).toEqual([undefined, 1]);
  expect(relay.taken).toEqual([]);
});

test('a reply with a time says so, and a colleague’s note before is asked about', async () => {
  const { desk, messages, backstage, relay } = await open('Zoe');
  await name(desk);
  desk.press('conversation.reply');
  await desk.sees('REPLY · goes to the customer');
  desk.type('It goes today.');
  desk.press('tab', 'tab', 'tab', 'tab', 'tab');
  desk.type('fri 9');
  await desk.sees(/goes out Fri .*09:00/);
  await desk.sees('[Send at fri 9]');
  desk.press('enter');
  await desk.sees(/Sends Fri .*09:00 the reply to #1 · z takes it back/);
  await desk.sees(/will be sent Fri .*09:00/);
  await desk.settled(500);
  const other = await backstage.ask<{ id: number }>('POST', '/conversations/1/notes', { details: 'She has it.' });
  expect(other.id).toBeGreaterThan(0);
  await expect.poll(async () => (await messages(1)).at(-1)!.delivery).toMatchObject({ at: null });
  await desk.sees(/! +1 Zoe/);
  desk.press('open');
  await desk.sees(/Not sent: .* wrote a note before its time. D takes it back./);
  // It is a draft again, which can go at once.
  desk.press('cursor.down', 'entry.delete');
  await desk.sees('t  take it back as a draft');
  desk.press('t');
  await desk.sees('Took back the reply to #1 · gd goes on with it');
  expect(await messages(1)).toHaveLength(1);
  expect(relay.taken).toEqual([]);
});
