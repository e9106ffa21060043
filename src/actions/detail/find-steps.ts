import type { Action } from '../../keys/action.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { findIn } from './search.ts';

type Name = 'next' | 'previous';

const STEPS: readonly (readonly [name: Name, key: string, direction: 1 | -1, title: SafeText, help: SafeText])[] = [
  ['next', ';', 1, t`Next match`, t`Goes to the next match of the search`],
  ['previous', ',', -1, t`Previous match`, t`Goes to the previous match of the search`],
];

/** Goes to the next and the previous match of the search with `/`. */
export const findSteps: readonly Action<`find.${Name}`>[] = STEPS.map(([name, key, direction, title, help]) => ({
  id: `find.${name}`,
  title,
  help,
  scope: 'detail',
  keys: [key],
  unavailable: ({ detail }) => (detail.find === null ? t`No search yet: / starts one.` : undefined),
  run: desk => {
    const { find } = desk.world().detail;
    if (find) findIn(desk, find.words, direction);
  },
}));
