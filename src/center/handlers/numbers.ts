import { periodOf } from '../model/numbers/period.ts';
import { readNumbers } from '../model/numbers/read.ts';
import type { Handlers } from './call.ts';

export const numbers: Handlers['numbers'] = {
  get: async ({ db, caller, query, now }) => ({ data: await readNumbers(db, caller, periodOf(query, now)) }),
};
