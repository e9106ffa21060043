import { expect, test } from 'vitest';
import { inEditor } from '../../src/keys/overlay.ts';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

test('that the editor did not work is said until one works', async () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const edit = (editor: () => Promise<string>) =>
    inEditor({ ...desk, hooks: { ...desk.hooks, editor } }, 'text', () => undefined);
  expect(await edit(() => Promise.reject(new Error('ENOENT')))).toBeUndefined();
  expect(desk.world().notice?.text).toBe('The editor did not work: ENOENT');
  expect(await edit(() => Promise.resolve('new'))).toBe('new');
  expect(desk.world().notice).toBeNull();
});
