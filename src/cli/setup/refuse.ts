import { exitCode, ShellError } from '../shell-error.ts';

/** The end of the questions, with its reason as a sentence. */
export function refusal(sentence: string): ShellError {
  return new ShellError(`${sentence} Nothing was changed.`, exitCode.failed);
}

/** Ends the questions. */
export function refuse(sentence: string): never {
  throw refusal(sentence);
}
