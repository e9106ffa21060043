import { periodOf } from '../model/numbers/period.ts';
import { readNumbers } from '../model/numbers/read.ts';
import type { Handlers } from './call.ts';

export const numbersHandlers: Handlers['numbers'] = {
  get: async ({ caller, query, now, ...work }) => ({ data: await readNumbers(work, caller, periodOf(query, now)) }),
};
