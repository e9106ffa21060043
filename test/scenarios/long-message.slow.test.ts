import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { openMeasuredLine } from '../harness/measured-line.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** Slow by its delay: its rate would only make the test longer. */
const LINE = { bytesPerSecond: 30_000, oneWayMs: 260 };
/** Compressed, with what the answers around it cost. */
const MAX_FIRST_BYTES = 6_000;

/** A text that hardly compresses. */
function longText(): string {
  let seed = 1;
  const words = Array.from({ length: 11_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  });
  const lines = Array.from({ length: 1_000 }, (_, at) => `${at} ${words.slice(at * 11, at * 11 + 11).join(' ')}`);
  return `The beginning.\n${lines.join('\n')}\nThe end.`;
}

async function serveLongMessage() {
  const folder = temporaryFolder();
  const location = join(folder, 'center.db');
  const center = await createCenter({ database: location, attachmentsFolder: join(folder, 'attachments') });
  const { id } = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const token = await createAgentToken(center, id);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await center.fetch(new Request(`http://center/api/agent/v1${path}`, init))).json();
  };
  for (const title of ['The log', 'Short']) {
    const { data } = await post('/conversations', { title });
    const body_text = title === 'Short' ? 'Hello.' : longText();
    await post(`/conversations/${data.id}/messages`, { body_text });
  }
  await center.close();
  const serving = await startServing({ location, folder });
  onTestFinished(() => serving.kill());
  return { port: Number(new URL(serving.url).port), token };
}

test('a long message over a slow link shows its beginning, reads on with the agent, and goes on after a loss', async () => {
  const { port, token } = await serveLongMessage();
  const line = await openMeasuredLine(port, LINE);
  onTestFinished(line.close);
  const desk = openBuiltDesk(
    ['--url', `http://localhost:${line.port}`, '--link', 'fast'],
    deskEnvironment(temporaryFolder(), { FRONTDESK_TOKEN: token, FRONTDESK_AHEAD_KILOBYTES: '0' }),
  );
  await desk.sees('The log');
  await desk.sees('Hello.');
  const before = line.traffic().down;
  desk.press('palette.number');
  desk.type('1');
  desk.press('enter');
  await desk.sees('The beginning.');
  expect(line.traffic().down - before).toBeLessThan(MAX_FIRST_BYTES);
  desk.press('cursor.bottom');
  await desk.sees(/… \d+ kB more +Enter reads on/);
  const [, left] = /… (\d+) kB more/.exec(desk.text())!;
  await desk.seesNot(`… ${left} kB more`);
  line.cut();
  desk.press('message.plain');
  await desk.sees('j k scroll');
  desk.type('G');
  await desk.sees('The end.');
  const read = line.traffic().down - before;
  expect(read, 'nothing is read twice, but what the cut lost').toBeLessThan(95_000);
  desk.press('esc');
  desk.press('cursor.bottom');
  await desk.sees('The end.');
  await desk.seesNot('Enter reads on');
  desk.press('quit-now');
  expect(await desk.exit()).toMatchObject({ exitCode: 0 });
});
