import { periodOf } from '../model/numbers/period.ts';
import { measureNumbers } from '../model/numbers/read.ts';
import type { Handlers } from './call.ts';

export const numbersHandlers: Handlers['numbers'] = {
  get: async ({ caller, query, now, ...work }) => ({ data: await measureNumbers(work, caller, periodOf(query, now)) }),
};
