import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRequestMeter } from '../../../src/center/http/metrics/meter.ts';
import { contract } from '../../../src/contract/index.ts';
import { makeConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const token = 'a-token-for-prometheus';

async function open(settings = {}): Promise<OpenCenter> {
  const desk = await openCenter({ settings: { metricsToken: token, ...settings } });
  onTestFinished(() => desk.close());
  return desk;
}

async function scrape(desk: OpenCenter, authorization: string | null = `Bearer ${token}`) {
  const headers = new Headers(authorization === null ? [] : [['authorization', authorization]]);
  const answer = await desk.center.fetch(new Request('http://localhost/metrics', { headers }));
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** The value of a sample, as its line has it. */
function value(text: string, sample: string): string | undefined {
  return text
    .split('\n')
    .find(line => line.startsWith(`${sample} `))
    ?.slice(sample.length + 1);
}

test('only the token of the settings reads metrics: no stranger, no agent and no API key', async () => {
  const desk = await open({ apiKeys: ['an-api-key-of-the-environment'] });
  expect(await scrape(desk)).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
  const others = [desk.tokens.admin, desk.tokens.key, 'an-api-key-of-the-environment', `${token}x`, token.slice(1)];
  for (const given of [null, '', token, ...others.map(one => `Bearer ${one}`)])
    expect((await scrape(desk, given)).status, String(given)).toBe(401);
  const answer = await desk.center.answer({
    method: 'GET',
    url: 'http://localhost/metrics',
    sshKey: 'a'.repeat(64),
    headers: new Headers({ authorization: `Bearer ${token}` }),
    body: null,
  });
  expect(answer.status, 'through SSH').toBe(404);
  expect(desk.log.join('\n')).not.toContain(token);
});

test('without a token in the settings there are no metrics', async () => {
  expect((await scrape(await open({ metricsToken: undefined }))).status).toBe(404);
});

test('requests are counted by route and status, and their time', async () => {
  const desk = await open();
  for (const name of ['Returns', 'Press']) await desk.call('POST', '/inboxes', { body: { name } });
  await desk.call('GET', '/inboxes', { as: 'nobody' });
  const { text } = await scrape(desk);
  expect(value(text, 'frontdesk_requests_total{route="inbox.create",status="201"}')).toBe('2');
  expect(value(text, 'frontdesk_requests_total{route="inbox.list",status="401"}')).toBe('1');
  expect(value(text, 'frontdesk_request_seconds_bucket{route="inbox.create",le="+Inf"}')).toBe('2');
  expect(value(text, 'frontdesk_request_seconds_count{route="inbox.create"}')).toBe('2');
  expect(Number(value(text, 'frontdesk_request_seconds_sum{route="inbox.create"}'))).toBeGreaterThan(0);
});

test('waiting work is reported: conversations by inbox, mail, jobs that fail, streams and writes', async () => {
  const desk = await open();
  const { center, clock } = desk;
  const id = await makeConversation(desk, { title: 'Where is it?' });
  await center.write(async ({ db }) => {
    const waits = { since: clock.now - 5_000, due_at: clock.now - 1_000, asked_at: clock.now - 5_000 };
    await db.updateTable('conversation').set(waits).where('id', '=', id).execute();
    const letter = { message_key: 'k', letter: '', recipients: '[]', since: 0, next_at: 0 };
    for (const state of ['queued', 'queued', 'failed', 'sent'] as const)
      await db
        .insertInto('outgoing')
        .values({ ...letter, state, created_at: clock.now - 60_000 })
        .execute();
    const account = {
      name: 'imaps://help@shop.example/IN"BOX',
      at: clock.now,
      trouble: 'away',
      since: clock.now - 9_000,
    };
    await db.insertInto('mailbox_look').values(account).execute();
    const fault = { job: 'wake', item: 1, tries: 1, fault: 'x', since: clock.now - 7_000, due_at: clock.now };
    await db.insertInto('job_fault').values(fault).execute();
  });
  const events = await desk.fetch('GET', '/events');
  onTestFinished(async () => void (await events.body?.cancel()));
  const { text } = await scrape(desk);
  const at = (ms: number) => String((clock.now - ms) / 1_000);
  const expected: Readonly<Record<string, string>> = {
    'frontdesk_conversations_waiting{inbox="support"}': '1',
    'frontdesk_conversations_late{inbox="support"}': '1',
    'frontdesk_mail_out{state="queued"}': '2',
    'frontdesk_mail_out{state="failed"}': '1',
    'frontdesk_mail_out_oldest_timestamp_seconds{state="queued"}': at(60_000),
    'frontdesk_mail_account_failing_since_timestamp_seconds{account="imaps://help@shop.example/IN\\"BOX"}': at(9_000),
    frontdesk_mail_set_aside: '0',
    frontdesk_mail_in_waiting: '0',
    frontdesk_jobs_failing: '1',
    frontdesk_jobs_failing_since_timestamp_seconds: at(7_000),
    frontdesk_event_streams: '1',
    frontdesk_database_writes_waiting: '0',
    frontdesk_database_up: '1',
    frontdesk_draining: '0',
  };
  for (const [sample, wanted] of Object.entries(expected)) expect(value(text, sample), sample).toBe(wanted);
  expect(text).not.toContain('{state="sent"}');
});

test('while the database is away the server is measured all the same', async () => {
  const desk = await open();
  vi.spyOn(desk.center.context.store, 'read').mockRejectedValue(new Error('away'));
  const { status, text } = await scrape(desk);
  expect([status, value(text, 'frontdesk_database_up')]).toEqual([200, '0']);
  expect(Number(value(text, 'process_resident_memory_bytes'))).toBeGreaterThan(1e6);
});

test('a page of all calls with three statuses each, 500 streams and 200 inboxes that wait fits into 64 kB', async () => {
  const desk = await open({ inboxLimit: 1_000, streamsPerToken: 500 });
  const { store } = desk.center.context;
  const ids: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const made = await desk.call('POST', '/inboxes', { body: { name: `An inbox with a long name ${at}` } });
    ids.push(made.body.data.id);
  }
  for (const inbox_id of ids) await makeConversation(desk, { title: 'Where is it?', inbox_id });
  await sql`update conversation set since = 1, due_at = 1, asked_at = 1`.execute(store.reader);
  const streams = await Promise.all(Array.from({ length: 500 }, () => desk.fetch('GET', '/events')));
  onTestFinished(async () => void (await Promise.all(streams.map(one => one.body?.cancel()))));
  const { text } = await scrape(desk);
  expect(value(text, 'frontdesk_event_streams')).toBe('500');
  const meter = createRequestMeter();
  const routes = Object.entries(contract).flatMap(([group, calls]) =>
    Object.keys(calls).map(call => `${group}.${call}`),
  );
  for (const route of routes)
    for (const status of [200, 401, 503])
      for (const seconds of [0.0123456, 0.123456, 1.23456, 12.3456]) meter.saw(route, status, seconds);
  const others = text.replace(/^(# (HELP|TYPE) )?frontdesk_requests?_.*\n/gm, '');
  const bytes = Buffer.byteLength(others + meter.text());
  expect(routes.length).toBeGreaterThan(80);
  expect(bytes).toBeLessThan(64_000);
});

test('the text is what Prometheus reads: each metric once with its help and type, each sample a number', async () => {
  const desk = await open();
  await desk.call('GET', '/inboxes');
  const { text } = await scrape(desk);
  const names = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name!);
  expect(new Set(names).size).toBe(names.length);
  const own = names.map(name => `${name}(_bucket|_sum|_count)?`).join('|');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      new RegExp(`^(# (HELP|TYPE) (${own}) .+|(${own})(\\{[a-z]+="[^"\\n]*"(,[a-z]+="[^"\\n]*")*\\})? [\\d.e+-]+)$`),
    );
});
