import { createChecker } from '../../../../../../src/center/intake/dkim/checker.ts';
import type { KeyRecords } from '../../../../../../src/center/intake/dkim/kept-keys.ts';
import { parseMail } from '../../../../../../src/center/intake/mime/parse-mail.ts';
import { type Trust, verifySender, type WhyNot } from '../../../../../../src/center/mail/in/judge/verified.ts';
import { type Signing, signMail, usualRecord } from '../../../../../harness/dkim.ts';
import { judgedAs, PEOPLE } from '../judged.ts';

/** When the mails of the forms arrived, in milliseconds: 29 November 2026. */
export const ARRIVED = Date.UTC(2026, 10, 29, 12);

/** The outcome of the rules: the mail is an agent's or a verified customer's, or the reason why it is not verified. */
export type Outcome = 'agent' | 'verified' | WhyNot;

/** A mail with the expected outcome. */
export interface Form {
  readonly what: string;
  readonly mail: Buffer;
  readonly wanted: Outcome;
  /** The records in DNS; without them each name has the key of the tests. */
  readonly records?: KeyRecords;
  /** DNS does not answer. */
  readonly isUnanswered?: true;
}

const LINES = ['Subject: Parcel', 'Date: Sun, 29 Nov 2026 11:00:00 +0000', 'MIME-Version: 1.0'];
export const TEXT = 'Where is my parcel?\r\n\r\nKim  Quinn\r\n';

/** A mail with these fields, unsigned. */
export function written(from: string, fields: readonly string[] = [`To: ${PEOPLE.help}`], text = TEXT): Buffer {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^a-z.-]/g, '');
  return Buffer.from([`From: ${from}`, ...fields, `Message-ID: <1@${domain}>`, ...LINES, '', text].join('\r\n'));
}

export const KIM = `Kim Quinn <${PEOPLE.kim}>`;
export const ANA = `Ana <${PEOPLE.ana}>`;

/** Kim's and Ana's mail to the help center, signed by their domains. */
export function byKim(signing: Partial<Signing> = {}, fields?: readonly string[], text?: string): Buffer {
  return signMail(written(KIM, fields, text), { domain: 'customer.example', ...signing });
}

export function byAna(signing: Partial<Signing> = {}, fields?: readonly string[], text?: string): Buffer {
  return signMail(written(ANA, fields, text), { domain: 'shop.example', ...signing });
}

/** A mail with lines on top, which is where servers on the way and strangers put them. */
export function below(lines: readonly (string | Buffer)[], mail: Buffer): Buffer {
  return Buffer.concat([...lines.flatMap(line => [Buffer.from(line), Buffer.from('\r\n')]), mail]);
}

/** The mail with a text in place of another. Throws if the text is not there. */
export function changed(mail: Buffer, sought: string, by: string): Buffer {
  const text = mail.toString('latin1');
  if (!text.includes(sought)) throw new Error(`${sought} is not there`);
  return Buffer.from(text.replace(sought, by), 'latin1');
}

/** The usual record for each name. */
function everywhere(names: readonly string[]): KeyRecords {
  return Object.fromEntries(names.map(name => [name, usualRecord]));
}

/** The center's judgement of a mail, from its bytes to its author. `resultsTrusted`: the mailbox trusts the topmost field. */
export async function outcomeOf(
  { mail, records, isUnanswered }: Pick<Form, 'mail' | 'records' | 'isUnanswered'>,
  { at = ARRIVED, resultsTrusted = false } = {},
): Promise<Outcome> {
  const read = parseMail(mail, { now: ARRIVED });
  const checker = createChecker();
  const { signatures: atFirst, keyNames, topmostResults } = await checker.checkNow(mail, at, at);
  const keys = { records: records ?? everywhere(keyNames), until: at + 1 };
  const signatures = isUnanswered ? atFirst : (atFirst ?? (await checker.check(mail, keys, at)));
  const trusted = resultsTrusted && topmostResults !== undefined ? { trustedResults: topmostResults } : {};
  const trust: Trust = {
    arrivedAt: at,
    isUnanswered: isUnanswered ?? false,
    signatures,
    ...trusted,
  };
  const verification = verifySender(read, trust);
  if (!verification.isVerified) return verification.why;
  return judgedAs(read, verification).author.by === 'agent' ? 'agent' : 'verified';
}
