import { createHash, timingSafeEqual } from 'node:crypto';
import packageJson from '../../../../package.json' with { type: 'json' };
import { unknownToken } from '../../auth/authenticate.ts';
import { healthOf } from '../../model/health.ts';
import { notFound } from '../../model/problem.ts';
import { readStanding } from '../../model/standing.ts';
import { within } from '../../model/within.ts';
import type { StoredAnswer } from '../answer.ts';
import type { HttpContext } from '../context.ts';
import type { IncomingRequest } from '../request.ts';
import type { RequestMeter } from './meter.ts';
import { metric, type Sample } from './metric.ts';

/** The path for Prometheus. It is not a call of the service, so the proxies in the guide do not pass it on. */
export const METRICS_PATH = '/metrics';

/** How long the database may take, in milliseconds: Prometheus waits for ten seconds. */
const ANSWERS_WITHIN_MS = 5_000;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Throws unless the request has the token of the settings: no agent's token and no API key counts. */
function requireToken({ headers, sshKey }: IncomingRequest, token: string | undefined): void {
  if (token === undefined || sshKey !== undefined) throw notFound('address');
  const given = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(digest(given), digest(token))) throw unknownToken();
}

function seconds(ms: number | null | undefined): number | undefined {
  return ms === null || ms === undefined ? undefined : Math.round(ms) / 1_000;
}

function ofProcess(): string[] {
  const { user, system } = process.cpuUsage();
  return [
    metric('process_cpu_seconds_total', 'Processor time used.', (user + system) / 1e6),
    metric('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
    metric('process_start_time_seconds', 'When the program started.', seconds(performance.timeOrigin)),
    metric('info', 'The version of the program.', [[{ version: packageJson.version }, 1]]),
  ];
}

function ofServer({ hub, store, jobs, readiness }: HttpContext): string[] {
  const { writes, waitedMs, waiting } = store.use;
  const connections = store.connections?.();
  return [
    metric('draining', '1 from SIGTERM on.', readiness.isLeaving ? 1 : 0),
    metric('event_streams', 'Open event streams.', hub.size()),
    metric('jobs_running', 'Jobs that have something to do now.', jobs.running()),
    metric('database_write_wait_seconds_total', 'Time that writes waited for their turn.', seconds(waitedMs)),
    metric('database_writes_total', 'Writes that had their turn.', writes),
    metric('database_writes_waiting', 'Writes that wait for their turn now.', waiting),
    metric('database_connections_used', 'Connections to PostgreSQL in use.', connections?.used),
    metric('database_connections_waiting', 'Work that waits for a connection.', connections?.waiting),
  ];
}

type Standing = Awaited<ReturnType<typeof readStanding>>;

function ofMail({ outgoing, accounts, setAside, incoming, newestMail }: Standing): string[] {
  const of = (value: (look: (typeof accounts)[number][1]) => number | undefined) =>
    accounts.flatMap(([account, look]): Sample[] => {
      const found = value(look);
      return found === undefined ? [] : [[{ account }, found]];
    });
  const [used, failing] = [of(({ at }) => seconds(at)), of(({ since }) => seconds(since))];
  const oldest = outgoing.map((one): Sample => [{ state: one.state }, seconds(one.oldest)!]);
  return [
    metric('mail_account_used_timestamp_seconds', 'When a mailbox or the relay was last used.', used),
    metric('mail_account_failing_since_timestamp_seconds', 'Since when it cannot be used.', failing),
    metric(
      'mail_left',
      'Mails of the last week that could not be fetched.',
      of(({ stuck }) => stuck.length),
    ),
    metric('mail_in_newest_timestamp_seconds', 'When the newest mail was taken.', seconds(newestMail)),
    metric('mail_in_waiting', 'Accepted mails that are not stored yet.', incoming.number),
    metric('mail_in_oldest_timestamp_seconds', 'When the oldest was accepted.', seconds(incoming.oldest)),
    metric('mail_set_aside', 'Mails that could not be understood.', setAside),
    metric(
      'mail_out',
      'Answers that are not sent.',
      outgoing.map(({ state, number }) => [{ state }, number]),
    ),
    metric('mail_out_oldest_timestamp_seconds', 'When the oldest of them was written.', oldest),
  ];
}

function ofWork({ inboxes, erasures }: Standing): string[] {
  const [waiting, late] = (['waiting', 'late'] as const).map(which =>
    inboxes.map((one): Sample => [{ inbox: one.inbox }, one[which]]),
  );
  return [
    metric('conversations_waiting', 'Conversations whose customer waits for an answer.', waiting),
    metric('conversations_late', 'Those that wait for longer than their inbox’s target.', late),
    metric('erasures_waiting', 'Erasures that have not ended.', erasures),
  ];
}

async function ofDatabase({ store, troubles, now }: HttpContext): Promise<string[]> {
  const isUp = (value: 0 | 1) => metric('database_up', '1 if the database answers.', value);
  const { count, failing } = await healthOf(store, troubles);
  const first = failing.map(({ since }) => since).sort((one, other) => one - other)[0];
  const jobs = [
    metric('jobs_failing', 'Things that the help center does on its own and that fail.', count),
    metric('jobs_failing_since_timestamp_seconds', 'Since when the first of them fails.', seconds(first)),
  ];
  const at = now();
  try {
    const standing = await within(
      ANSWERS_WITHIN_MS,
      store.read(db => readStanding(db, at)),
    );
    return [...jobs, isUp(1), ...ofMail(standing), ...ofWork(standing)];
  } catch {
    // `database_up` says so; the other metrics do not need the database.
    return [...jobs, isUp(0)];
  }
}

/** Returns the handler of requests for the metrics. It rejects with `Problem` for a reader without the token. */
export function createMetrics(
  context: HttpContext,
  meter: RequestMeter,
): (request: IncomingRequest) => Promise<StoredAnswer> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
  return async request => {
    requireToken(request, context.settings.metricsToken);
    const parts = [meter.text(), ...ofServer(context), ...(await ofDatabase(context)), ...ofProcess()];
    return { status: 200, headers, body: parts.join('') };
  };
}
