import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { letter } from '../harness/letter.ts';
import { lmtpData, openLmtp } from '../harness/lmtp-client.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { openBackstage, openDesk } from './open-desk.ts';

test('mail comes into the help center of the desk, which stops taking it when it ends', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Before any mail');
  const folder = temporaryFolder();
  const socket = join(folder, 'lmtp');
  const config = join(folder, 'config.toml');
  const settings = (database: string) => `[mail]\ndatabase = "${database}"\nlmtp = "${socket}"\n`;
  writeFileSync(config, settings(backstage.database));
  const desk = await openDesk(backstage, { env: { FRONTDESK_CONFIG: config } });
  await expect.poll(() => existsSync(socket)).toBe(true);
  const client = await openLmtp(socket);
  const delivery = { from: 'rosa@customer.example', to: ['help@shop.example'], data: lmtpData(letter(0)) };
  expect(await client.deliver(delivery)).toMatchObject([{ code: 250 }]);
  await desk.sees('1 new above');
  desk.press('cursor.top');
  await desk.sees('Topic 0');
  desk.press('quit');
  expect((await desk.exit()).exitCode).toBe(0);
  expect(existsSync(socket)).toBe(false);

  writeFileSync(config, settings(join(folder, 'other.db')));
  const other = await openDesk(backstage, { env: { FRONTDESK_CONFIG: config } });
  await other.sees('No mail flows here');
  other.press('quit');
  await other.exit();
});
