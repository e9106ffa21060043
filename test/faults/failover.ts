import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, sized } from './fault.ts';
import { throughOutages } from './outages.ts';
import { openPair } from './pair.ts';

const FULL_FAILOVERS = 40;
/** The standby is promoted within so long after the primary ended. */
const AWAY_MS = 500;

/** The primary is ended again and again while agents write at several services, and its standby takes its place. */
export const failover: Fault = async run => {
  const { database, failOver } = await openPair();
  const rounds = sized(run, FULL_FAILOVERS);
  const ended = { stop: 0, kill: 0 };
  const seen = await throughOutages(run, {
    database,
    rounds,
    outage: async random => {
      const how = random.pick(['stop', 'kill'] as const);
      ended[how] += 1;
      await failOver(how, () => sleep(random.below(AWAY_MS)));
    },
  });
  return `${rounds} primaries ended (${ended.kill} by SIGKILL), ${seen}`;
};
