import type { Fate } from '../breaking-proxy.ts';
import { type Fault, type Run, sized } from '../fault.ts';
import { createRandom, type Random } from '../random.ts';
import { withTrial } from './trial.ts';

const HOUR_MS = 3_600_000;

/** How much the desks do and how often they are killed, at full size. */
interface Size {
  readonly changes: number;
  readonly kills: number;
  readonly hidesKeys?: boolean;
  readonly clockErrorsMs?: readonly number[];
}

/** Three in ten requests are lost, and three in ten answers. */
function fateFrom(random: Random): () => Fate {
  return () => (random.chance(0.3) ? 'lost' : random.chance(0.3 / 0.7) ? 'unanswered' : 'served');
}

async function survive(run: Run, { changes, kills, hidesKeys = false, clockErrorsMs = [0] }: Size): Promise<string> {
  const random = createRandom(run.seed);
  const [to, count] = [sized(run, changes), sized(run, kills)];
  const killed = Array.from({ length: count }, () => random.below(to)).sort((a, b) => a - b);
  return withTrial(run, { fate: fateFrom(random), hidesKeys }, async ({ proxy, told, desk }) => {
    const work = { to, clockErrorsMs, sendsAgain: !hidesKeys };
    // A desk may have made more changes before it was dead.
    for (const madeAt of killed) if (madeAt >= told.about.size) await desk(work, { madeAt });
    await desk(work);
    const { lost, unanswered, served } = proxy.met;
    return `${told.made.size} changes by a desk that was killed ${count} times, each once and in order, ${told.again.size + told.dropped.size} asked; of ${lost + unanswered + served} requests ${lost} and ${unanswered} answers were lost`;
  });
}

/** A desk is killed again and again while its connections break: every change is made once, in order. */
export const killedDesk: Fault = run => survive(run, { changes: 10_000, kills: 50 });

/** The same at a help center that keeps no keys. */
export const killedDeskWithoutKeys: Fault = run => survive(run, { changes: 2_000, kills: 40, hidesKeys: true });

/** The same while the machine's clock is set by an hour, on and back. */
export const killedDeskByWrongClock: Fault = run =>
  survive(run, { changes: 2_000, kills: 33, clockErrorsMs: [0, HOUR_MS, 0, -HOUR_MS] });
