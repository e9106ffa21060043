import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run conformance -- --url https://desk.example

Asks the help center at the address whether it keeps every promise of the service. FRONTDESK_TOKEN holds an API key of
it. Inboxes, agents and conversations are made there, and many stay: use a help center that is there for tests.
`;

function stop(code: number, text: string): never {
  process.stderr.write(text);
  process.exit(code);
}

function readUrl(): string {
  try {
    const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) return stop(0, usage);
    return values.url ?? process.env.FRONTDESK_URL ?? stop(2, usage);
  } catch (error) {
    return stop(2, `${(error as Error).message}\n\n${usage}`);
  }
}

function checkedUrl(given: string): string {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    return stop(2, `${given} is not an address of a help center.\n\n${usage}`);
  if (!process.env.FRONTDESK_TOKEN) return stop(2, `FRONTDESK_TOKEN is empty: it holds the API key.\n\n${usage}`);
  return url.href;
}

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const files = 'test/conformance/remote.test.ts';
const longMs = '120000';

// In the slow lane all of it is asked.
const args = ['run', '--project', 'slow', files, '--testTimeout', longMs, '--hookTimeout', longMs];
const child = spawn(process.execPath, [vitest, ...args], {
  cwd: root,
  env: { ...process.env, FRONTDESK_URL: checkedUrl(readUrl()) },
  stdio: 'inherit',
});
child.on('exit', code => process.exit(code ?? 1));
