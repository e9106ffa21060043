import { createHmac, timingSafeEqual } from 'node:crypto';

/** The message and its conversation that one of our Message-IDs names. */
export interface SignedId {
  readonly conversationId: number;
  readonly messageId: number;
}

/** 80 bits cannot be guessed. */
const SIGNATURE_BYTES = 10;

const form = /^(c([1-9]\d{0,14})\.m([1-9]\d{0,14}))\.([0-9a-f]{20})@/;

function signatureOf(names: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`message-id ${names}`).digest().subarray(0, SIGNATURE_BYTES);
}

/** The Message-ID of a mail of ours, without angle brackets. Making one needs the center's secret. */
export function createMessageId({ conversationId, messageId }: SignedId, domain: string, secret: string): string {
  const names = `c${conversationId}.m${messageId}`;
  return `${names}.${signatureOf(names, secret).toString('hex')}@${domain}`;
}

/**
 * The message and conversation in one of our Message-IDs; undefined for any other, such as a changed one. The domain
 * may have changed since.
 */
export function readMessageId(id: string, secret: string): SignedId | undefined {
  const [, names, conversation, message, signature] = form.exec(id.toLowerCase()) ?? [];
  if (names === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature!, 'hex'), signatureOf(names, secret))) return undefined;
  return { conversationId: Number(conversation), messageId: Number(message) };
}

/** Whether this Message-ID is one of ours. */
export function isSigned(id: string, secret: string): boolean {
  return readMessageId(id, secret) !== undefined;
}
