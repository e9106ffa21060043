import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Serving, startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter } from '../harness/center.ts';
import { openGate } from '../harness/gate.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { openTrainLink } from '../harness/train-link.ts';

/** How long nothing may be written while the desk is offline. */
const STILL_MS = 15_000;

/** A way to a help center that can be cut. */
interface Way {
  readonly url: string;
  /** The bytes that reach the help center; undefined if that cannot be counted. */
  readonly bytes?: () => number;
  cut(): unknown;
  mend(): unknown;
  end?(): unknown;
}

/** Ages in weeks do not change while a desk is cut off. */
const WEEKS_MS = 17 * 24 * 3_600_000;

/** Two servers of one help center with three conversations, and an agent's token. */
interface Served {
  readonly plain: Serving;
  readonly frozen: Serving;
  readonly token: string;
}

async function serveTwice(): Promise<Served> {
  const folder = temporaryFolder();
  const location = join(folder, 'center.db');
  const center = await createCenter({
    database: location,
    attachmentsFolder: join(folder, 'attachments'),
    now: () => Date.now() - WEEKS_MS,
  });
  const { id } = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const token = await createAgentToken(center, id);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (const title of ['Invoice 12', 'Parcel went back', 'Refund for order 7741']) {
    const init = { method: 'POST', headers, body: JSON.stringify({ title }) };
    await center.fetch(new Request('http://center/api/agent/v1/conversations', init));
  }
  await center.close();
  const [plain, frozen] = await Promise.all([
    startServing({ location, folder: join(folder, 'plain') }),
    startServing({ location, folder: join(folder, 'frozen') }),
  ]);
  onTestFinished(async () => {
    await Promise.all([plain.kill(), frozen.kill()]);
  });
  return { plain, frozen, token };
}

/** The cuts; each desk has a way of its own. */
const WAYS: Readonly<Record<string, (served: Served) => Promise<Way>>> = {
  'swallows everything': async ({ plain }) => {
    const line = await openTrainLink(plain.url);
    return { ...line, cut: () => line.become('tunnel'), mend: () => line.become('good'), end: line.close };
  },
  'refuses every connection': async ({ plain }) => {
    const gate = await openGate(plain.url);
    return { ...gate, cut: gate.shut, mend: gate.open, end: gate.shut };
  },
  'leads to a frozen help center': async ({ frozen }) => ({
    url: frozen.url,
    cut: () => process.kill(frozen.pid, 'SIGSTOP'),
    mend: () => process.kill(frozen.pid, 'SIGCONT'),
  }),
};

function startDesk({ url }: Pick<Way, 'url'>, token: string) {
  const desk = openTerminal({
    command: process.execPath,
    args: [launcher, '--url', url, '--link', 'fast'],
    env: deskEnvironment(temporaryFolder(), { FRONTDESK_TOKEN: token }),
    columns: 120,
    rows: 36,
  });
  const isOffline = () => /offline since \d\d:\d\d/.test(desk.screen().at(-1) ?? '');
  return { desk, isOffline };
}

/** Starts where everything is swallowed, until that is said, and goes on when it is over. */
async function startInTunnel({ plain, token }: Served): Promise<void> {
  const line = await openTrainLink(plain.url);
  line.become('tunnel');
  const { desk, isOffline } = startDesk(line, token);
  await desk.sees('Reading the conversations');
  await desk.until(isOffline, 'It never says that it is offline');
  await desk.sees('Not read yet: the list comes');
  line.become('good');
  await desk.sees('Invoice 12');
  await desk.seesNot('offline');
  desk.press('quit-now');
  await desk.exit();
  await line.close();
}

/** Returns how many bytes the desk wrote while it was offline. */
async function cutOff(way: Way, token: string): Promise<number> {
  const { desk, isOffline } = startDesk(way, token);
  await desk.sees('Refund for order 7741');
  await sleep(1_500);
  await way.cut();
  await desk.until(isOffline, 'It never says that it is offline');
  desk.press('conversation.archive');
  await desk.sees('1 unsent');
  await desk.settled(300);
  desk.resetBytes();
  await sleep(STILL_MS);
  const stillBytes = desk.bytes();
  const before = way.bytes?.() ?? 0;
  await way.mend();
  if (way.bytes) await desk.until(() => way.bytes!() > before, 'It never asks again');
  await desk.until(() => !isOffline(), 'It never says that it is back');
  await desk.seesNot('unsent');
  desk.press('quit-now');
  await desk.exit();
  await way.end?.();
  return stillBytes;
}

// After how many seconds it says so and asks again is tested on a hand clock (`test/state/sync/keep-contact.test.ts`).
test('a desk that is cut off says so without a key, costs nothing meanwhile, and comes back by itself', {
  timeout: 240_000,
}, async () => {
  const served = await serveTwice();
  const [, ...stillBytes] = await Promise.all([
    startInTunnel(served),
    ...Object.values(WAYS).map(async open => cutOff(await open(served), served.token)),
  ]);
  expect(stillBytes, 'bytes while offline').toEqual(Object.keys(WAYS).map(() => 0));
});
