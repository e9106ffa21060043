import { type Recipient, readPeople } from '../../../state/reply/written-people.ts';
import { ShellError } from '../../shell-error.ts';

/** The people of a flag, separated by commas; undefined without it. */
export function peopleNamed(line: string | undefined): readonly Recipient[] | undefined {
  if (line === undefined) return undefined;
  const { people, fault } = readPeople(line);
  if (fault !== undefined) throw new ShellError(`${fault} Nothing was sent.`);
  return people;
}
