import { chunks } from '../database/statement.ts';
import type { ModelCenter } from '../model/context.ts';
import { rememberSample } from '../model/sample-mark.ts';
import { planSample } from './plan.ts';
import { setUpShop } from './set-up-shop.ts';
import { writeSample } from './write.ts';

/** The size of a sample. */
export interface SampleOptions {
  /** The number of conversations; by default 240. */
  readonly conversations?: number;
  /** The same seed makes the same sample; by default 1. */
  readonly seed?: number;
  /** When the newest messages were written; milliseconds. */
  readonly now: number;
}

/**
 * Fills a help center with plausible conversations of a small web shop, in many languages, with its inboxes, agents
 * (nobody can sign in as them) and statuses. Existing data stays. Returns the number of conversations made.
 */
export async function createSample(
  center: Pick<ModelCenter, 'write' | 'context'>,
  { conversations = 240, seed = 1, now }: SampleOptions,
): Promise<{ conversations: number }> {
  const shop = await center.write(work => setUpShop(work, center.context.settings.inboxLimit));
  for (const some of chunks(planSample(conversations, seed, now), 250))
    await center.write(async work => rememberSample(work, await writeSample(work, some, shop)));
  return { conversations };
}
