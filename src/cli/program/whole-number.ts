import { InvalidArgumentError } from 'commander';

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
