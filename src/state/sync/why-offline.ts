import type { ApiError } from '../../client/api-error.ts';
import { t } from '../../text/safe.ts';
import type { Offline } from '../offline.ts';

/** What a failure says about the help center as a whole. */
export type WhyOffline = Pick<Offline, 'why' | 'isDisabled' | 'text'>;

/** The failures that come from the way to the help center, not from itself. */
const lostCodes: readonly string[] = ['unreachable', 'timeout', 'unreadable', 'redirected'];

/** Why the help center cannot be used, if this failure shows that; null if it answered, even with a refusal. */
export function whyOffline(error: ApiError): WhyOffline | null {
  const { portal, isSignedOut, isDisabled, shape, status, code, reason } = error;
  if (portal !== null) return { why: 'portal', text: t`${portal}.` };
  if (isSignedOut) return { why: 'signedOut', text: reason, ...(isDisabled && { isDisabled }) };
  const isGateway = status >= 500 && shape !== 'own';
  const isStrange = status > 0 && shape === 'none';
  return isGateway || isStrange || lostCodes.includes(code) ? { why: 'unreachable', text: reason } : null;
}
