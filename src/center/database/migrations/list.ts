import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from '../tables.ts';
import type { DatabaseKind } from './columns.ts';

type Step = (db: Kysely<never>, kind: DatabaseKind, now: number) => Promise<void>;

/**
 * Every step from an empty database to this program's, in order, loaded when it is applied: few starts need one. A
 * released step never changes.
 */
const steps: Readonly<Record<string, () => Promise<Step>>> = {
  '0001-people': async () => (await import('./0001-people.ts')).people,
  '0002-inboxes': async () => (await import('./0002-inboxes.ts')).inboxes,
  '0003-conversations': async () => (await import('./0003-conversations.ts')).conversations,
  '0004-messages': async () => (await import('./0004-messages.ts')).messages,
  '0005-mail': async () => (await import('./0005-mail.ts')).mail,
  '0006-first-rows': async () => {
    const { firstRows } = await import('./0006-first-rows.ts');
    return (db, _kind, now) => firstRows(db as unknown as Kysely<Tables>, now);
  },
  '0007-search': async () => (await import('../search-dialects.ts')).createSearch,
  '0008-spans': async () => (await import('./0008-spans.ts')).conversationSpans,
  '0009-sign-in-addresses': async () => (await import('./0009-sign-in-addresses.ts')).signInAddresses,
  '0010-kept-answers': async () => (await import('./0010-kept-answers.ts')).keptAnswers,
  '0011-uploads': async () => (await import('./0011-uploads.ts')).uploads,
  '0012-from-address': async () => (await import('./0012-from-address.ts')).fromAddress,
  '0013-attention': async () => (await import('./0013-attention.ts')).attention,
  '0014-history-by-mail': async () => (await import('./0014-history-by-mail.ts')).historyByMail,
  '0015-mail-heads': async () => (await import('./0015-mail-heads.ts')).mailHeads,
  '0016-read-mail-again': async () => (await import('./0016-read-mail-again.ts')).readMailAgain,
  '0017-notify': async () => (await import('./0017-notify.ts')).notify,
  '0018-inline-files': async () => (await import('./0018-inline-files.ts')).inlineFiles,
  '0019-long-lists': async () => (await import('./0019-long-lists.ts')).longLists,
  '0020-waiting': async () => (await import('./0020-waiting.ts')).waiting,
  '0021-tags-of-sets': async () => (await import('./0021-tags-of-sets.ts')).tagsOfSets,
  '0022-orphans': async () => (await import('./0022-orphans.ts')).orphans,
  '0023-long-tag-sets': async () => (await import('./0023-long-tag-sets.ts')).longTagSets,
  '0024-waiting-numbers': async () => (await import('./0024-waiting-numbers.ts')).waitingNumbers,
  '0025-incoming-mail': async () => (await import('./0025-incoming-mail.ts')).incomingMail,
  '0026-trust': async () => (await import('./0026-trust.ts')).trust,
  '0027-machines': async () => (await import('./0027-machines.ts')).machines,
  '0028-archived-mail': async () => (await import('./0028-archived-mail.ts')).archivedMail,
  '0029-outgoing-mail': async () => (await import('./0029-outgoing-mail.ts')).outgoingMail,
  '0030-answers': async () => (await import('./0030-answers.ts')).answers,
  '0031-automatic': async () => (await import('./0031-automatic.ts')).automatic,
  '0032-subscription-mail': async () => (await import('./0032-subscription-mail.ts')).subscriptionMail,
  '0033-mailbox-looks': async () => (await import('./0033-mailbox-looks.ts')).mailboxLooks,
  '0034-read-by-arrival': async () => (await import('./0034-read-by-arrival.ts')).readByArrival,
};

/** The steps in the form of kysely's Migrator. */
export function migrationsFor(kind: DatabaseKind, now: number): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: async db => (await step())(db as Kysely<never>, kind, now) },
    ]),
  );
}

export const migrationNames: readonly string[] = Object.keys(steps);
