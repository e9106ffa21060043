import type { Db, Row } from '../../database/tables.ts';

/** A person in the head of a mail; the name may be empty. */
export interface Correspondent {
  readonly name: string;
  readonly email: string;
}

/** A mail before it is composed: all that its bytes are made of, but the bytes of its files. */
export interface Letter {
  /** Without angle brackets. Each try sends the same one. */
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly date: number;
  readonly from: Correspondent;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  /** They get the mail, and stand in no header. */
  readonly bcc: readonly Correspondent[];
  readonly replyTo?: Correspondent;
  readonly subject: string;
  /** Message-IDs without angle brackets. */
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly text: string;
  readonly attachmentIds: readonly number[];
  /** The value of `Auto-Submitted`; null for an agent's mail. */
  readonly automatic: 'auto-replied' | 'auto-generated' | null;
  /** Its envelope has no sender: it cannot be answered, and no bounce comes back. */
  readonly hasNullSender: boolean;
}

/** The addresses that get a letter, each once. */
export function recipientsOf({ to, cc, bcc }: Letter): string[] {
  return [...new Map([...to, ...cc, ...bcc].map(({ email }) => [email.toLowerCase(), email])).values()];
}

/** A file of a letter; its content is stored under `hash`. */
type OutgoingFile = Pick<Row<'attachment'>, 'name' | 'content_type' | 'hash'>;

/** The files of a letter, in its order; those that are gone are missing. */
export async function outgoingFiles(db: Db, ids: readonly number[]): Promise<OutgoingFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'content_type', 'hash'])
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
