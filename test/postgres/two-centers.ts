import { onTestFinished } from 'vitest';
import type { Center } from '../../src/center/center.ts';
import type { MailOutSettings } from '../../src/center/model/outgoing/mail-out.ts';
import type { CenterSettings } from '../../src/center/model/settings.ts';
import { type Called, type CallOptions, type OpenCenter, openCenter } from '../center/open-center.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresCenter } from '../harness/databases.ts';

type CallAt = (method: string, path: string, options?: CallOptions) => Promise<Called>;

/** Two help centers on one database, as two processes have them, closed with the test. */
export interface TwoCenters {
  /** Past a pooler. */
  readonly database: string;
  readonly desk: OpenCenter;
  readonly second: Center;
  /** Asks the first, and the second. */
  readonly both: readonly [CallAt, CallAt];
}

export async function openTwoCenters(
  settings: Partial<CenterSettings> = {},
  mailOut?: MailOutSettings,
): Promise<TwoCenters> {
  const database = await newPostgresCenter();
  const given = { passwordCost: 4, rateLimit: 1_000_000, ...database.settings, ...settings };
  const desk = await openCenter({ database: database.name, settings: given, mailOut });
  const now = () => desk.clock.now;
  const files = { attachmentsFolder: desk.folder };
  const second = await createCenter({ database: database.name, ...files, now, settings: given });
  onTestFinished(async () => {
    await second.close();
    await desk.close();
    await database.drop();
  });
  const atSecond: CallAt = async (method, path, options) => {
    const answer = await second.fetch(desk.request(method, path, options));
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? '' : JSON.parse(text) };
  };
  return { database: database.settings.postgresDirect ?? database.name, desk, second, both: [desk.call, atSecond] };
}
