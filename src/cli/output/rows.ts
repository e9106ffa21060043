import { type SafeText, safeJson } from '../../text/safe.ts';
import { exitCode } from '../shell-error.ts';
import { encodeFields } from './encode.ts';
import type { CommandOutput } from './output.ts';
import { type Column, createTable } from './table.ts';
import { writeAndWait } from './write.ts';

/** A list to print. */
export interface Listing<Row extends object> {
  /** Read one page after another while they are printed: memory does not grow with the list. */
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
  /** The columns of the text, the first of which `readIds` reads; a command that prints its own text has none. */
  readonly columns?: readonly Column<Row>[];
  /** The words on a terminal for an empty list: `No conversation matches.` */
  readonly empty?: SafeText;
}

/** This many rows are written at once, and the first of them set the widths of a table. */
const ROWS_AT_ONCE = 100;
const MOST_COLUMNS = 500;

/**
 * Prints a list in the requested form. It stops reading when the reader of the output has ended. If reading fails in
 * the middle, an array of JSON is left open, so that no program takes it for whole. Returns the exit code.
 */
export async function printRows<Row extends object>(
  output: CommandOutput,
  { rows, columns = [], empty }: Listing<Row>,
): Promise<number> {
  const { shell, form } = output;
  const textOf = printer(output, columns);
  let count = 0;
  for await (const batch of batches(rows)) {
    if (!(await writeAndWait(shell.stdout, textOf(batch, count)))) return exitCode.done;
    count += batch.length;
  }
  if (form === 'json') await writeAndWait(shell.stdout, count === 0 ? '[]\n' : '\n]\n');
  else if (form === 'text' && count === 0 && empty !== undefined && shell.stdout.isTTY)
    shell.stderr.write(`${empty}\n`);
  return exitCode.done;
}

/** The text of a batch of rows, given how many came before it. */
type Print<Row> = (batch: readonly Row[], before: number) => string;

function printer<Row extends object>(
  { shell, form, schema, fields }: CommandOutput,
  columns: readonly Column<Row>[],
): Print<Row> {
  const json = (row: Row): string => safeJson(encodeFields(schema, fields, row));
  if (form === 'ndjson') return batch => batch.map(row => `${json(row)}\n`).join('');
  if (form === 'json') return (batch, before) => `${before === 0 ? '[\n' : ',\n'}${batch.map(json).join(',\n')}`;
  if (!shell.stdout.isTTY)
    return batch => batch.map(row => `${columns.map(({ cell }) => cell(row)).join('\t')}\n`).join('');
  let table: ReturnType<typeof createTable<Row>> | undefined;
  return (batch, before) => {
    table ??= createTable(columns, batch, Math.min(shell.stdout.columns || 80, MOST_COLUMNS));
    return [...(before === 0 ? [table.head()] : []), ...batch.map(table.line)].map(line => `${line}\n`).join('');
  };
}

async function* batches<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
