import { test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { ride } from './journey.ts';

test('forty minutes on a train, with tunnels, a portal, a reboot and a lost SSH: the help center holds what the agent did', {
  timeout: 480_000,
}, async () => {
  await ride(temporaryFolder(), 1);
});
