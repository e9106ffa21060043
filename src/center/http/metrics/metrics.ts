import { createHash, timingSafeEqual } from 'node:crypto';
import packageJson from '../../../../package.json' with { type: 'json' };
import { unknownToken } from '../../auth/authenticate.ts';
import { allFaults } from '../../model/jobs/fault.ts';
import { notFound } from '../../model/problem.ts';
import { readStanding } from '../../model/standing.ts';
import { within } from '../../model/within.ts';
import type { Answer } from '../answer.ts';
import type { HttpContext } from '../context.ts';
import type { AnyRequest } from '../request.ts';
import type { Meter } from './meter.ts';
import { gauge, type Metric, metricsText, type Sample } from './text.ts';

/** The path for Prometheus. It is none of the service's calls, so no proxy in the guide passes it on. */
export const METRICS_PATH = '/metrics';

/** How long the database may take, in milliseconds: Prometheus waits for ten seconds. */
const ANSWERS_WITHIN_MS = 5_000;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Throws unless the request has the token of the settings: no agent's token and no API key counts. */
function requireToken({ headers, sshKey }: AnyRequest, token: string | undefined): void {
  if (token === undefined || sshKey !== undefined) throw notFound('address');
  const given = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(digest(given), digest(token))) throw unknownToken();
}

function seconds(ms: number): number {
  return Math.round(ms) / 1_000;
}

function ofProcess(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    { ...gauge('process_cpu_seconds_total', 'Processor time used.', (user + system) / 1e6), type: 'counter' },
    gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When the program started.', seconds(performance.timeOrigin)),
    { name: 'frontdesk_info', help: 'The version of the program.', samples: [[{ version: packageJson.version }, 1]] },
  ];
}

function ofServer({ hub, store, jobs, readiness }: HttpContext): readonly Metric[] {
  const { writes, waitedMs, waiting } = store.use;
  const connections = store.connections?.();
  const waits = 'frontdesk_database_write_wait_seconds';
  return [
    gauge('frontdesk_draining', '1 from SIGTERM on.', readiness.isLeaving ? 1 : 0),
    gauge('frontdesk_event_streams', 'Open event streams.', hub.size()),
    gauge('frontdesk_jobs_running', 'Jobs that have something to do now.', jobs.running()),
    { ...gauge(`${waits}_total`, 'Time that writes waited for their turn.', seconds(waitedMs)), type: 'counter' },
    { ...gauge('frontdesk_database_writes_total', 'Writes that had their turn.', writes), type: 'counter' },
    gauge('frontdesk_database_writes_waiting', 'Writes that wait for their turn now.', waiting),
    gauge('frontdesk_database_connections_used', 'Connections to PostgreSQL in use.', connections?.used),
    gauge('frontdesk_database_connections_waiting', 'Work that waits for a connection.', connections?.waiting),
  ];
}

type Standing = Awaited<ReturnType<typeof readStanding>>;

function ofMail({ outgoing, mailboxes, setAside, incoming, newestMail }: Standing): readonly Metric[] {
  const accounts = (value: (look: Standing['mailboxes'][number][1]) => number | null): readonly Sample[] =>
    mailboxes.flatMap(([account, look]) => {
      const found = value(look);
      return found === null ? [] : [[{ account }, found] as const];
    });
  return [
    {
      name: 'frontdesk_mail_account_used_timestamp_seconds',
      help: 'When a mailbox was last read, or the relay last took a mail.',
      samples: accounts(({ at }) => (at === null ? null : seconds(at))),
    },
    {
      name: 'frontdesk_mail_account_failing_since_timestamp_seconds',
      help: 'Since when a mailbox or the relay cannot be used.',
      samples: accounts(({ since }) => (since === null ? null : seconds(since))),
    },
    {
      name: 'frontdesk_mail_left',
      help: 'Mails of the last week that could not be fetched.',
      samples: accounts(({ stuck }) => stuck.length),
    },
    gauge(
      'frontdesk_mail_in_newest_timestamp_seconds',
      'When the newest mail was taken.',
      newestMail && seconds(newestMail),
    ),
    gauge('frontdesk_mail_in_waiting', 'Accepted mails that are not stored yet.', incoming.number),
    gauge(
      'frontdesk_mail_in_oldest_timestamp_seconds',
      'When the oldest of them was accepted.',
      incoming.oldest && seconds(incoming.oldest),
    ),
    gauge('frontdesk_mail_set_aside', 'Mails that could not be understood.', setAside),
    {
      name: 'frontdesk_mail_out',
      help: 'Answers that are not sent, by state.',
      samples: outgoing.map(({ state, number }) => [{ state }, number]),
    },
    {
      name: 'frontdesk_mail_out_oldest_timestamp_seconds',
      help: 'When the oldest of them was written.',
      samples: outgoing.map(({ state, oldest }) => [{ state }, seconds(oldest)]),
    },
  ];
}

function ofWork({ inboxes, erasures }: Standing): readonly Metric[] {
  return [
    {
      name: 'frontdesk_conversations_waiting',
      help: 'Conversations whose customer waits for an answer; without inboxes where none waits.',
      samples: inboxes.map(({ inbox, waiting }) => [{ inbox }, waiting]),
    },
    {
      name: 'frontdesk_conversations_late',
      help: 'Those that wait for longer than the target of their inbox.',
      samples: inboxes.map(({ inbox, late }) => [{ inbox }, late]),
    },
    gauge('frontdesk_erasures_waiting', 'Erasures that have not ended.', erasures),
  ];
}

async function ofDatabase({ store, troubles, now }: HttpContext): Promise<readonly Metric[]> {
  const isUp = (value: 0 | 1) => gauge('frontdesk_database_up', '1 if the database answers.', value);
  try {
    const at = now();
    const reading = store.read(async db => ({ standing: await readStanding(db, at), faults: await allFaults(db) }));
    const { standing, faults } = await within(ANSWERS_WITHIN_MS, reading);
    const sinces = [...faults, ...troubles.all()].map(({ since }) => since);
    return [
      isUp(1),
      gauge('frontdesk_jobs_failing', 'Things that the help center does on its own and that fail.', sinces.length),
      gauge(
        'frontdesk_jobs_failing_since_timestamp_seconds',
        'Since when the first of them fails.',
        sinces.length === 0 ? null : seconds(Math.min(...sinces)),
      ),
      ...ofMail(standing),
      ...ofWork(standing),
    ];
  } catch {
    // The metrics say so; what happens beside the database is told all the same.
    return [isUp(0)];
  }
}

/** Makes what answers requests for the metrics. Rejects with `Problem` for a reader without the token. */
export function createMetrics(context: HttpContext, meter: Meter): (request: AnyRequest) => Promise<Answer> {
  return async request => {
    requireToken(request, context.settings.metricsToken);
    const metrics = [...meter.metrics(), ...ofServer(context), ...(await ofDatabase(context)), ...ofProcess()];
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      body: metricsText(metrics),
    };
  };
}
