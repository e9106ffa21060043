import { createHmac } from 'node:crypto';
import { keepRow } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';

/** For how long an agent's sign-in at an address is remembered, in milliseconds: 30 days. */
const SIGN_IN_ADDRESS_LIFETIME = 30 * 24 * 3_600_000;

/**
 * The stored form of the address where an account signed in: a keyed hash, different for each account. Addresses are
 * personal data, and no one needs to read them here.
 */
export function hashSignInAddress(secret: string, account: string, address: string): string {
  return createHmac('sha256', secret).update(`sign-in\n${account}\n${address}`).digest('base64url');
}

/** Whether the account has signed in there during the last 30 days. Takes as long for an unknown account. */
export async function isSignInAddress(db: Db, account: string, hash: string, now: number): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_address')
    .innerJoin('agent', 'agent.id', 'sign_in_address.agent_id')
    .select('agent.id')
    .where('agent.email_key', '=', account)
    .where('sign_in_address.hash', '=', hash)
    .where('sign_in_address.used_at', '>', now - SIGN_IN_ADDRESS_LIFETIME)
    .executeTakeFirst();
  return found !== undefined;
}

/** Records that the agent has just signed in there. */
export function keepSignInAddress(db: Db, agentId: number, hash: string, now: number): Promise<void> {
  return keepRow(db, 'sign_in_address', { agent_id: agentId, hash }, { used_at: now });
}

/** Deletes the addresses without a sign-in during the last 30 days. */
export async function forgetSignInAddresses(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_address')
    .where('used_at', '<=', now - SIGN_IN_ADDRESS_LIFETIME)
    .execute();
}
