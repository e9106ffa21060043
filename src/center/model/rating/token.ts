import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits: nobody guesses them. */
const SIGNATURE_BYTES = 16;

const form = /^([1-9]\d{0,14})-([0-9a-f]{32})$/;

function signatureOf(id: number, secret: string): Buffer {
  return createHmac('sha256', secret).update(`rating ${id}`).digest().subarray(0, SIGNATURE_BYTES);
}

/** The token that gives the right to answer a request for a rating; it needs no place in the database. */
export function createRatingToken(requestId: number, secret: string): string {
  return `${requestId}-${signatureOf(requestId, secret).toString('hex')}`;
}

/** The request that a token is for; undefined if it was not made here. */
export function readRatingToken(token: string, secret: string): number | undefined {
  const [, id, signature] = form.exec(token) ?? [];
  if (id === undefined) return undefined;
  const requestId = Number(id);
  return timingSafeEqual(Buffer.from(signature!, 'hex'), signatureOf(requestId, secret)) ? requestId : undefined;
}
