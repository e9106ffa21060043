import { resolve } from 'node:path';
import { type Client, createClient } from '../../client/client.ts';
import { createLanes } from '../../client/lanes.ts';
import type { TokenHolder } from '../../state/host.ts';
import { type PlaceElsewhere, savedToken } from '../elsewhere/resolve.ts';
import type { WayThere } from '../elsewhere/way.ts';
import type { KeptFrame } from '../first-frame/frame-file.ts';
import { tokenMark } from '../first-frame/witness.ts';
import { NotPrivate, rewritePrivate } from '../private-file.ts';
import { renewSignIn, signInsPath, signInsText } from '../sign-ins.ts';

/** The token of a desk, and its consequences. */
export interface DeskToken {
  /** The client with the token that is used now. */
  readonly client: Client;
  readonly holder: TokenHolder;
  /** The token that is used now. */
  readonly current: () => string;
  /** Every token of this run: no log and no report may contain one. */
  readonly secrets: readonly string[];
  /** Tells the next start whose frames these are; `unknown` if it cannot know before it has asked. */
  readonly mark: (() => KeptFrame['token']) | 'unknown';
  /** The contents of the file of sign-ins that the token in use follows from. */
  readonly signInsText: () => string;
}

/** Holds the token of a help center elsewhere, at first this one. */
export function holdToken(place: PlaceElsewhere, first: string, way: WayThere): DeskToken {
  const { tokenFile, signIn, isCommand } = place;
  const secrets = [first];
  let token = first;
  let text = place.signInsText;
  let renewed: { readonly token: string; readonly text: string } | undefined;
  const lanes = createLanes();
  const clientOf = (bearer: () => string) => createClient({ ...way, token: bearer, program: 'desk', lanes });
  const keepers = {
    ...(tokenFile === undefined ? {} : { keep: () => writeToken(tokenFile, token) }),
    ...(signIn === undefined
      ? {}
      : {
          isOwnFile: true as const,
          keep: () => {
            text = renewSignIn(signInsPath(), signIn, token);
          },
        }),
  };
  const holder: TokenHolder = {
    source: place.tokenSource,
    clientWith: other => {
      secrets.push(other);
      return clientOf(() => other);
    },
    take: next => {
      secrets.push(next);
      token = next;
      if (renewed?.token === next) text = renewed.text;
    },
    renew: async () => {
      const now = signIn ? signInsText(signInsPath()) : text;
      const next = signIn ? savedToken(signIn, now) : await place.token(true);
      if (next === undefined || next === token) return undefined;
      renewed = { token: next, text: now };
      return next;
    },
    ...keepers,
  };
  const file = tokenFile && resolve(tokenFile);
  // The file of sign-ins tells whose its token is; the hash tells it of any other one.
  const mark = isCommand ? 'unknown' : () => (signIn ? null : { hash: tokenMark(token), file });
  return { client: clientOf(() => token), holder, current: () => token, secrets, mark, signInsText: () => text };
}

function writeToken(file: string, token: string): void {
  try {
    rewritePrivate(file, `${token}\n`);
  } catch (error) {
    if (error instanceof NotPrivate) throw new Error(`${file} ${error.message}.`);
    throw new Error(`${file} cannot be written. Check its owner and the room on the disk.`);
  }
}
