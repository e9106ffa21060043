import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeMailSettings } from '../faults/mail-serving.ts';
import { bytesOf, openFarCenter, openFarDesk, openWay, restOf, wayCost } from '../harness/far-desk.ts';
import type { Terminal } from '../harness/pty.ts';
import { temporaryFolder } from '../harness/temporary.ts';

/** Longer than the desk waits before it reads what a change may have changed elsewhere. */
const AFTERWARDS_MS = 1_500;

/** A served help center that sends mail, and the desks of two agents: Mia's at the end of a line that counts. */
async function open(args: readonly string[] = ['--link', 'fast']) {
  const folder = temporaryFolder();
  const database = { kind: 'sqlite', location: join(folder, 'center.db'), folder } as Parameters<
    typeof writeMailSettings
  >[1];
  writeMailSettings(folder, database, { keys: { relay: 'smtp://127.0.0.1:9' } });
  const center = await openFarCenter(folder, 60);
  onTestFinished(() => center.serving.kill());
  const way = await openWay(center, { tls: true });
  onTestFinished(() => way.close());
  const others = await openWay(center, { tls: true });
  onTestFinished(() => others.close());
  const desk = async (token: string, to: typeof way, name: string): Promise<Terminal> => {
    const opened = openFarDesk({ ...center, token }, to, name, { args: [...args, '--layout', 'stacked'] });
    await opened.sees(/#\d+ /);
    await restOf(to, AFTERWARDS_MS);
    return opened;
  };
  const mia = await desk(center.token, way, 'mia');
  const ana = await desk(center.anasToken, others, 'ana');
  return { center, way, mia, ana };
}

test('a colleague who answers is named in the row and in the head, for 90 bytes, until the box closes', async () => {
  const { way, mia, ana } = await open();
  const begun = await wayCost(
    way,
    () => ana.press('conversation.reply'),
    async () => {
      await mia.sees(/✎Ana/);
      await mia.sees(/Ana Ortiz answers/);
      await restOf(way, AFTERWARDS_MS);
    },
  );
  expect(begun.up + begun.down).toBeLessThanOrEqual(90);
  const ended = await wayCost(
    way,
    () => ana.press('esc'),
    async () => {
      await mia.seesNot(/✎Ana/);
      await restOf(way, AFTERWARDS_MS);
    },
  );
  expect(ended.up + ended.down).toBeLessThanOrEqual(90);

  // Her own box costs two small writes, both ways.
  const own = await wayCost(
    way,
    () => mia.press('conversation.reply'),
    async () => {
      await ana.sees(/✎Mia/);
      mia.press('esc');
      await ana.seesNot(/✎Mia/);
      await restOf(way, AFTERWARDS_MS);
    },
  );
  const told = own.exchanges.filter(({ called }) => called.includes('/presence'));
  expect(told).toHaveLength(2);
  expect(bytesOf(told)).toBeLessThanOrEqual(760);

  // A desk that is killed leaves its sign only for a while.
  ana.press('conversation.reply');
  await mia.sees(/✎Ana/);
  ana.kill('SIGKILL');
  await mia.seesNot(/✎Ana/);
});
