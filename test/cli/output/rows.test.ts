import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { OutputFlags } from '../../../src/cli/declared/shared-flags.ts';
import { withOutput } from '../../../src/cli/output/output.ts';
import { type Listing, printRows } from '../../../src/cli/output/rows.ts';
import { exitCode, ShellError } from '../../../src/cli/shell-error.ts';
import { ApiError, type CallFailure } from '../../../src/client/api-error.ts';
import { described } from '../../../src/contract/described.ts';
import { Id, Timestamp, Unshown } from '../../../src/contract/schema.ts';
import { type SafeText, safeLine, t } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';
import { PAYLOADS } from '../../harness/payloads.ts';
import { shellHere } from '../shell-here.ts';

const Thing = described({
  id: [Id, 'Its id.'],
  title: [v.string(), 'Its title.'],
  created_at: [v.nullable(Timestamp), 'When it was made.'],
  html: [Unshown, 'What nobody sees.'],
  parts: [v.array(described({ at: [Timestamp, 'When it came.'] })), 'Its parts.'],
});
interface Row {
  readonly id: number;
  readonly title: SafeText;
  readonly created_at: number | null;
  readonly parts: readonly { readonly at: number | null }[];
}
const columns: Listing<Row>['columns'] = [
  { head: t`ID`, cell: ({ id }) => t`${id}`, side: 'right' },
  { head: t`TITLE`, cell: ({ title }) => title, grows: true },
  { head: t`PARTS`, cell: ({ parts }) => t`${parts.length}` },
];
const NOON = Date.UTC(2026, 10, 20, 12);
const rows: Row[] = [
  { id: 7, title: safeLine('a\u202eb\u001b[31mc'), created_at: NOON, parts: [{ at: NOON }] },
  { id: 12, title: safeLine('小包 '.repeat(60)), created_at: null, parts: [] },
];

/** What a terminal acts on, or shows in another order. */
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

async function print(flags: OutputFlags, columnsOfTerminal?: number, listing: Partial<Listing<Row>> = {}) {
  const captured = shellHere({}, '', { columns: columnsOfTerminal });
  const code = await withOutput(captured.shell, flags, Thing, async output => {
    await printRows(output, { rows, columns, ...listing });
    return exitCode.done;
  });
  return { code, stdout: captured.stdout(), stderr: captured.stderr() };
}

test('--json without fields lists them and runs nothing', async () => {
  const { shell, stdout } = shellHere();
  const code = await withOutput(shell, { json: true }, Thing, () => Promise.reject(new Error('ran')));
  expect([code, stdout()]).toEqual([exitCode.done, 'id\ntitle\ncreated_at\nparts\n']);
});

test('--json without fields beside --ndjson is wrong usage, and lists nothing', async () => {
  const { shell, stdout } = shellHere();
  const both = withOutput(shell, { json: true, ndjson: true }, Thing, () => Promise.reject(new Error('ran')));
  await expect(both).rejects.toMatchObject({ code: exitCode.usage, message: expect.stringContaining('--json needs') });
  expect(stdout()).toBe('');
});

test('--json prints an array of the fields that were asked for, times with their zone', async () => {
  const { stdout } = await print({ json: 'parts,id,created_at' });
  expect(JSON.parse(stdout)).toEqual([
    { parts: [{ at: '2026-11-20T12:00:00Z' }], id: 7, created_at: '2026-11-20T12:00:00Z' },
    { parts: [], id: 12, created_at: null },
  ]);
  expect((await print({ json: 'id' }, undefined, { rows: [] })).stdout).toBe('[]\n');
});

test('--ndjson prints a line for each, with all fields or those of --json', async () => {
  const lines = (await print({ ndjson: true })).stdout.trimEnd().split('\n');
  expect(lines.map(line => Object.keys(JSON.parse(line)))).toEqual(
    rows.map(() => ['id', 'title', 'created_at', 'parts']),
  );
  expect((await print({ ndjson: true, json: 'id' })).stdout).toBe('{"id":7}\n{"id":12}\n');
});

