import { onTestFinished } from 'vitest';
import { type Listening, listen } from '../../src/center/http/listen.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';

/** A help center that listens on this machine. */
export interface ServedCenter extends OpenCenter {
  readonly url: string;
  /** Nobody can reach it from then on. */
  stop(): Promise<void>;
}

/** Serves a help center until the test is over: a new one, or one that somebody else closes. */
export async function servedCenter(opened?: OpenCenter): Promise<ServedCenter> {
  const center = opened ?? (await openCenter());
  let server: Listening | undefined = await listen(center.center, { host: '127.0.0.1', port: 0 });
  const { url } = server;
  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  onTestFinished(async () => {
    await stop();
    if (!opened) await center.close();
  });
  return { ...center, url, stop };
}
