import { backupSteps } from './backup-steps.ts';
import { crowded } from './crowded.ts';
import { answers } from './desk/answers.ts';
import { dayLater } from './desk/day-later.ts';
import { killedDesk, killedDeskByWrongClock, killedDeskWithoutKeys } from './desk/killed.ts';
import { erase } from './erase.ts';
import { events } from './events.ts';
import { failover } from './failover.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { hang } from './hang.ts';
import { kills } from './kills.ts';
import { later } from './later.ts';
import { mailKills } from './mail-kills.ts';
import { mailMemory } from './mail-memory.ts';
import { mailOutKills } from './mail-out-kills.ts';
import { migrations } from './migrations.ts';
import { pooled } from './pooled.ts';
import { restarts } from './restarts.ts';
import { slowSockets } from './slow-sockets.ts';
import { storm } from './storm.ts';

/** Every fault by its name on the command line. */
export const faults: Readonly<Record<string, Fault>> = {
  kills,
  later,
  erase,
  events,
  'mail-kills': mailKills,
  'mail-out-kills': mailOutKills,
  'mail-memory': mailMemory,
  migrations,
  restarts,
  storm,
  failover,
  hang,
  crowded,
  pooled,
  'killed-desk': killedDesk,
  'killed-desk-without-keys': killedDeskWithoutKeys,
  'killed-desk-by-wrong-clock': killedDeskByWrongClock,
  'day-later': dayLater,
  answers,
  'backup-steps': backupSteps,
  'full-disk': fullDisk,
  'slow-sockets': slowSockets,
};
