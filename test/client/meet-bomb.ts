import { readFileSync } from 'node:fs';
import { spareMemory } from '../../src/cli/desk/spare-memory.ts';
import { createClient } from '../../src/client/client.ts';

// Asks as often as a desk does at its start, and prints the result and the peak memory of this process.
spareMemory();
const client = createClient({ baseUrl: process.argv[2]!, token: () => 'a token of tests', fetch: one => fetch(one) });
const said = new Set<string>();
const asked = [...Array(4)].map(() => client.inbox.list({}));
for (const answer of await Promise.allSettled([...asked, client.service.events({})]))
  said.add(answer.status === 'rejected' ? `${(answer.reason as Error).message}` : 'an answer');
const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))!;
process.stdout.write(JSON.stringify({ said: [...said], mebibytes: Number(kibibytes) / 1_024 }));
process.exit(0);
