import { chunks } from '../database/chunks.ts';
import type { ModelCenter } from '../model/parts.ts';
import { rememberSample } from './mark.ts';
import { planSample } from './plan.ts';
import { setUpShop } from './set-up-shop.ts';
import { writeSample } from './write.ts';

/** How much of a sample to make. */
export interface SampleOptions {
  /** How many; 240 unless said otherwise. */
  readonly conversations?: number;
  /** The same seed gives the same sample; 1 unless said otherwise. */
  readonly seed?: number;
  /** When the newest messages were written; milliseconds. */
  readonly now: number;
}

/**
 * Fills a help center with plausible conversations of a small web shop, in many languages, with its inboxes, agents
 * (nobody can sign in as them) and statuses. What was there stays. Gives how many conversations were made.
 */
export async function createSample(
  center: Pick<ModelCenter, 'write' | 'parts'>,
  { conversations = 240, seed = 1, now }: SampleOptions,
): Promise<{ conversations: number }> {
  const shop = await center.write(work => setUpShop(work, center.parts.settings.inboxLimit));
  for (const some of chunks(planSample(conversations, seed, now), 250))
    await center.write(async work => rememberSample(work, await writeSample(work, some, shop)));
  return { conversations };
}
