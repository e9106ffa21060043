import { Problem } from '../model/problem.ts';
import type { Beyond } from '../model/surplus.ts';
import { wrongForm } from './validate.ts';

/**
 * Runs a write whose body may have fields that it does not take: they are ignored if they repeat the value from `before`
 * the write or from after it. Throws `validation_failed` for the others, together with the faults that the write finds.
 */
export async function runTruly<R>(
  { hasReadOnly, untrue }: Beyond,
  before: () => Promise<unknown>,
  run: () => Promise<R>,
): Promise<R> {
  if (!hasReadOnly) return run();
  const was = await before();
  const reply = await run().catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
    throw wrongForm([...(error.details ?? []), ...untrue(was)]);
  });
  const shown = [(reply as { readonly data: unknown } | undefined)?.data].flat();
  const wrong = new Map(shown.flatMap(one => untrue(was, one)).map(detail => [detail.path, detail]));
  if (wrong.size > 0) throw wrongForm([...wrong.values()]);
  return reply;
}
