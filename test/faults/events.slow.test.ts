import { expect, test } from 'vitest';
import { events } from './events.ts';

test('each event reaches the command in order, though all that takes part is killed', {
  timeout: 120_000,
}, async () => {
  expect(await events({ database: undefined, share: 0.1, seed: 5 })).toMatch(/^200 events came in order over/);
});