test('an unknown field is wrong usage and names the one that was meant', async () => {
  await expect(print({ json: 'id,titel' })).resolves.toEqual({
    code: exitCode.usage,
    stdout: '',
    stderr: '{"error":{"code":"usage","message":"There is no field “titel”. Did you mean title?","details":[]}}\n',
  });
});

test('a pipe gets columns separated by tabs without a head, a terminal a table that fits', async () => {
  expect((await print({})).stdout.split('\n')[0]).toBe(`7\t${rows[0]!.title}\t1`);
  for (const room of [20, 40, 80, 200]) {
    const [head, ...lines] = (await print({}, room)).stdout.trimEnd().split('\n');
    expect(head).toMatch(/^ID {2}TITLE/);
    for (const line of [head!, ...lines]) expect(width(safeLine(line))).toBeLessThanOrEqual(room);
  }
  expect((await print({}, 80, { rows: [], empty: t`Nothing matches.` })).stderr).toBe('Nothing matches.\n');
});

test('no column of a table is cut while there is room', async () => {
  const email = safeLine('a.long.address.of.somebody@support.shop.example');
  const wide = {
    columns: [...columns, { head: t`EMAIL`, cell: () => email }],
    rows: [{ ...rows[0]!, title: t`short` }],
  };
  expect((await print({}, 80, wide)).stdout).toContain(email);
  expect((await print({}, 50, wide)).stdout).not.toContain(email);
});

test('no hostile text leaves its cell', async () => {
  const hostile = PAYLOADS.map((text, index) => ({ ...rows[0]!, id: index + 1, title: safeLine(text) }));
  for (const room of [undefined, 80]) {
    const { stdout } = await print({}, room, { rows: hostile });
    expect(stdout).not.toMatch(HARMFUL);
    expect(stdout.trimEnd().split('\n')).toHaveLength(hostile.length + (room === undefined ? 0 : 1));
  }
});

test('JSON is exact and harmless, even if a text is not safe yet', async () => {
  const raw = PAYLOADS.map((text, index) => ({ ...rows[0]!, id: index + 1, title: text as SafeText }));
  const { stdout } = await print({ ndjson: true }, undefined, { rows: raw });
  expect(stdout).not.toMatch(HARMFUL);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line).title)).toEqual([...PAYLOADS]);
});

test('a list is read no further than its reader reads', async () => {
  let read = 0;
  async function* many() {
    for (; read < 1_000; ) {
      read += 1;
      yield rows[0]!;
    }
  }
  const { shell, stdout } = shellHere({}, '', { readsOnly: 2 });
  await withOutput(shell, { ndjson: true }, Thing, async output => {
    await printRows(output, { rows: many(), columns });
    return exitCode.done;
  });
  expect(stdout().split('\n').length - 1).toBe(200);
  expect(read).toBe(300);
});

test.each<[Partial<CallFailure>, number]>([
  [{ status: 0, code: 'unreachable' }, exitCode.unreachable],
  [{ status: 401, code: 'unauthorized', shape: 'own' }, exitCode.unreachable],
  [{ status: 403, code: 'forbidden', shape: 'own' }, exitCode.unreachable],
  [{ status: 404, code: 'not_found', shape: 'own' }, exitCode.failed],
])('a failed call %j ends the command with %i, as a sentence or as JSON', async (failure, code) => {
  const error = new ApiError({ message: t`It is not so.`, status: 0, code: 'internal', ...failure });
  const { shell, stderr } = shellHere();
  const fail = () => Promise.reject(error);
  await expect(withOutput(shell, {}, Thing, fail)).rejects.toMatchObject({ message: 'It is not so.', code });
  await expect(withOutput(shell, {}, Thing, fail)).rejects.toBeInstanceOf(ShellError);
  expect(await withOutput(shell, { ndjson: true }, Thing, fail)).toBe(code);
  expect(JSON.parse(stderr()).error).toMatchObject({ code: failure.code, message: 'It is not so.' });
});
