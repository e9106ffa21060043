import type { ApiError } from '../../client/api-error.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { paramNames } from '../../contract/endpoint.ts';
import { contract, type EndpointName } from '../../contract/index.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { noteLack, whyLacking } from '../degrade.ts';

/** An answer in less time needs no word. */
const PATIENCE_MS = 1_000;
const SAVING = t`Waiting for the help center…`;

/** The result of a call, or why it was not carried out. */
export type Reply<T> = { readonly value: T } | Refused;

/** Why nothing was changed: a sentence, and the fault of each field by its name, if the help center names fields. */
export interface Refused {
  readonly reason: SafeText;
  readonly faults: Readonly<Record<string, SafeText>>;
  /** The same call may work later. Repeated with the same key, it is carried out once. */
  readonly isTransient: boolean;
}

/**
 * Makes a call that administers the help center. It does not go through the outbox: administration is rare, often
 * depends on its own last answer (an id, a name that is free), and the admin waits for the result. A call that
 * the help center lacks is remembered with its reason and is not sent again.
 */
export async function administer<T>(desk: Desk, name: EndpointName, call: () => Promise<T>): Promise<Reply<T>> {
  const known = whyLacking(desk.world(), name);
  if (known !== undefined) return refused(known);
  const stopTelling = desk.setTimer(() => desk.notify({ tone: 'done', text: SAVING }), PATIENCE_MS);
  const answer = await attempt(call());
  stopTelling();
  if (desk.world().notice?.text === SAVING) desk.set({ notice: null });
  if ('value' in answer) return isSilent(answer.value) ? refused(SILENT) : answer;
  const { error } = answer;
  if (isLacking(error, endpointOf(name))) {
    const reason = t`This help center does not offer that (${error.status}).`;
    noteLack(desk, name, reason);
    return refused(reason);
  }
  return { reason: error.reason, faults: faultsOf(error), isTransient: error.isTransient };
}

const SILENT = t`The answer does not say whether it was done: look before you repeat it.`;

function refused(reason: SafeText): Refused {
  return { reason, faults: {}, isTransient: false };
}

/** A success that neither shows what was written nor confirms the deletion. */
function isSilent(value: unknown): boolean {
  const { data, isConfirmed } = value as { data?: unknown; isConfirmed?: boolean };
  return data === null || isConfirmed === false;
}

function endpointOf(name: EndpointName): Endpoint {
  const [group = '', call = ''] = name.split('.');
  return (contract as unknown as Record<string, Record<string, Endpoint>>)[group]![call]!;
}

/** A 404 for a path with an id may mean that the id is unknown. */
function isLacking(error: ApiError, { extension, path }: Endpoint): boolean {
  return extension === true && error.isAbsent && (error.status !== 404 || paramNames(path).length === 0);
}

/** The first fault of each field; `emails.0.email` is a fault of `emails`. */
function faultsOf({ details }: ApiError): Refused['faults'] {
  return Object.fromEntries(
    [...details].reverse().flatMap(({ path, message }) => (path === '' ? [] : [[path.split('.')[0]!, message]])),
  );
}
