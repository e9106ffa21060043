import { exitCode, ShellError } from '../shell-error.ts';

/** Ends the questions with the reason, as a sentence. */
export function endSetup(sentence: string): never {
  throw new ShellError(`${sentence} Nothing was changed.`, exitCode.failed);
}
