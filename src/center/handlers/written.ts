import { isBlank } from '../../contract/blank.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { message as endpoints } from '../../contract/message.ts';
import type { Caller } from '../model/access.ts';
import { attachmentFaults } from '../model/conversation/check.ts';
import type { ConversationRecord } from '../model/conversation/row.ts';
import { refreshAnswered } from '../model/conversation/span.ts';
import { actorOf } from '../model/history.ts';
import { addMessage } from '../model/message/write.ts';
import type { MailOutSettings } from '../model/outgoing/mail-out.ts';
import { type LetterOrigin, planMail, sendMessage } from '../model/outgoing/plan.ts';
import type { Fault } from '../model/problem.ts';
import type { Work } from '../model/work.ts';

/** A message as a request writes it; of one that is looked at, fields may be missing. */
export type WrittenBody = Omit<BodyOf<typeof endpoints.create>, 'contact_id' | 'message_id' | 'forward'>;
type Looked = Partial<BodyOf<typeof endpoints.create>>;

interface Calling extends Work {
  readonly caller: Caller;
  readonly mailOut: MailOutSettings | null;
}

/** The plan of its mail. */
export type MailPlan = Awaited<ReturnType<typeof planMail>>['plan'];

/** Whether nothing can be read in it: neither a text nor a file. */
function isEmpty({ body_text = '', attachments = [], forward }: Looked): boolean {
  if (forward !== undefined) return false;
  return body_text === '' || (isBlank(body_text) && attachments.length === 0);
}

/** Checks a new message: returns its mail, and the faults in fields that are not `wrong`. */
export async function lookAtMessage(
  call: Calling,
  origin: LetterOrigin,
  body: Looked,
  wrong: ReadonlySet<string>,
): Promise<{ readonly plan?: MailPlan; readonly faults: readonly Fault[] }> {
  const { plan, faults: unsendable } = body.deliver
    ? await planMail(call, call.mailOut, { held: origin, agentId: call.caller.agentId }, body)
    : { faults: [] };
  const faults = [
    ...(['forward', 'deliver_at'] as const).flatMap((path): Fault[] =>
      body[path] !== undefined && !body.deliver ? [[path, 'needs `deliver`: it is sent by mail']] : [],
    ),
    ...unsendable.filter(([path]) => !wrong.has(path)),
    ...(isEmpty(body) && !wrong.has('body_text') && !wrong.has('attachments')
      ? [['body_text', 'is blank'] as const]
      : []),
    ...(await attachmentFaults(call, call.caller, body.attachments)),
  ];
  return { plan, faults };
}

/** Adds the message of an agent, or by an API key of a contact, and puts its mail into the queue. Returns its id. */
export async function writeMessage(
  call: Calling,
  held: ConversationRecord,
  { body_text: bodyText, body_html: bodyHtml, attachments: attachmentIds = [] }: WrittenBody,
  { plan, contactId }: { readonly plan: MailPlan; readonly contactId: number | null },
): Promise<number> {
  const kind = call.caller.kind === 'agent' ? ('agent' as const) : ('contact' as const);
  const conversationId = held.id;
  const given = { conversationId, held, kind, contactId, bodyText, bodyHtml, attachmentIds };
  const recipients = plan && { to: plan.to, cc: plan.cc, bcc: plan.bcc };
  const forwards = plan?.forwarded && { isSide: true, addsNobody: true, forwards: plan.forwarded.id };
  const id = await addMessage(call, { ...given, ...(recipients && { recipients }), ...forwards }, actorOf(call));
  if (plan) await sendMessage(call, plan, { id, conversationId, text: bodyText, attachmentIds });
  else if (kind === 'agent') await refreshAnswered(call, [conversationId]);
  return id;
}
