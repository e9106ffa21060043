import { writeFileSync } from 'node:fs';
import { type Client, createClient } from '../../client/client.ts';
import { createLanes } from '../../client/lanes.ts';
import type { Fetch } from '../../client/over-http.ts';
import type { TokenHolder } from '../../state/token-holder.ts';
import { safeLine, t } from '../../text/safe.ts';

interface Held {
  /** The client with the token that is used now. */
  readonly client: Client;
  readonly holder: TokenHolder;
  /** The token that is used now. */
  readonly bearer: () => string;
  /** Every token of this run: no log and no report may contain one. */
  readonly secrets: readonly string[];
}

/** Holds the token for the help center at this address; `file`: where it was read, undefined for FRONTDESK_TOKEN. */
export function holdToken(baseUrl: string, first: string, file: string | undefined, fetch: Fetch): Held {
  const secrets = [first];
  let token = first;
  const lanes = createLanes();
  const clientOf = (bearer: () => string) => createClient({ baseUrl, token: bearer, fetch, lanes });
  const holder: TokenHolder = {
    source: file === undefined ? t`FRONTDESK_TOKEN` : safeLine(file),
    clientWith: other => {
      secrets.push(other);
      return clientOf(() => other);
    },
    take: next => {
      secrets.push(next);
      token = next;
    },
    ...(file === undefined ? {} : { keep: () => writeToken(file, token) }),
  };
  return { client: clientOf(() => token), holder, bearer: () => token, secrets };
}

/** Into the file as it is: it may be a link. */
function writeToken(file: string, token: string): void {
  try {
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
  } catch {
    throw new Error(`${file} cannot be written. Check its owner and the room on the disk.`);
  }
}
