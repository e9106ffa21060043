import * as v from 'valibot';
import { described } from '../../contract/described.ts';
import type { SafeText } from '../../text/safe.ts';

/** The parts that are examined, in their order. */
const PARTS = ['versions', 'terminal', 'settings', 'files', 'help center', 'mail'] as const;

/** One thing that was examined, as `--json` prints it. */
export const Finding = described({
  part: [v.picklist(PARTS), 'The part that it belongs to.'],
  state: [v.picklist(['good', 'note', 'to do']), '`note`: it is neither wrong nor to be done.'],
  message: [v.string(), 'What was found, as a sentence.'],
  remedy: [v.nullable(v.string()), 'What to do, as a sentence; null if there is nothing.'],
});
export interface Finding {
  readonly part: (typeof PARTS)[number];
  readonly state: 'good' | 'note' | 'to do';
  readonly message: SafeText;
  readonly remedy: SafeText | null;
}

/** The findings of one part. */
export interface Findings {
  good(message: SafeText): Finding;
  note(message: SafeText): Finding;
  todo(message: SafeText, remedy: SafeText): Finding;
}

/** Makes the findings of one part. */
export function findingsOf(part: Finding['part']): Findings {
  return {
    good: message => ({ part, state: 'good', message, remedy: null }),
    note: message => ({ part, state: 'note', message, remedy: null }),
    todo: (message, remedy) => ({ part, state: 'to do', message, remedy }),
  };
}
