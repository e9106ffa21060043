import { decodeValue } from './encoded-words.ts';
import type { Field } from './headers.ts';
import type { Part } from './tree.ts';

/** How Outlook and others begin the subject of an absence, in their languages. */
const SUBJECT = new RegExp(
  `^\\s*(?:${[
    'auto(?:matic)?[- ]?reply|autoreply|out of (?:the )?office|automatische antwort|abwesenheitsnotiz',
    'réponse automatique|absence du bureau|respuesta automática|risposta automatica|fuori sede|resposta automática',
    'automatisch antwoord|afwezigheidsbericht|autosvar|automatiskt? svar|automaattinen vastaus|poissaoloviesti',
    'automatyczna odpowiedź|odpowiedź automatyczna|automatická odpo(?:vě|ve)ď|automatikus válasz',
    'răspuns automat|otomatik yanıt|автоматический ответ|автоматична відповідь|автоматичен отговор|αυτόματη απάντηση',
    '自動応答|自動返信|不在通知|自动答复|自动回复|自動回覆|자동 회신|자동 응답|trả lời tự động|رد تلقائي|תשובה אוטומטית',
  ].join('|')})\\s*[:：]`,
  'iu',
);

/** The fields by which a machine identifies itself, each with the values that do so. */
const marks: Readonly<Record<string, RegExp>> = {
  'auto-submitted': /^(?!\s*no\s*(?:[;(]|$))\s*\S/i,
  precedence: /^\s*(?:bulk|list|junk|auto_reply)\b/i,
  'x-auto-response-suppress': /\S/,
  'x-autoreply': /\S/,
  'x-autorespond': /\S/,
  'x-fc-machinegenerated': /\S/,
  'x-failed-recipients': /\S/,
  'x-loop': /\S/,
  'list-id': /\S/,
  'list-unsubscribe': /\S/,
  'feedback-id': /\S/,
  subject: SUBJECT,
  // Only machines send mail that cannot be returned.
  'return-path': /^\s*(?:<\s*>)?\s*$/,
};

/** The answer of a calendar to an invitation (RFC 5546). */
function isMeetingResponse({ type, parts }: Part): boolean {
  if (type.value === 'text/calendar') return /^reply$/i.test(type.params.get('method') ?? '');
  return parts.some(isMeetingResponse);
}

/** Whether a machine wrote the mail, according to its fields (RFC 3834, and earlier conventions) or its content. */
export function isAutomatic(root: Part): boolean {
  const isMarked = root.fields.some(
    ({ name, value }) => Object.hasOwn(marks, name) && marks[name]!.test(decodeValue(value)),
  );
  return isMarked || isMeetingResponse(root);
}

const SPAM_MARKS: readonly string[] = ['x-spam-flag', 'x-spam-status', 'x-spam'];

/** Whether a spam filter has marked the mail with this head. */
export function isMarkedSpam(fields: readonly Field[]): boolean {
  return fields.some(({ name, value }) => SPAM_MARKS.includes(name) && /^\s*yes\b/i.test(value));
}
