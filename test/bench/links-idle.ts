import { setTimeout as sleep } from 'node:timers/promises';
import { type FarCenter, openFarDesk, openWay } from './far-desk.ts';

import { figure } from './figures.ts';
import { hasList } from './links-start.ts';

/** Two minutes of a desk that nobody touches, plain and over TLS at once: half of that is an idle minute. */
const MINUTES = 2;
/** By then the desk has read all that a start reads. */
const SETTLED_MS = 20_000;

/** What a desk costs that rests. */
export async function idle(center: FarCenter): Promise<void> {
  const rest = async (tls: boolean): Promise<string> => {
    const way = await openWay(center, { tls });
    const desk = openFarDesk(center, way, tls ? 'idle-tls' : 'idle');
    await desk.until(() => hasList(desk), 'the list', { within: 20_000 });
    await sleep(SETTLED_MS);
    const before = way.line.traffic();
    await sleep(MINUTES * 60_000);
    const after = way.line.traffic();
    const bytes = (after.up + after.down - before.up - before.down) / MINUTES;
    desk.close();
    await way.close();
    return `${bytes} bytes, ${after.connections - before.connections} connections`;
  };
  const [plain, tls] = await Promise.all([rest(false), rest(true)]);
  figure('an idle minute', '≤ 28 bytes', plain);
  figure('an idle minute, TLS', '≤ 150 bytes', tls);
}
