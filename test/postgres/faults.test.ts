import { describe, expect, inject, test } from 'vitest';
import { backupSteps } from '../faults/backup-steps.ts';
import { crowded } from '../faults/crowded.ts';
import { events } from '../faults/events.ts';
import { failover } from '../faults/failover.ts';
import { fullDisk } from '../faults/full-disk.ts';
import { hang } from '../faults/hang.ts';
import { kills } from '../faults/kills.ts';
import { mailKills } from '../faults/mail-kills.ts';
import { mailOutKills } from '../faults/mail-out-kills.ts';
import { migrations } from '../faults/migrations.ts';
import { pooled } from '../faults/pooled.ts';
import { restarts } from '../faults/restarts.ts';
import { storm } from '../faults/storm.ts';
import { postgresUrl } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

/** A hundredth of each, as a tenth takes half a minute; `npm run faults -- --database postgres` runs them at full size. */
const SHARE = 0.01;

function address(): string {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  return postgresUrl(postgres.folder, 'postgres');
}

describe('services on PostgreSQL, when things break', skippedFor(missing), () => {
  test.for([
    ['kills', kills, /^4 kills, \d+ acknowledged writes all there once/],
    ['events', events, /^20 events came in order over/],
    ['mail-kills', mailKills, /^2 kills while \d+ of 10 mails came, \d+ tries to send 5, each in exactly once/],
    ['mail-out-kills', mailOutKills, /^2 kills while \d+ of 10 answers went out, each out; /],
    [
      'migrations',
      migrations,
      /^[1-9]\d* kills at \d+ statements and 1 at any moment left \d+ old and \d+ new, with every row; 3 at once/,
    ],
    [
      'restarts',
      restarts,
      /^4 restarts, 0 of [1-9]\d* calls of 50 agents failed, \d+ events told once and in order|^skipped/,
    ],
    ['storm', storm, /^200 writes at 4 services, \d+ events told once and in order to 16/],
    ['failover', failover, /^1 primaries ended .* all there once, \d+ events told once and in order/],
    ['hang', hang, /^all connections hung in 1 rounds, .* all there once, \d+ events told once and in order/],
    [
      'crowded',
      crowded,
      /^others took 35 of 40 connections in 1 rounds, .* all there once, \d+ events told once and in order/,
    ],
    [
      'pooled',
      pooled,
      /^all connections behind a pooler cut in 1 rounds, .* all there once, \d+ events told once and in order|^skipped/,
    ],
    ['backup-steps', backupSteps, /^[1-9]\d* broken backups left the others whole, [1-9]\d* broken restores/],
    ['full-disk', fullDisk, /^\d writes? refused at [1-9]\d* places with 503|^skipped/],
  ] as const)('%s', { timeout: 600_000 }, async ([name, fault, seen]) => {
    expect(await fault({ database: address(), share: name === 'full-disk' ? 0.05 : SHARE, seed: 3 })).toMatch(seen);
  });
});
