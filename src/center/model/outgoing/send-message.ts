import { domainToASCII } from 'node:url';
import { SIGNATURE_LINE, signatureText } from '../../../text/signature.ts';
import { keepHead } from '../message/head.ts';
import { createMessageId } from '../message-id.ts';
import { readMailSecret } from '../secret.ts';
import type { Work } from '../work.ts';
import { enqueue } from './enqueue.ts';
import type { Letter } from './letter.ts';
import type { Plan } from './plan.ts';

/** A message that was just written, which its plan is for. */
export interface Written {
  readonly id: number;
  readonly conversationId: number;
  readonly text: string;
  readonly attachmentIds: readonly number[];
}

function textOf(text: string, signature: string): string {
  const signed = signatureText(signature);
  return signed === '' ? text : `${text.trimEnd()}\n\n${SIGNATURE_LINE}\n${signed}`;
}

/** A domain in the form that a Message-ID may have. */
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain;
}

async function letterOf(work: Work, plan: Plan, written: Written): Promise<Letter> {
  const { from, to, cc, bcc, subject, answered } = plan;
  const { id: messageId, conversationId } = written;
  const secret = await readMailSecret(work.db);
  return {
    messageId: createMessageId({ conversationId, messageId }, domainOf(from.email), secret),
    date: work.now,
    from,
    to,
    cc,
    bcc,
    subject,
    inReplyTo: answered.inReplyTo,
    references: answered.references,
    text: textOf(written.text, plan.signature),
    attachmentIds: [...new Set(written.attachmentIds)],
    automatic: null,
    hasNullSender: false,
  };
}

/** Puts a message into the queue of mail, in the transaction that wrote it: held for the send delay. */
export async function sendMessage(work: Work, plan: Plan, written: Written): Promise<void> {
  const letter = await letterOf(work, plan, written);
  const { messageId, references, inReplyTo } = letter;
  const subject = plan.subject.replace(/^Re: /, '');
  await keepHead(work, written.id, {
    messageId,
    subject,
    references,
    inReplyTo: inReplyTo === null ? [] : [inReplyTo],
  });
  await enqueue(work, {
    letter,
    conversationId: written.conversationId,
    messageId: written.id,
    inboxId: plan.inboxId,
    notBefore: work.now + plan.sendDelayMs,
    isHeld: plan.sendDelayMs > 0,
  });
}
