import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createViewsFile } from '../../../src/cli/kept/views-file.ts';
import { addView, removeView } from '../../../src/state/query/view-edits.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

function open(folder = temporaryFolder()) {
  const path = join(folder, 'config', 'views-1.json');
  const file = () => createViewsFile({ path, center: 'shop.example', now: () => 1_700 });
  return { path, folder: join(folder, 'config'), file };
}
function names(file: ReturnType<typeof createViewsFile>): readonly string[] {
  return file.read().saved.map(({ name }) => name);
}

test('views are kept for the next desk, for their owner alone', async () => {
  const { path, folder, file } = open();
  expect(file().read()).toEqual({ saved: [] });
  await file().change(addView('VIP', 'tag:vip is:waiting'));
  expect(file().read()).toEqual({ saved: [{ name: 'VIP', filter: 'tag:vip is:waiting' }] });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual(['views-1.json']);
  expect(JSON.parse(readFileSync(path, 'utf8')).center).toBe('shop.example');
});

test('two desks do not lose each other’s views', async () => {
  const { file } = open();
  const [one, two] = [file(), file()];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).change(addView(`View ${index}`, ''))),
  );
  expect(names(one)).toHaveLength(20);
  await Promise.all([one.change(removeView('View 3')), two.change(addView('Last', ''))]);
  expect(names(two)).toHaveLength(20);
  expect(names(two)).not.toContain('View 3');
});

test('an edit that is refused, and one that changes nothing, write nothing', async () => {
  const { folder, file } = open();
  expect(await file().change(addView('', ''))).toEqual({ problem: 'A view needs a name.' });
  await file().change(saved => ({ saved }));
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['{"views": [', '', '[]', '{"views":[{"name":1}]}', '{"views":[{"name":""  ,"filter":""}]}'])(
  'a damaged file (%j) is put aside, and the desk goes on',
  async text => {
    const { path, folder, file } = open();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
    const { saved, fault } = file().read();
    expect(saved).toEqual([]);
    expect(fault).toContain(`It is kept as ${path}.damaged-1700`);
    await file().change(addView('VIP', ''));
    expect(names(file())).toEqual(['VIP']);
    expect(readFileSync(`${path}.damaged-1700`, 'utf8')).toBe(text);
  },
);

test('a folder in place of the file is told, and not touched', async () => {
  const { path, folder, file } = open();
  mkdirSync(path, { recursive: true });
  expect(file().read().fault).toContain('views-1.json is a folder');
  await expect(file().change(addView('Late', ''))).rejects.toThrow('is a folder');
  expect(readdirSync(folder)).toEqual(['views-1.json']);
});

test('a lock that a killed desk left does not stay', async () => {
  const { path, folder, file } = open();
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.lock`, '');
  utimesSync(`${path}.lock`, new Date(0), new Date(0));
  await file().change(addView('VIP', ''));
  expect(names(file())).toEqual(['VIP']);
  expect(readdirSync(folder)).toEqual(['views-1.json']);
});

test('a desk that holds the lock is waited for, and then named', async () => {
  const { path, folder, file } = open();
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.lock`, '');
  await expect(file().change(addView('VIP', ''))).rejects.toThrow(`If none runs, delete ${path}.lock`);
});
