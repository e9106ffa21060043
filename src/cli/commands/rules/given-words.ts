import type { RuleFilter } from '../../../contract/rule.ts';
import { type Defined, definedIn, filterWords, type RuleText } from '../../../state/macro/rule-words.ts';
import type { World } from '../../../state/world.ts';
import { type SafeText, t } from '../../../text/safe.ts';
import { ShellError } from '../../shell-error.ts';

function refused(problem: SafeText): ShellError {
  return new ShellError(`${problem} Nothing was changed.`);
}

/** The filter and the actions in the words of `--when` and `--do`. Ends the command if they mean none. */
export function givenIn(words: RuleText, world: World): Defined {
  const defined = definedIn(words, world);
  if ('problem' in defined) throw refused(defined.problem);
  return defined;
}

/** The words of a filter. Ends the command if it has none. */
export function requireFilterWords(when: RuleFilter, world: World): SafeText {
  const words = filterWords(when, world);
  if (words === undefined) throw refused(t`A filter for conversations without an inbox has no words.`);
  return words;
}
