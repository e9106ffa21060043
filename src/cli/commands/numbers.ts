import type { NumbersRow } from '../../client/model.ts';
import { NumbersRow as Schema } from '../../contract/numbers.ts';
import { dayOf } from '../../state/query/dates.ts';
import { numbersRowName, shownNumberColumns } from '../../state/words/work-numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { encodeFields, fieldNames } from '../output/encode.ts';
import { printRows } from '../output/rows.ts';
import { writeAndWait } from '../output/write.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { onCenter } from './administer/on-center.ts';
import { readWorld } from './read-world.ts';

/** The flags of `frontdesk numbers`; days as `dayOf` reads them. */
type Flags = FlagsOf<'numbers'>;

function day(shell: Shell, flag: string, value: string | undefined): string | undefined {
  const read = value === undefined ? undefined : dayOf(value, shell.now());
  if (value === undefined || read !== undefined) return read;
  throw new ShellError(`--${flag} takes a day: today, yesterday, 3d, 2w or 2026-11-20, not “${safeLine(value)}”.`);
}

/** `frontdesk numbers`: incoming and finished work, by the same query as the desk's page. */
export function printNumbers(shell: Shell, flags: Flags): Promise<number> {
  const { by, zone, clock, csv } = flags;
  const query = { from: day(shell, 'from', flags.from), to: day(shell, 'to', flags.to), by, zone, clock };
  if (csv && (flags.json || flags.ndjson)) throw new ShellError('--csv and JSON exclude each other.');
  return onCenter(shell, flags, Schema, async ({ client, output }) => {
    const { data } = await client.numbers.get({ query });
    if (data.is_partial) shell.stderr.write('Older conversations are still being counted: the numbers will grow.\n');
    const world = await readWorld(client, shell.now());
    const name = (row: NumbersRow) => numbersRowName(world, data.by, row);
    if (csv) {
      const lines = [['name', ...numbersOf()], ...data.rows.map(row => [name(row), ...valuesOf(row)])];
      await writeAndWait(shell.stdout, lines.map(cells => `${cells.map(cellOf).join(',')}\r\n`).join(''));
      return exitCode.done;
    }
    const head = { head: t`NAME`, cell: name, grows: true } as const;
    const columns = [head, ...shownNumberColumns(data.rows).map(column => ({ ...column, side: 'right' as const }))];
    return printRows(output, { rows: data.rows, columns, empty: t`Nothing came in and nothing was done.` });
  });
}

/** The names of the numbers, without the subject of a row. */
function numbersOf(): string[] {
  return fieldNames(Schema).slice(fieldNames(Schema).indexOf('came'));
}

function valuesOf(row: NumbersRow): unknown[] {
  return Object.values(encodeFields(Schema, numbersOf(), row));
}

/** A cell as RFC 4180 has it. A name that a spreadsheet would take for a formula gets an apostrophe before it. */
function cellOf(value: unknown): string {
  const text = value === null ? '' : String(value);
  const plain = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
