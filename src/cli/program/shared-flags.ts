import { type Command, InvalidArgumentError } from 'commander';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import { addOutputFlags, addResultFlags } from '../output/flags.ts';

/** Adds the flags of a command that lists resources of a help center. */
export function addListingFlags(command: Command): Command {
  return addCenterFlags(addOutputFlags(command));
}

/** Adds the flags of a command that changes a help center. */
export function addChangeFlags(command: Command): Command {
  return addCenterFlags(addResultFlags(addDryRun(command)));
}

/** Adds `--dry-run`. */
export function addDryRun(command: Command): Command {
  return command.option('--dry-run', 'show the changes, and make none');
}

/** The most that an id can be. */
export const MAX_ID = 999_999_999_999_999;

/** Reads a flag that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Reads a whole number from `least` to `most`, both included, as an argument or the value of a flag. */
export function wholeNumber(least: number, most: number) {
  return (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}
