import { type SafeText, safeLine } from '../../text/safe.ts';
import { isApiError } from '../attempt.ts';

/** The statuses with which a bulk call is refused because of some of its conversations. */
const BY_CONVERSATION: readonly number[] = [404, 409, 412, 422];

const BY_PLACE = /^conversation_ids[.[](\d+)\]?$/i;
const BY_VERSION = /^if_versions[.[](\d+)\]?$/;

/** The conversations that the refusal of a bulk call names in its details, each with its reason. */
export function namedRefusals(ids: readonly number[], error: unknown): ReadonlyMap<number, SafeText> {
  const named = new Map<number, SafeText>();
  if (!isApiError(error) || !error.isRefusal || !BY_CONVERSATION.includes(error.status)) return named;
  const sent = new Set(ids);
  for (const { path, message } of error.details) {
    const id = ids[Number(BY_PLACE.exec(path)?.[1] ?? -1)] ?? Number(BY_VERSION.exec(path)?.[1] ?? 0);
    if (sent.has(id) && !named.has(id)) named.set(id, message === '' ? error.message : withoutId(message, id));
  }
  return named;
}

/** `was merged into 7` for `12 was merged into 7`: the desk names the conversation itself. */
function withoutId(message: SafeText, id: number): SafeText {
  return message.startsWith(`${id} `) ? safeLine(message.slice(`${id} `.length)) : message;
}
