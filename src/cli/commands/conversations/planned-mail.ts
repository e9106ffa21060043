import { filesInWords } from '../../../state/files/attached-file.ts';
import { peopleInWords, type Recipient, readPeople } from '../../../state/reply/written-people.ts';
import { counted } from '../../../text/numbers.ts';
import { type SafeText, t } from '../../../text/safe.ts';
import { ShellError } from '../../shell-error.ts';
import type { Attaching } from './upload.ts';

/** The people of a flag, separated by commas; undefined without it. */
export function peopleNamed(line: string | undefined): readonly Recipient[] | undefined {
  if (line === undefined) return undefined;
  const { people, fault } = readPeople(line);
  if (fault !== undefined) throw new ShellError(`${fault} Nothing was sent.`);
  return people;
}

/** A mail that a command is about to send. */
export interface PlannedMail {
  readonly to: readonly Recipient[];
  readonly cc: readonly Recipient[];
  readonly bcc: readonly Recipient[];
  readonly text: string;
  readonly attaching: Attaching;
}

type Line = readonly [name: SafeText, value: SafeText];

function peopleLine(people: readonly Recipient[]): SafeText {
  return peopleInWords(people, Number.POSITIVE_INFINITY);
}

/**
 * The lines that a command shows before it sends: its `first` line, the mail, and its `last` lines. Empty lines are
 * left out.
 */
export function plannedLines(
  first: Line,
  { to, cc, bcc, text, attaching }: PlannedMail,
  ...last: readonly Line[]
): SafeText[] {
  const lines: readonly Line[] = [
    first,
    [t`To`, peopleLine(to)],
    [t`Cc`, peopleLine(cc)],
    [t`Bcc`, peopleLine(bcc)],
    [t`Files`, filesInWords(attaching.files)],
    [t`Text`, counted([...text].length, t`character`)],
    ...last,
  ];
  return lines.filter(([, value]) => value !== '').map(([name, value]) => t`${name}: ${value}`);
}
