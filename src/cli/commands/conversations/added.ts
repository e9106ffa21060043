import * as v from 'valibot';
import type { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import { described, type Fields } from '../../../contract/described.ts';
import { Id, Timestamp } from '../../../contract/schema.ts';
import { attempt } from '../../../state/calls/attempt.ts';
import type { ChangeOutcome } from '../../../state/changes/change.ts';
import { t } from '../../../text/safe.ts';
import { Result } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { changeOnce } from './send-once.ts';
import type { Attaching } from './upload.ts';

/** The result of adding a note or a reply. */
export const Added = described({
  ...(v.getMetadata(Result as unknown as v.GenericSchema).fields as Fields),
  added: [v.nullable(Id), 'The id of the note or the message; null if none was added.'],
  goes_out_at: [v.nullable(Timestamp), 'When a reply is sent; until then its message can be deleted. Otherwise null.'],
});
export interface Added extends Result {
  readonly added: number | null;
  readonly goes_out_at: number | null;
}

/** A note or a reply to send. */
interface AddedText {
  readonly shell: Shell;
  readonly client: Client;
  readonly change: 'note.add' | 'message.reply';
  readonly id: number;
  /** The arguments of the change without its conversation and its files. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly attaching: Attaching;
}

/** The result, and the failed call if there was one. */
export interface SentWritten {
  readonly added: Added;
  readonly error?: ApiError;
}

/** Uploads the files of a note or a reply and sends it: once, however often a lost link makes it try again. */
export async function sendWritten({ shell, client, change, id, args, attaching }: AddedText): Promise<SentWritten> {
  const whole = async (key: string) => ({ ...args, ids: [id], files: await attaching.upload(client, key) });
  const sent = await attempt(changeOnce(shell, client, change, whole as never));
  if ('value' in sent) return { added: addedIn(id, sent.value) };
  const { error } = sent;
  const isOpen = error.isTransient && !error.isUnsent && !error.isSignedOut;
  return { added: isOpen ? { ...nothingAdded(id), ...UNKNOWN } : notSent(id), error };
}

/** The result of an unsent one. */
export function notSent(id: number): Added {
  return { ...nothingAdded(id), result: 'failed', code: 'not_sent', message: t`not sent` };
}

const UNKNOWN = {
  result: 'unknown',
  code: 'unconfirmed',
  message: t`no answer came: look whether it is there before you try again`,
} as const;

function nothingAdded(id: number) {
  return { id, added: null, goes_out_at: null };
}

function addedIn(id: number, { refused, stale = [], unsure, note, message }: ChangeOutcome): Added {
  const [refusal] = [...refused, ...stale];
  if (refusal) return { ...nothingAdded(id), result: 'failed', code: 'refused', message: refusal.reason };
  if (unsure) return { ...nothingAdded(id), result: 'unknown', code: 'unconfirmed', message: unsure.problem };
  return { id, result: 'done', added: (note ?? message)?.id ?? null, goes_out_at: message?.delivery?.at ?? null };
}
