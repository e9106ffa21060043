import { connectRelay, NotTaken, type RelayAccount } from './relay.ts';

const ANSWER_MS = 20_000;

/** Signs in to the relay and sends nothing. Returns why that does not work, as a clause; undefined if it does. */
export async function checkRelay(relay: RelayAccount): Promise<string | undefined> {
  const times = { connectMs: ANSWER_MS, answerMs: ANSWER_MS };
  try {
    const connection = await connectRelay(relay, times, AbortSignal.timeout(2 * ANSWER_MS));
    connection.close();
    return undefined;
  } catch (error) {
    if (error instanceof NotTaken) return error.trouble.reason;
    throw error;
  }
}
