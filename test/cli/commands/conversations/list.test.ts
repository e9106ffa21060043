import { expect, test } from 'vitest';
import { createSample } from '../../../../src/center/sample/create.ts';
import { safeLine } from '../../../../src/text/safe.ts';
import { width } from '../../../../src/text/width.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

test('a list takes the words of the desk’s filter, its views and flags, which mean the same', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  await createSample(center.center, { conversations: 120, now: center.clock.now });
  const ids = async (...args: string[]) => {
    const { stdout, code } = await frontdesk(['conversations', 'list', ...args, '--json', 'id']);
    return code === 0 ? JSON.parse(stdout).map(({ id }: { id: number }) => id) : code;
  };
  const some = await ids('status:open', 'tag:refund', 'inbox:billing');
  expect(some.length).toBeGreaterThan(1);
  expect(await ids('status:open tag:refund inbox:billing')).toEqual(some);
  expect(await ids('--status', 'open', '--tag', 'refund', '--inbox', 'billing')).toEqual(some);
  expect(await ids('tag:refund', '--status', 'open', '--inbox', 'Billing', '--limit', '1')).toEqual(some.slice(0, 1));
  expect(await ids('tag:refund', '--status', 'open', '--inbox', 'Billing', '--sort', 'oldest')).toEqual(
    some.toReversed(),
  );
  expect(await ids('is:any')).toHaveLength(120);
  expect(await ids('--view', 'Archived')).toEqual(await ids('is:archived'));
  expect(await ids('--view', 'unassigned', 'tag:vip')).toEqual(
    await ids('is:unresolved', '--agent', 'none', 'tag:vip'),
  );
  expect(await ids('--view', 'Arhcived')).toBe(2);
  expect(await ids('--view', 'Nowhere near any')).toBe(2);
  expect(await ids('stauts:open')).toBe(2);
  expect(await ids('--agent', 'nobody-of-this-name')).toBe(2);
});

test('the fields of a list are those that its rows have, and times have their zone', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  await createSample(center.center, { conversations: 3, now: center.clock.now });
  const fields = (await frontdesk(['conversations', 'list', '--json'])).stdout.trimEnd().split('\n');
  expect(fields).not.toContain('messages');
  const [row] = JSON.parse((await frontdesk(['conversations', 'list', '--json', 'last_message_at'])).stdout);
  const piped = (await frontdesk(['conversations', 'list'])).stdout.split('\n')[0]!.split('\t').at(-1)!;
  expect([piped, row.last_message_at]).toEqual([piped, piped]);
  expect(piped).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('a pipe gets the id first, so that a list is what the next command reads', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  await createSample(center.center, { conversations: 60, now: center.clock.now });
  const listed = await frontdesk(['conversations', 'list', 'is:unresolved']);
  const archived = await frontdesk(['conversations', 'archive', '-'], { input: listed.stdout });
  const count = listed.stdout.trimEnd().split('\n').length;
  expect(archived).toEqual({ code: 0, stdout: `Archived ${count} conversations.\n`, stderr: '' });
  expect((await frontdesk(['conversations', 'list', 'is:unresolved'])).stdout).toBe('');
});

test('a terminal gets a table that fits it, and no customer’s text leaves its cell', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  for (const title of ['\u202etxt.exe', '小包はどこですか'.repeat(20), 'x'.repeat(255)])
    await center.call('POST', '/conversations', { body: { title, inbox_id: center.inboxId } });
  for (const columns of [40, 80, 132]) {
    const lines = (await frontdesk(['conversations', 'list'], { columns })).stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ID {2}STATUS {2}TITLE/);
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).toBe(safeLine(line));
      expect(width(safeLine(line))).toBeLessThanOrEqual(columns);
    }
  }
  const nothing = await frontdesk(['conversations', 'list', 'nowhere'], { columns: 80 });
  expect(nothing).toEqual({ code: 0, stdout: '', stderr: 'No conversation matches.\n' });
});
